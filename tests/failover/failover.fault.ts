import { chmodSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFailed, onTestFinished } from 'vitest';
import { serviceAccount } from '../../apps/server/src/platform/database/postgres-binaries.ts';
import { freePort } from '../../apps/server/src/testing/child-server.ts';
import { Cluster, type Node } from '../../deploy/ha/cluster.ts';
import { Load, Person } from '../faults/load.ts';
import { Product, within } from '../faults/product.ts';
import { expectNothingLost } from '../faults/promises.ts';
import { beginUpload } from './upload.ts';
import { makeMachines, NETWORK, processesOf, removeMachines, setNetwork } from './machines.ts';

const BINARIES = '/usr/lib/postgresql/15/bin';
const TIMES = Number(process.env.PIMIS_FAILOVERS ?? 5);
/** From the fault to the next acknowledged write. */
const LONGEST_MS = 30_000;
const LOOK_MS = 50;
/** How many letters of its output are shown when the product has ended. */
const LAST_WORDS = 4_000;
const MAILS = 20;
/** Ten people who write at the same time. */
const WRITERS = [
  'local.user',
  'local.power',
  'local.admin',
  'other.user',
  'local.user',
  'local.power',
  'local.admin',
  'other.user',
  'local.user',
  'local.power',
];

let folder: string;
let cluster: Cluster;
let product: Product;
const results: string[] = [];
let queuedMails = 0;

const numberOf = (node: Node) => cluster.nodes.indexOf(node) + 1;

async function ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]): Promise<Row[]> {
  const client = new pg.Client({ connectionString: cluster.url });
  await client.connect();
  try {
    return (await client.query<Row>(text, values)).rows;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pimis-failover-'));
  chmodSync(folder, 0o755);
  cluster = new Cluster({
    folder,
    places: makeMachines(),
    network: NETWORK,
    binaries: BINARIES,
    password: 'of-a-cluster-for-an-hour',
    primaryPort: await freePort(),
    replicaPort: await freePort(),
    account: serviceAccount(),
  });
  await cluster.start();
  mkdirSync(join(folder, 'pimis'));
  product = new Product(join(folder, 'pimis'), await freePort(), {
    DATABASE_URL: cluster.url,
    READ_DATABASE_URL: cluster.replicaUrl,
  });
  await product.start();
});

afterAll(async () => {
  await product?.stop();
  await cluster?.stop();
  removeMachines();
  rmSync(folder, { recursive: true, force: true });
  process.stdout.write(`${results.join('\n')}\n`);
});

/** Ends every process of the machine, as a power cut. */
function cutPower(node: Node): void {
  for (const pid of processesOf(numberOf(node))) process.kill(pid, 'SIGKILL');
}

function signal(node: Node, name: 'SIGSTOP' | 'SIGCONT'): void {
  for (const pid of processesOf(numberOf(node))) process.kill(pid, name);
}

function restart(node: Node): void {
  node.startEtcd();
  node.startPatroni();
}

async function required(node: Promise<Node | undefined>): Promise<Node> {
  const found = await node;
  if (!found) throw new Error('No node has that role');
  return found;
}

/** A fault that is done to a node, and what ends it. */
interface Fault {
  node: () => Promise<Node>;
  begin: (node: Node) => Promise<void> | void;
  end: (node: Node) => Promise<void> | void;
  /** The primary is another one afterwards. */
  moves: boolean;
}

const primary = () => required(cluster.primary());
/** Patroni may change the synchronous standby at any moment: for a moment there is none. */
const synchronous = () => within(60_000, 'a synchronous standby', () => cluster.synchronous());
const FAULTS: Readonly<Record<string, Fault>> = {
  'the primary is killed': { node: primary, begin: cutPower, end: restart, moves: true },
  'the primary hangs': {
    node: primary,
    begin: (node) => signal(node, 'SIGSTOP'),
    end: (node) => signal(node, 'SIGCONT'),
    moves: true,
  },
  'the primary is cut off': {
    node: primary,
    begin: (node) => setNetwork(numberOf(node), false),
    end: (node) => setNetwork(numberOf(node), true),
    moves: true,
  },
  'the primary is switched over': {
    node: primary,
    begin: async (node) => {
      const candidate = await synchronous();
      const answer = await fetch(`http://${node.address}:8008/switchover`, {
        method: 'POST',
        body: JSON.stringify({ leader: node.name, candidate: candidate.name }),
      });
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Successfully')]);
    },
    end: () => undefined,
    moves: true,
  },
  'the synchronous replica is lost': {
    node: synchronous,
    begin: cutPower,
    end: restart,
    moves: false,
  },
  'a member of etcd is lost': {
    node: primary,
    begin: (node) => {
      if (node.etcdPid === undefined) throw new Error('No etcd');
      // Only etcd: PostgreSQL keeps working with the other two members.
      const pids = processesOf(numberOf(node)).filter((pid) => pid === node.etcdPid);
      expect(pids).toHaveLength(1);
      for (const pid of pids) process.kill(pid, 'SIGKILL');
    },
    end: (node) => node.startEtcd(),
    moves: false,
  },
};

