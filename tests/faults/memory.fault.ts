import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { Load, Person } from './load.ts';
import { type Product, useInstallation, within } from './product.ts';
import { expectNothingLost } from './promises.ts';

const MEBI = 1024 * 1024;
/** All processes of the product together: server, renderers, readers of imports. */
const BOUND_MB = 420;
const GROUPS = '/sys/fs/cgroup/memory';
const group = join(GROUPS, `pimis-fault-${process.pid}`);

const installation = useInstallation();
let product: Product;

beforeAll(async () => {
  mkdirSync(group);
  writeFileSync(join(group, 'memory.limit_in_bytes'), String(BOUND_MB * MEBI));
  product = await installation.product(
    { DOCUMENT_SIZE_LIMIT: String(100 * MEBI) },
    { before: ['sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$0" "$@"`] },
  );
  await product.start();
});

afterAll(async () => {
  await product.stop();
  // Its child processes end with it.
  await within(20_000, 'an empty group', () =>
    readFileSync(join(group, 'cgroup.procs'), 'utf8') === '' ? true : undefined,
  );
  rmdirSync(group);
});

const peak = () => Math.round(Number(readFileSync(join(group, 'memory.max_usage_in_bytes'), 'utf8')) / MEBI);
const killed = () => Number(/^oom_kill (\d+)/m.exec(readFileSync(join(group, 'memory.oom_control'), 'utf8'))?.[1] ?? 0);

it(`with ${BOUND_MB} MB for everything: large papers, imports and files end with their answer, the server stays`, async () => {
  const pid = product.pid;
  const people = ['local.user', 'local.power', 'other.user'].map((login) => new Person(() => product.url, login));
  const load = await Load.start(people);
  const admin = new Person(() => product.url, 'admin');
  await admin.signIn();
  const [code = ''] = load.codes;
  // Rows of a registry, far more than a screen shows.
  const rows = Array.from({ length: 60_000 }, (_, at) => `${at};Назив ${at};${'текст '.repeat(20)}`).join('\n');
  const statuses: string[] = [];
  const request = async (what: string, work: () => Promise<Response>) => {
    const answer = await work();
    await answer.arrayBuffer();
    statuses.push(`${what} ${answer.status}`);
  };
  await Promise.all([
    ...Array.from({ length: 6 }, () =>
      request('paper', () => admin.raw('GET', `reporting/projects/${code}/identity-cards`)),
    ),
    ...Array.from({ length: 3 }, () => request('archive', () => admin.raw('GET', `reporting/projects/${code}`))),
    ...Array.from({ length: 2 }, () =>
      request('file', () => sendFile(people[0] as Person, code, Buffer.alloc(60 * MEBI, 'a'))),
    ),
    request('table', () => importTable(admin, rows)),
  ]);
  await load.more(60);
  await load.stop();
  const outcome = { statuses, peak: peak(), killed: killed() };
  process.stdout.write(`memory: ${JSON.stringify(outcome)}\n`);
  expect(product.pid).toBe(pid);
  expect(product.isRunning).toBe(true);
  // Each has an answer of the product: done, or a refusal by name.
  expect(statuses.filter((status) => / 5\d\d/.test(status) && !status.endsWith('503'))).toEqual([]);
  expect(load.odd).toEqual([]);
  await expectNothingLost(installation, product, load);
});

function sendFile(person: Person, code: string, content: Buffer<ArrayBuffer>): Promise<Response> {
  const form = new FormData();
  form.set('description', 'Велика датотека');
  form.set('file', new Blob([content]), 'velika.txt');
  return person.raw('POST', `projects/${code}/documents`, form);
}

function importTable(person: Person, rows: string): Promise<Response> {
  const form = new FormData();
  form.set('file', new Blob([`code;name;status\n${rows}`]), 'tabela.csv');
  return person.raw('POST', 'registry/banks/import?dryRun=true', form);
}
