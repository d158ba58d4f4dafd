import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { type Product, useInstallation } from './product.ts';

const installation = useInstallation();
let servers: Product[];
const MAILS = 60;

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
  for (let at = 0; at < MAILS; at += 1) {
    const mail = JSON.stringify({ to: `neko-${at}@example.rs`, subject: 'Наслов', text: 'Текст' });
    await installation.ask(`select graphile_worker.add_job('sendMail', $1::json)`, [mail]);
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
  const to = readdirSync(outbox).map((name) => /^To: (.*)$/im.exec(readFileSync(join(outbox, name), 'utf8'))?.[1]);
  expect([to.length, new Set(to).size]).toEqual([MAILS, MAILS]);
  process.stdout.write(`two schedulers: ${row?.runs} minutes, ${to.length} mails\n`);
});
