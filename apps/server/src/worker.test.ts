import { once } from 'node:events';
import { type AddressInfo } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { sql } from 'kysely';
import { SMTPServer } from 'smtp-server';
import { expect, it, vi } from 'vitest';
import { jobHandlers } from './job-handlers.ts';
import { startOperation } from './modules/operations/service.ts';
import { addJobs, startJobs } from './platform/jobs/jobs.ts';
import { ownUrl } from './testing/held-projects.ts';
import { signedInAt, useCommands } from './testing/own-process.ts';
import { useServer } from './testing/server.ts';

const server = useServer();
const start = useCommands(server);
const mails = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ to: `neko-${index}@example.rs`, subject: 'Наслов', text: 'Текст' }));

const left = async () => {
  const { rows } = await sql<{ left: number }>`select count(*)::integer as left from graphile_worker.jobs
    where task_identifier in ('sendMail', 'runOperation')`.execute(server.context.db);
  return rows[0]?.left;
};

it('runs each job once, however many workers there are', async () => {
  const sent: string[] = [];
  const mail = {
    send: async ({ to }: { to: string }) => {
      await delay(1);
      sent.push(to);
    },
  };
  const context = { ...server.jobs, mail };
  const url = await ownUrl(server);
  const workers = await Promise.all([1, 2, 3].map(() => startJobs(context, url, jobHandlers(context))));
  await addJobs(server.context.db, 'sendMail', mails(100));
  await expect.poll(left).toBe(0);
  await Promise.all(workers.map((worker) => worker.stop()));
  expect(sent).toHaveLength(100);
  expect(new Set(sent).size).toBe(100);
});

/** A mail server that takes its time, and what it took: the Message-ID of each mail. */
async function slowSmtp(answeredAfterMs: number) {
  const taken: string[] = [];
  const smtp = new SMTPServer({
    authOptional: true,
    logger: false,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, _, done) => {
      let text = '';
      stream.on('data', (part: Buffer) => (text += part.toString()));
      stream.on('end', () => {
        taken.push(/^message-id:\s*(\S+)/im.exec(text)?.[1] ?? 'none');
        setTimeout(done, answeredAfterMs);
      });
    },
  });
  smtp.on('error', () => undefined);
  smtp.listen(0, '127.0.0.1');
  await once(smtp.server, 'listening');
  return { url: `smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, taken, stop: () => smtp.close() };
}

it('does a hundred jobs once whose worker is killed in the middle of them', {
  timeout: 120_000,
}, async () => {
  const { db } = server.context;
  const smtp = await slowSmtp(80);
  const web = await start(['serve', '--no-jobs'], /^PIMIS: (\S+)$/m);
  const authorization = await signedInAt(web.found[1] ?? '', 'admin');
  const { rows } = await sql<{ userId: number; sessionId: string }>`
    select users.id as "userId", sessions.id as "sessionId" from users join sessions on sessions.user_id = users.id
    where users.login = 'admin' order by sessions.created_at desc limit 1`.execute(db);
  const [session] = rows;
  if (!session) throw new Error('Nobody has signed in');
  const places: string[] = [];
  for (let index = 0; index < 10; index += 1) {
    const input = { type: 'project-list', scope: {}, key: `archives/izvestaj-${index}`, ...session };
    const operation = {
      userId: session.userId,
      kind: 'boardReport' as const,
      fileName: `izvestaj-${index}.pdf`,
      input,
    };
    places.push(await db.transaction().execute((tx) => startOperation(server.context, tx, operation)));
  }
  await addJobs(db, 'sendMail', mails(90));
  // The server leaves them alone.
  await delay(3_000);
  expect(await left()).toBe(100);

  const first = await start(['worker'], /^PIMIS runs jobs$/m, { SMTP_URL: smtp.url });
  await expect.poll(() => smtp.taken.length, { interval: 5 }).toBeGreaterThan(30);
  first.child.kill('SIGKILL');
  await once(first.child, 'exit');
  expect(await left()).toBeGreaterThan(0);
  // As if the dead worker had been silent for a minute.
  await sql`update job_workers set alive_at = alive_at - interval '1 minute'`.execute(db);
  await sql`update graphile_worker._private_jobs set locked_at = locked_at - interval '1 minute'
            where locked_at is not null`.execute(db);
  const second = await start(['worker'], /^PIMIS runs jobs$/m, { SMTP_URL: smtp.url });
  await expect.poll(left, { timeout: 60_000 }).toBe(0);

  // Mails accepted by the mail server when the worker died are sent twice, with the same Message-ID; never more than
  // were running then.
  expect(new Set(smtp.taken).size).toBe(90);
  expect(smtp.taken.length).toBeLessThanOrEqual(96);
  const operations = await sql<{ state: string; count: number }>`
    select state, count(*)::integer as count from operations group by state`.execute(db);
  expect(operations.rows).toEqual([{ state: 'done', count: 10 }]);
  for (const place of places) {
    const answer = await fetch(`${web.found[1]}${place}/result`, { headers: { authorization } });
    expect([answer.status, (await answer.text()).slice(0, 5)]).toEqual([200, '%PDF-']);
  }
  second.child.kill('SIGTERM');
  await once(second.child, 'exit');
  smtp.stop();
});

it('runs what is due by the clock once, with two workers', async () => {
  const { db } = server.context;
  // Each worker tries to queue the jobs of a minute; only the first one succeeds.
  await sql`create table asked (at timestamptz)`.execute(db);
  await sql`create function asked() returns trigger language plpgsql as
    'begin insert into asked values (new.last_execution); return new; end'`.execute(db);
  await sql`create trigger asked before insert on graphile_worker._private_known_crontabs for each row
    when (new.identifier = 'foldCounts' and new.last_execution is not null) execute function asked()`.execute(db);
  await sql`create table ran (at timestamptz)`.execute(db);
  await sql`create function ran() returns trigger language plpgsql as
    'begin insert into ran select new.run_at from graphile_worker._private_tasks
       where id = new.task_id and identifier = ''foldCounts''; return null; end'`.execute(db);
  await sql`create trigger ran after insert on graphile_worker._private_jobs for each row execute function ran()`.execute(
    db,
  );
  const url = await ownUrl(server);
  // The clock of the workers shows two seconds before a full minute, and goes on from there.
  const [now, minute] = [Date.now(), 60_000];
  vi.useFakeTimers({
    toFake: ['Date'],
    shouldAdvanceTime: true,
    now: now + ((2 * minute - 2_000 - (now % minute)) % minute),
  });
  const workers = await Promise.all([1, 2].map(() => startJobs(server.jobs, url, jobHandlers(server.jobs))));
  const times = async () => {
    const { rows } = await sql<{ asked: number; ran: number }>`
      select count(*)::integer as asked, (select count(*)::integer from ran where ran.at = asked.at) as ran
      from asked group by at order by at limit 1`.execute(db);
    return rows[0];
  };
  await expect.poll(async () => (await times())?.asked).toBe(2);
  expect((await times())?.ran).toBe(1);
  await Promise.all(workers.map((worker) => worker.stop()));
  vi.useRealTimers();
  await sql`drop trigger asked on graphile_worker._private_known_crontabs`.execute(db);
  await sql`drop trigger ran on graphile_worker._private_jobs`.execute(db);
  await sql`drop function asked, ran`.execute(db);
  await sql`drop table asked, ran`.execute(db);
});
