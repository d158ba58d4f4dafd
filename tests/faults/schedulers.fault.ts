import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { newProject, Person } from './load.ts';
import { type Product, useInstallation } from './product.ts';

const installation = useInstallation();
let servers: Product[];

beforeAll(async () => {
  const first = await installation.product();
  const second = await installation.product();
  servers = [first, second];
  // A row of each run, kept by the database itself.
  await installation.ask('create table runs (task text, run_at timestamptz, at timestamptz default clock_timestamp())');
  await Promise.all(servers.map((server) => server.start()));
  await installation.ask(`create function keep_run() returns trigger language plpgsql as $$
    begin
      insert into runs (task, run_at) select identifier, new.run_at from graphile_worker._private_tasks where id = new.task_id;
      return new;
    end $$`);
  await installation.ask(
    'create trigger keep_run after insert on graphile_worker._private_jobs for each row execute function keep_run()',
  );
});

it('two servers with jobs queue each job of the clock once, and send each mail once', async () => {
  const [first, second] = servers;
  const person = new Person(() => first?.url ?? '', 'local.user');
  await person.signIn();
  const code = await newProject(person);
  const wanted = 30;
  for (let at = 0; at < wanted; at += 1) {
    await person.call('POST', `projects/${code}/comments`, { text: `@local.admin порука-${at}.` });
  }
  // Two full minutes, so that the jobs of each minute came twice.
  await delay(150_000);
  const twice = await installation.ask(
    `select task, date_trunc('minute', run_at) as minute, count(*)::int as times from runs
     where task in ('foldCounts', 'sealAudit') group by 1, 2 having count(*) > 1`,
  );
  expect(twice).toEqual([]);
  const [row] = await installation.ask<{ runs: number }>(
    `select count(*)::int as runs from runs where task = 'sealAudit'`,
  );
  expect(row?.runs).toBeGreaterThanOrEqual(2);
  expect(row?.runs).toBeLessThanOrEqual(3);
  expect(second?.isRunning).toBe(true);
  const outbox = join(first?.folder ?? '', 'outbox');
  const mails = readdirSync(outbox).map((name) => readFileSync(join(outbox, name), 'utf8'));
  const told = await installation.ask<{ mailed: number; waiting: number }>(
    `select count(mailed_at)::int as mailed, (count(*) - count(mailed_at))::int as waiting from notifications where delivery = 'now'`,
  );
  const ids = mails.map((mail) => /^Message-ID: (.*)$/im.exec(mail)?.[1]);
  expect(new Set(ids).size).toBe(ids.length);
  process.stdout.write(`two schedulers: ${JSON.stringify({ ...row, mails: mails.length, ...told[0] })}\n`);
});
