import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { Load, newProject, Person } from './load.ts';
import { type Product, useInstallation } from './product.ts';
import { expectNothingLost } from './promises.ts';

const HOUR = 3_600;
const installation = useInstallation();
const offset = join(installation.folder, 'offset');
let product: Product;

/** libfaketime reads the offset at each look at the clock; the monotonic clock goes on. */
function setClock(seconds: number): void {
  writeFileSync(offset, `${seconds < 0 ? '' : '+'}${seconds}\n`);
}

beforeAll(async () => {
  setClock(0);
  const env = { FAKETIME_TIMESTAMP_FILE: offset, FAKETIME_NO_CACHE: '1', FAKETIME_DONT_FAKE_MONOTONIC: '1' };
  product = await installation.product({ ...env, LD_PRELOAD: '/usr/lib/x86_64-linux-gnu/faketime/libfaketimeMT.so.1' });
  await product.start();
});

const accounts = ['local.user', 'local.power', 'other.user'];

/** The guarantees of the product, regardless of the clock. */
async function expectWork(login: string): Promise<void> {
  const person = new Person(() => product.url, login);
  expect((await person.signIn()).status).toBe(200);
  const code = await newProject(person);
  expect((await person.call('POST', `projects/${code}/comments`, { text: `@local.admin ${code}` })).status).toBe(200);
  await expect
    .poll(() => installation.ask(`select 1 from graphile_worker.jobs where task_identifier = 'mailNotifications'`))
    .toEqual([]);
}

describe('the clock', () => {
  it('is the faked one of the server', async () => {
    setClock(HOUR);
    const answer = await fetch(`${product.url}/api/health/live`);
    const ahead = Date.parse(answer.headers.get('date') ?? '') - Date.now();
    expect(ahead).toBeGreaterThan((HOUR - 60) * 1_000);
    setClock(0);
  });

  it.each([
    ['an hour forth', HOUR],
    ['an hour back', -HOUR],
  ])(
    '%s under load: no write is lost, jobs go on, people sign in, nobody is locked out for long',
    async (_, seconds) => {
      setClock(0);
      await expectWork('local.user');
      const people = accounts.map((login) => new Person(() => product.url, login));
      // A person whose session has ended by the clock gets that answer and signs in again.
      const load = await Load.start(people, ({ status }) => status !== 401);
      await load.more(30);
      setClock(seconds);
      await delay(3_000);
      for (const person of people) await person.signIn();
      await load.more(30);
      await expectWork('local.power');
      setClock(0);
      await delay(3_000);
      for (const person of people) await person.signIn();
      await load.more(30);
      await load.stop();
      expect(load.odd).toEqual([]);
      await expectWork('other.user');
      await expectNothingLost(installation, product, load);
      load.report(`clock ${seconds} s`, `${load.refusals.length} sessions reported as ended`);
    },
  );

  it('forth and back again opens no quarter twice and queues no daily job twice', async () => {
    const quarters = () =>
      installation.ask(
        `select project_id, ordinal, count(*) from project_forms group by 1, 2, code having count(*) > 1`,
      );
    const runs = async () => {
      for (const name of ['openNextQuarters', 'mailDigest', 'mailReports', 'foldCounts', 'makeOpenDataFiles']) {
        await installation.ask(`select graphile_worker.add_job($1, '{}'::json)`, [name]);
      }
      await expect.poll(() => installation.ask(`select 1 from graphile_worker.jobs where run_at <= now()`)).toEqual([]);
    };
    await runs();
    const before = await installation.ask<{ rows: string }>('select count(*) as rows from project_forms');
    const mails = await installation.ask<{ rows: string }>(
      `select count(*) as rows from notifications where mailed_at is not null`,
    );
    for (const seconds of [HOUR, 0, -HOUR, 0]) {
      setClock(seconds);
      await runs();
    }
    expect(await quarters()).toEqual([]);
    expect(await installation.ask('select count(*) as rows from project_forms')).toEqual(before);
    expect(Number(mails[0]?.rows)).toBeGreaterThanOrEqual(0);
  });
});
