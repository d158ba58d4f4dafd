import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers/promises';
import pg from 'pg';
import { afterAll } from 'vitest';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../../apps/server/src/platform/database/embedded-postgres.ts';
import { isAlive } from '../../apps/server/src/platform/process/processes.ts';
import { freePort } from '../../apps/server/src/testing/child-server.ts';

const ROOT = join(import.meta.dirname, '..', '..');
/** The command that an operator runs. */
const PIMIS = join(ROOT, 'pimis');
const START_MS = 240_000;

/** A process of the product, at one address for all its lives. */
export class Product {
  readonly port: number;
  readonly folder: string;
  private readonly env: NodeJS.ProcessEnv;
  private readonly before: readonly string[];
  private readonly words: readonly string[];
  private said = '';
  process: ChildProcess | undefined;

  constructor(
    folder: string,
    port: number,
    env: Readonly<Record<string, string>>,
    { before = [], words = ['serve'] }: { before?: readonly string[]; words?: readonly string[] } = {},
  ) {
    this.folder = folder;
    this.port = port;
    this.before = before;
    this.words = words;
    this.env = {
      ...process.env,
      NODE_ENV: '',
      NODE_OPTIONS: '',
      DATA_DIR: folder,
      PORT: String(port),
      DEMO: '1',
      LOG_LEVEL: 'warn',
      ...env,
    };
  }

  get url(): string {
    return `http://localhost:${this.port}`;
  }

  get pid(): number {
    if (this.process?.pid === undefined) throw new Error('The product does not run');
    return this.process.pid;
  }

  /** All that it has printed and logged, in all its lives. */
  get output(): string {
    return this.said;
  }

  /** Starts it and waits until it is ready. Error: its output, when it ends instead. */
  async start(): Promise<void> {
    const [command = PIMIS, ...rest] = [...this.before, PIMIS, ...this.words];
    const child = spawn(command, rest, { cwd: this.folder, env: this.env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.process = child;
    const from = this.said.length;
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.said += text;
      });
    }
    await within(START_MS, 'the start', () => {
      if (child.exitCode !== null) throw new Error(`The product has ended: ${this.said.slice(from)}`);
      return /^PIMIS[: ]/m.test(this.said.slice(from)) || undefined;
    });
  }

  /** As a power cut ends it. */
  async kill(): Promise<void> {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    const child = this.process;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    await gone;
  }

  get isRunning(): boolean {
    return this.process !== undefined && this.process.exitCode === null && this.process.signalCode === null;
  }

  /** Runs another subcommand on the same data; its exit code and its words. */
  command(...words: string[]): { code: number; said: string } {
    try {
      const said = execFileSync(PIMIS, words, { cwd: this.folder, env: this.env, stdio: 'pipe', timeout: START_MS });
      return { code: 0, said: said.toString() };
    } catch (error) {
      const { status, stdout, stderr } = error as { status: number | null; stdout: Buffer; stderr: Buffer };
      return { code: status ?? -1, said: `${stdout.toString()}${stderr.toString()}` };
    }
  }

  /** Resident memory of its process, in MB. */
  memory(): number {
    const [, kilobytes = '0'] = /^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8')) ?? [];
    return Math.round(Number(kilobytes) / 1024);
  }
}

/** Repeats until something is found. Error: what was waited for in vain. */
export async function within<Found>(
  ms: number,
  what: string,
  find: () => Promise<Found | undefined> | Found | undefined,
): Promise<Found> {
  const until = performance.now() + ms;
  for await (const _ of every(100)) {
    const found = await find();
    if (found !== undefined) return found;
    if (performance.now() > until) break;
  }
  throw new Error(`${what}: not within ${ms} ms`);
}

export interface Installation {
  folder: string;
  /** A database server of its own, which the product knows by its address. */
  postgres: EmbeddedPostgres;
  product: (
    env?: Readonly<Record<string, string>>,
    how?: { before?: readonly string[]; words?: readonly string[] },
  ) => Promise<Product>;
  /** A product with the embedded database. */
  embedded: (env?: Readonly<Record<string, string>>) => Promise<Product>;
  ask: <Row extends pg.QueryResultRow>(text: string, values?: unknown[]) => Promise<Row[]>;
  stopDatabase: () => Promise<void>;
  startDatabase: () => Promise<void>;
}

/** A folder, a PostgreSQL and products on it; all ends with the file. Call it at the top of a file. */
export function useInstallation({ place = tmpdir() }: { place?: string } = {}): Installation {
  const folder = mkdtempSync(join(place, 'pimis-fault-'));
  chmodSync(folder, 0o755);
  const database = join(folder, 'database');
  const products: Product[] = [];
  let running: Promise<EmbeddedPostgres> | undefined;
  const postgres = () => {
    mkdirSync(database, { recursive: true });
    return (running ??= startEmbeddedPostgres(database));
  };

  const embeddedUrl = () => {
    for (const { output } of products) {
      const [, place] = /^PostgreSQL .* in (\S+)$/m.exec(output) ?? [];
      if (place === undefined) continue;
      const read = (name: string) => readFileSync(join(place, name), 'utf8').trim();
      return `postgresql://pimis:${read('password')}@127.0.0.1:${read('port')}/postgres`;
    }
    return undefined;
  };

  const installation = {
    folder,
    async product(env = {}, how = {}) {
      const { url } = (installation.postgres = await postgres());
      const data = join(folder, 'data');
      mkdirSync(data, { recursive: true });
      const product = new Product(data, await freePort(), { DATABASE_URL: url, ...env }, how);
      products.push(product);
      return product;
    },
    async embedded(env = {}) {
      const data = join(folder, 'data');
      mkdirSync(data, { recursive: true });
      const product = new Product(data, await freePort(), env);
      products.push(product);
      return product;
    },
    async ask<Row extends pg.QueryResultRow>(text: string, values?: unknown[]) {
      const client = new pg.Client({ connectionString: embeddedUrl() ?? (await postgres()).url });
      await client.connect();
      try {
        return (await client.query<Row>(text, values)).rows;
      } finally {
        await client.end();
      }
    },
    async stopDatabase() {
      await (await postgres()).stop();
      running = undefined;
    },
    async startDatabase() {
      await postgres();
    },
  } as Installation;

  afterAll(async () => {
    for (const product of products) {
      await product.stop();
      if (product.process?.pid !== undefined && isAlive(product.process.pid)) await product.kill();
    }
    await (await running)?.stop();
    rmSync(folder, { recursive: true, force: true });
  });
  return installation;
}