describe.each(Object.entries(FAULTS))('%s', (name, fault) => {
  it.each(Array.from({ length: TIMES }, (_, index) => index + 1))('time %i', async (time) => {
    // The whole run takes half an hour: failures are printed at once.
    onTestFailed(({ task }) => {
      for (const { message } of task.result?.errors ?? []) process.stdout.write(`${name}, time ${time}: ${message}\n`);
      if (!product.isRunning) process.stdout.write(`The product has ended: ${product.output.slice(-LAST_WORDS)}\n`);
    });
    const people = WRITERS.map((login) => new Person(() => product.url, login));
    const sender = new Person(() => product.url, 'local.user');
    const returner = new Person(() => product.url, 'local.admin');
    await cluster.whole();
    for (const person of [...people, sender, returner]) {
      await within(60_000, 'a sign-in', async () => ((await person.signIn()).status === 200 ? true : undefined));
    }
    const load = await Load.start(people);
    // Writers of a test that failed must not go on writing during the next ones.
    onTestFinished(() => load.stop());
    await load.addSteps(sender, returner);
    await load.more(20);
    await ask(
      `select graphile_worker.add_job('sendMail', json_build_object('to', $1 || n || '@example.rs',
                                                                    'subject', 'Наслов', 'text', 'Текст'))
       from generate_series(1, ${MAILS}) n`,
      [`${Object.keys(FAULTS).indexOf(name)}-${time}-`],
    );
    queuedMails += MAILS;
    const upload = await beginUpload(sender);
    const node = await fault.node();
    const former = await primary();
    const begun = performance.now();
    let broken = true;
    const mend = async () => {
      if (!broken) return;
      broken = false;
      await fault.end(node);
    };
    // A test that fails must not leave its fault to the next ones.
    onTestFinished(mend);
    await fault.begin(node);
    // The calls that were under way at that moment may still end well: those that begin now count.
    const writing = await firstWriteOf(load, begun);
    await load.more(40);
    if (fault.moves) expect((await primary()).name).not.toBe(former.name);
    expect(await upload.finish()).toBe(true);
    await mend();
    await cluster.whole();
    await load.more(20);
    await load.stop();
    results.push(
      `${name}, time ${time}: writing again after ${(writing / 1000).toFixed(1)} s; ${load.count('acknowledged')} acknowledged, ${load.count('refused')} refused with 503, ${load.count('unknown')} cut`,
    );
    process.stdout.write(`${results.at(-1)}\n`);
    expect(load.odd.length, `${JSON.stringify(load.odd[0])} ${failuresLogged()}`).toBe(0);
    expect(writing).toBeLessThan(LONGEST_MS);
    await within(60_000, 'the product to be ready', async () =>
      (await fetch(`${product.url}/api/health/ready`)).ok ? true : undefined,
    );
    await expectNothingLost({ ask }, product, load);
  });
});

/** The unforeseen errors that the product has logged, each once. */
function failuresLogged(): string {
  const lines = product.output.split('\n').filter((line) => line.includes('unexpected failure'));
  const errors = lines.map((line) => (JSON.parse(line) as { err?: { code?: string; message: string } }).err);
  return [...new Set(errors.map((error) => `${error?.code} ${error?.message}`))].join('; ');
}

/** Milliseconds from the fault to the first acknowledged write that began after it. */
async function firstWriteOf(load: Load, begun: number): Promise<number> {
  const known = load.writes.length;
  for (;;) {
    if (load.writes.slice(known).some(({ outcome }) => outcome === 'acknowledged')) return performance.now() - begun;
    if (performance.now() - begun > 4 * LONGEST_MS) throw new Error('Nobody writes again');
    await delay(LOOK_MS);
  }
}

it('every mail was sent, once', () => {
  const outbox = join(product.folder, 'outbox');
  const mails = readdirSync(outbox).map((file) => readFileSync(join(outbox, file), 'utf8'));
  const to = mails
    .map((mail) => /^To: (\d+-\d+-\d+@example\.rs)$/im.exec(mail)?.[1])
    .filter((one) => one !== undefined);
  expect([to.length, new Set(to).size]).toEqual([queuedMails, queuedMails]);
});
