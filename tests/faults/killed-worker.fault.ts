import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { queueOf } from '../../apps/server/src/platform/jobs.ts';
import { Load, Person } from './load.ts';
import { type Product, useInstallation } from './product.ts';
import { expectAllKept } from './promises.ts';

const MAILS = 40;
const REPORTS = 3;
/** Papers of more rows than 500 are made by a job. */
const PROJECTS = '1500';

const installation = useInstallation();
let web: Product;
let workers: Product[];

beforeAll(async () => {
  web = await installation.product({}, { words: ['serve', '--no-jobs'] });
  await web.start();
  expect(web.command('seed', '--projects', PROJECTS)).toMatchObject({ code: 0 });
  workers = [
    await installation.product({}, { words: ['worker'] }),
    await installation.product({}, { words: ['worker'] }),
  ];
  for (const worker of workers) await worker.start();
});

it('kill -9 of workers in turn: another takes their jobs over, each is done once', async () => {
  const people = ['local.user', 'local.power', 'other.user'].map((login) => new Person(() => web.url, login));
  const load = await Load.start(people);
  const admin = new Person(() => web.url, 'admin');
  await admin.signIn();
  for (let at = 0; at < MAILS; at += 1) {
    const mail = JSON.stringify({ to: `neko-${at}@example.rs`, subject: 'Наслов', text: 'Текст' });
    await installation.ask(`select graphile_worker.add_job('sendMail', $1::json, $2)`, [mail, queueOf('sendMail')]);
  }
  for (let time = 0; time < REPORTS; time += 1) {
    const begun = await admin.call('GET', 'reporting/board-reports/project-list?reportFormat=pdf');
    expect(begun.status).toBe(202);
    const worker = workers[time % workers.length] as Product;
    await worker.kill();
    await worker.start();
  }
  await load.more(20);
  await load.stop();
  expect(load.odd).toEqual([]);
  await expectAllKept(installation, web, load);
  const operations = await installation.ask<{ state: string; attempt: number }>(
    'select state, attempt from operations',
  );
  expect(operations.map(({ state }) => state)).toEqual(Array.from({ length: REPORTS }, () => 'done'));
  const results = await installation.ask('select distinct storage_key from operations where storage_key is not null');
  expect(results).toHaveLength(REPORTS);
  const outbox = join(web.folder, 'outbox');
  const to = readdirSync(outbox)
    .map((name) => /^To: (neko-\d+)@/im.exec(readFileSync(join(outbox, name), 'utf8'))?.[1])
    .filter((name) => name !== undefined);
  expect([to.length, new Set(to).size]).toEqual([MAILS, MAILS]);
  load.tell('workers', `attempts ${operations.map(({ attempt }) => attempt).join(' ')}`);
});
