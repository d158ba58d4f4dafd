import { setTimeout as delay } from 'node:timers/promises';
import { readdirSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { commandOf, parentOf } from '../../apps/server/src/platform/process/processes.ts';
import { Load, Person } from './load.ts';
import { type Product, useInstallation, within } from './product.ts';
import { expectNothingLost, halves } from './promises.ts';

const WRITERS = ['local.user', 'local.user', 'local.power', 'local.power', 'local.admin', 'other.user'];
/** The growth of a server's memory allowed after minutes of load. */
const MEMORY_MB = 150;

const installation = useInstallation();
let product: Product;
let people: Person[];
let sender: Person;
let returner: Person;

beforeAll(async () => {
  product = await installation.product();
  await product.start();
  sender = new Person(() => product.url, 'local.user');
  returner = new Person(() => product.url, 'local.admin');
  people = WRITERS.map((login) => new Person(() => product.url, login));
  for (const person of [...people, sender, returner]) await person.signIn();
});

async function startLoad(): Promise<Load> {
  const load = await Load.start(people);
  await load.addSteps(sender, returner);
  return load;
}

/** Processes below the product whose command has this word. */
function children(word: string): number[] {
  const below = (pid: number): boolean => pid > 1 && (pid === product.pid || below(parentOf(pid) ?? 0));
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && pid !== product.pid && (commandOf(pid)?.includes(word) ?? false) && below(pid));
}

describe('kill -9 under load', () => {
  it('of the server, three times: every acknowledged write is there once, people go on with their session', async () => {
    const load = await startLoad();
    for (let time = 0; time < 3; time += 1) {
      await load.more(40);
      await product.kill();
      await product.start();
    }
    await load.more(40);
    await load.stop();
    expect(load.odd).toEqual([]);
    await expectNothingLost(installation, product, load);
    load.report('server', `${halves(product).length} halves of files`);
  });

  it('of a PDF renderer: the paper fails with an answer or is drawn by another, the server stays', async () => {
    const load = await startLoad();
    const before = product.pid;
    const admin = new Person(() => product.url, 'admin');
    await admin.signIn();
    const path = `reporting/projects/${load.codes[0]}/identity-cards`;
    const seen: number[] = [];
    for (let time = 0; time < 8; time += 1) {
      const status = admin.raw('GET', path).then((answer) => answer.arrayBuffer().then(() => answer.status));
      const [pid] = await within(20_000, 'a renderer', () => {
        const found = children('render-process');
        return found.length > 0 ? found : undefined;
      });
      if (pid !== undefined) process.kill(pid, 'SIGKILL');
      seen.push(await status);
    }
    const paper = await admin.raw('GET', path);
    const bytes = Buffer.from(await paper.arrayBuffer());
    await load.stop();
    expect([paper.status, bytes.subarray(0, 5).toString()]).toEqual([200, '%PDF-']);
    expect(seen.filter((status) => ![200, 503].includes(status))).toEqual([]);
    expect(product.pid).toBe(before);
    expect(load.odd).toEqual([]);
    await expectNothingLost(installation, product, load);
    load.report('renderer', `papers ${seen.join(' ')}`);
  });

  it('of the database (stopped for 30 s): 503 with Retry-After meanwhile, then everything goes on by itself', async () => {
    const load = await startLoad();
    await load.more(40);
    const memory = product.memory();
    await installation.stopDatabase();
    const answer = await sender.call('GET', 'projects/lists');
    expect([answer.status, (answer.retryAfter ?? 0) > 0]).toEqual([503, true]);
    expect((await fetch(`${product.url}/api/health/live`)).status).toBe(200);
    expect((await fetch(`${product.url}/api/health/ready`)).status).toBe(503);
    await delay(30_000);
    await installation.startDatabase();
    await load.more(40);
    await load.stop();
    expect(load.odd).toEqual([]);
    expect(load.count('unknown')).toBe(0);
    await expectNothingLost(installation, product, load);
    expect(product.memory() - memory).toBeLessThan(MEMORY_MB);
    load.report('database away', `${memory} MB before, ${product.memory()} MB after`);
  });
});
