import { readdirSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Logger, type TaskList, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { jobHandlers } from '../../job-handlers.ts';
import { type Certificate, makeCertificate, trusting } from '../../testing/certificate.ts';
import { useServer } from '../../testing/server.ts';
import { databaseUrl } from '../../testing/template.ts';
import { addJob } from '../jobs/jobs.ts';
import { composeMail } from './mail-page.ts';
import { makeMailer } from './mail.ts';

const server = useServer();
let certificate: Certificate;
beforeAll(async () => {
  certificate = await makeCertificate();
});

interface Received {
  secure: boolean;
  user: string | undefined;
  to: string[];
  data: string;
}

/** A mail server on a port of this machine that first refuses this many mails. */
async function startSmtp(options: SMTPServerOptions, refusals = 0) {
  const received: Received[] = [];
  let left = refusals;
  const smtp = new SMTPServer({
    ...certificate,
    authOptional: true,
    logger: false,
    onAuth: ({ username }, _, done) => done(null, { user: username ?? '' }),
    onMailFrom: (_, __, done) => {
      left -= 1;
      done(left >= 0 ? Object.assign(new Error('Try again later'), { responseCode: 451 }) : null);
    },
    onData: (stream, session, done) => {
      const parts: Buffer[] = [];
      stream.on('data', (part: Buffer) => parts.push(part));
      stream.on('end', () => {
        const to = session.envelope.rcptTo.map(({ address }) => address);
        received.push({
          secure: session.secure,
          user: session.user as string | undefined,
          to,
          data: Buffer.concat(parts).toString(),
        });
        done();
      });
    },
    ...options,
  });
  // A client that does not trust the certificate disconnects; the test checks that on the client's side.
  smtp.on('error', () => undefined);
  await new Promise<void>((done) => {
    smtp.listen(0, '127.0.0.1', done);
  });
  const { port } = smtp.server.address() as AddressInfo;
  return { port, received, stop: () => new Promise<void>((done) => smtp.close(done)) };
}

/** Runs the jobs that are due, and sends by this server. */
async function runJobs(smtpUrl: string): Promise<void> {
  const mail = makeMailer({ ...server.context.config, smtpUrl });
  const handlers = jobHandlers({ ...server.context, mail });
  const taskList: TaskList = {
    sendLink: (payload) => handlers.sendLink(payload as never),
    sendMail: (payload) => handlers.sendMail(payload as never),
  };
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(server.context.db);
  const connectionString = databaseUrl(inject('postgresUrl'), rows[0]?.name ?? '');
  await runOnce({ connectionString, taskList, logger: new Logger(() => () => undefined) });
}

const waitingMails = async () =>
  (
    await sql<{ attempts: number; error: string | null }>`
      select attempts, last_error as error from graphile_worker.jobs where task_identifier = 'sendMail'`.execute(
      server.context.db,
    )
  ).rows;

const MAIL = composeMail({
  to: 'marko@example.rs',
  subject: 'ПИМИС: проба',
  paragraphs: ['Прва <реченица> & друга.'],
  link: { label: 'Отвори', address: 'https://pimis.example.rs/a?b=1&c=2' },
});

describe('mail by SMTP', () => {
  it('leaves in the job that its change has queued; what the server refuses is sent again later, once', async () => {
    const smtp = await startSmtp({ secure: true }, 1);
    const url = `smtps://pimis:tajna@127.0.0.1:${smtp.port}`;
    expect((await server.call(null, 'PUT', 'security/users/minister/password-reset')).httpStatus).toBe(200);
    await trusting(certificate, async () => {
      await runJobs(url);
      const refused = { attempts: 1, error: expect.stringContaining('451') as string };
      await expect.poll(waitingMails).toMatchObject([refused]);
      expect(smtp.received).toEqual([]);
      await sql`update graphile_worker._private_jobs set run_at = now()`.execute(server.context.db);
      await runJobs(url);
    });
    expect(await waitingMails()).toEqual([]);
    expect(smtp.received.map(({ secure, user }) => ({ secure, user }))).toEqual([{ secure: true, user: 'pimis' }]);
    const [{ data } = { data: '' }] = smtp.received;
    expect(data).toContain('multipart/alternative');
    expect(data).toMatch(/^Auto-Submitted: auto-generated\r?$/m);
    expect(data).toMatch(/^X-Auto-Response-Suppress: All\r?$/m);
    expect(data).toContain('text/plain; charset=utf-8');
    expect(data).toContain('text/html; charset=utf-8');
    await smtp.stop();
  });

  it('speaks STARTTLS to whom it trusts, and sends nothing to anybody else', async () => {
    const smtp = await startSmtp({ secure: false });
    const mailer = makeMailer({ ...server.context.config, smtpUrl: `smtp://127.0.0.1:${smtp.port}` });
    await expect(mailer.send(MAIL)).rejects.toThrow(/certificate/);
    await trusting(certificate, () => mailer.send(MAIL));
    expect(smtp.received).toMatchObject([{ secure: true, to: ['marko@example.rs'] }]);
    await smtp.stop();
  });

  it('gives up on a server that does not answer, so that the job is run again', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((done) => {
      silent.listen(0, '127.0.0.1', done);
    });
    const smtpUrl = `smtp://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    // Two limits expire at the same moment, that of the greeting and that of the connection: either may be first.
    await expect(makeMailer({ ...server.context.config, smtpUrl }, 300).send(MAIL)).rejects.toThrow(
      /Greeting never received|Timeout/,
    );
    silent.close();
    await expect(makeMailer({ ...server.context.config, smtpUrl }, 300).send(MAIL)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('is queued with its change, and taken back with it', async () => {
    const { db } = server.context;
    const change = db.transaction().execute(async (tx) => {
      await addJob(tx, 'sendMail', MAIL);
      throw new Error('the change has failed');
    });
    await expect(change).rejects.toThrow('the change has failed');
    expect(await waitingMails()).toEqual([]);
  });
});

describe('mail without a server', () => {
  it('is an .eml file with text and HTML beside each other, in the look of the product', async () => {
    const { config } = server.context;
    await makeMailer({ ...config, mailFrom: 'ПИМИС Србија <pimis@example.rs>' }).send(MAIL);
    const outbox = join(config.dataDir, 'outbox');
    const [file = ''] = readdirSync(outbox);
    const eml = readFileSync(join(outbox, file), 'utf8');
    expect(eml).toContain('<pimis@example.rs>');
    expect(eml).toContain('multipart/alternative');
    // No note of absence comes back.
    expect(eml).toMatch(/^Auto-Submitted: auto-generated$/m);
    expect(eml).toMatch(/^X-Auto-Response-Suppress: All$/m);
    expect(MAIL.text).toBe('Поштовани,\n\nПрва <реченица> & друга.\n\nОтвори:\nhttps://pimis.example.rs/a?b=1&c=2\n');
    expect(MAIL.html).toContain('Прва &lt;реченица&gt; &amp; друга.');
    expect(MAIL.html).toContain('href="https://pimis.example.rs/a?b=1&amp;c=2"');
    expect(MAIL.html).toContain('>ПИМИС</div>');
  });
});
