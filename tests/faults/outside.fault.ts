import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Health } from '@pimis/contract/health';
import { queueOf } from '../../apps/server/src/platform/jobs/jobs.ts';
import { receiveMails } from '../../apps/server/src/testing/smtp.ts';
import { freePort } from '../../apps/server/src/testing/child-server.ts';
import { firstForm, newProject, Person } from './load.ts';
import { type Product, useInstallation } from './product.ts';

/** The longest wait of a job that needs no outside server. */
const OTHERS_MS = 10_000;
/** The longest time of a person's call while an outside server hangs. */
const QUICK_MS = 2_000;

/** A server that somebody else runs: dead, hung, refusing, or well. */
class Outside {
  readonly port: number;
  private server: Server | undefined;
  private readonly sockets = new Set<Socket>();

  constructor(port: number) {
    this.port = port;
  }

  /** Answers a new connection; without it the connection stays silent. */
  async listen(talk: (socket: Socket) => void = () => undefined): Promise<void> {
    await this.end();
    const server = createServer((socket) => {
      this.sockets.add(socket);
      socket.on('error', () => undefined);
      talk(socket);
    }).listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.server = server;
  }

  async end(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    for (const socket of this.sockets) socket.destroy();
    if (server) await new Promise<void>((done) => void server.close(() => done()));
  }
}

const installation = useInstallation();
let mail: Outside;
let directory: Outside;
let clamd: Outside;
let product: Product;
const received: string[] = [];
let stopMails = async () => {};

beforeAll(async () => {
  [mail, directory, clamd] = [
    new Outside(await freePort()),
    new Outside(await freePort()),
    new Outside(await freePort()),
  ];

  product = await installation.product({
    SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    LDAP_URL: `ldap://127.0.0.1:${directory.port}`,
    LDAP_USER_DN: 'uid={login},ou=people,dc=example,dc=rs',
    CLAMD_URL: `tcp://127.0.0.1:${clamd.port}`,
  });
  await product.start();
});

afterAll(async () => {
  for (const one of [mail, directory, clamd]) await one.end();
  await stopMails();
});

/** Does the work of a person in a minute; returns the slowest call in milliseconds. */
async function work(times: number): Promise<number> {
  let slowest = 0;
  const measure = <Result extends { status: number; name: string; ms: number }>(outcome: Result): Result => {
    expect([outcome.status, outcome.name]).toEqual([200, 'Success']);
    slowest = Math.max(slowest, outcome.ms);
    return outcome;
  };
  const person = new Person(() => product.url, 'local.user');
  for (let time = 0; time < times; time += 1) {
    measure(await person.signIn());
    const code = await newProject(person);
    const id = await firstForm(person, code);
    const json = JSON.stringify({ description: { summary: code } });
    measure(await person.call('POST', 'projects/form-input', { projectCode: code, id, action: 1, json }));
    // A mentioned user gets a mail.
    measure(await person.call('POST', `projects/${code}/comments`, { text: `@local.admin ${code}` }));
    measure(await person.upload(code, 'dokument.txt', `садржај ${code}`));
  }
  return slowest;
}

/** Returns how long another job waits while twenty mails and ten scans are stuck, in milliseconds. */
async function othersWait(): Promise<number> {
  const mail = JSON.stringify({ to: 'neko@example.rs', subject: 'Наслов', text: 'Текст' });
  for (let at = 0; at < 20; at += 1) {
    await installation.ask(`select graphile_worker.add_job('sendMail', $1::json, $2)`, [mail, queueOf('sendMail')]);
  }
  const person = new Person(() => product.url, 'local.user');
  await person.signIn();
  const code = await newProject(person);
  for (let at = 0; at < 10; at += 1) await person.upload(code, `cekanje-${at}.dat`, `садржај ${at}`);
  const begun = performance.now();
  await installation.ask(`select graphile_worker.add_job('foldCounts', '{}'::json, job_key => 'waits')`);
  await expect
    .poll(() => installation.ask(`select 1 from graphile_worker.jobs where key = 'waits'`), { timeout: 200_000 })
    .toEqual([]);
  return performance.now() - begun;
}

async function stateOf(...parts: string[]) {
  const admin = new Person(() => product.url, 'admin');
  await admin.signIn();
  const health = await admin.call<Health>('GET', 'administration/health');
  expect(health.status).toBe(200);
  return parts.map((name) => health.payload?.parts.find(({ part }) => part === name)?.state);
}

const refuse = {
  mail: (socket: Socket) => void socket.end('421 4.3.2 not today\r\n'),
  // An unbind notice: the operations error of LDAP, message 0.
  directory: (socket: Socket) => void socket.destroy(),
  clamd: (socket: Socket) => void socket.end('COMMAND READ TIMED OUT. ERROR\0'),
};

describe('mail server, directory and clamd', () => {
  it.each(['dead', 'hung', 'refusing'] as const)(
    '%s: people sign in with a local password and work as quickly',
    async (how) => {
      if (how === 'hung') for (const one of [mail, directory, clamd]) await one.listen();
      if (how === 'refusing') {
        await mail.listen(refuse.mail);
        await directory.listen(refuse.directory);
        await clamd.listen(refuse.clamd);
      }
      const slowest = await work(5);
      process.stdout.write(`${how}: the slowest call took ${Math.round(slowest)} ms\n`);
      expect(slowest).toBeLessThan(QUICK_MS);
      expect(await stateOf('mail', 'directory', 'clamd')).toEqual(['failed', 'failed', 'failed']);
      expect(await othersWait()).toBeLessThan(OTHERS_MS);
    },
  );

  it('back again: every mail goes once, documents that waited for their scan are given out', async () => {
    await directory.end();
    await clamd.listen((socket) => {
      let last = Buffer.alloc(0);
      socket.on('data', (chunk: Buffer) => {
        last = Buffer.concat([last, chunk]).subarray(-16);
        if (last.includes('zPING')) socket.end('PONG\0');
        else if (last.subarray(-4).equals(Buffer.alloc(4))) socket.end('stream: OK\0');
      });
    });
    await mail.end();
    stopMails = await receiveMails(mail.port, received);
    const wanted = await installation.ask<{ id: string }>(
      `select id::text from graphile_worker.jobs where task_identifier in ('sendMail', 'scanRevision')`,
    );
    expect(wanted.length).toBeGreaterThan(10);
    // The administrator's manual retry; otherwise they are sent later automatically.
    await installation.ask(
      `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now())
       from graphile_worker.jobs where task_identifier in ('sendMail', 'scanRevision') and locked_at is null`,
    );
    await expect
      .poll(() => installation.ask(`select 1 from document_revisions where scan = 'waiting'`), { timeout: 120_000 })
      .toEqual([]);
    await expect
      .poll(() => installation.ask(`select 1 from graphile_worker.jobs where task_identifier = 'sendMail'`), {
        timeout: 120_000,
      })
      .toEqual([]);
    const ids = received.map((text) => /^Message-ID: (.*)$/im.exec(text)?.[1]);
    expect(new Set(ids).size).toBe(ids.length);
    expect(received.length).toBeGreaterThan(0);
    expect(await stateOf('mail', 'clamd')).toEqual(['ok', 'ok']);
  });
});
