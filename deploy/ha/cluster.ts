import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, existsSync, mkdirSync, openSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setInterval as every } from 'node:timers/promises';

/**
 * Three PostgreSQL under Patroni, three etcd and HAProxy on one machine, to try failover out. Needs the Debian packages
 * patroni, etcd-server, haproxy and postgresql; on a real installation each node is a machine of its own
 * (docs/scaling.md, "Failover").
 */

const TEMPLATES = import.meta.dirname;
/** A former primary is rewound, or copied again, before it follows. */
const START_MS = 180_000;
const LOOK_MS = 200;
const ASK_MS = 2_000;

/** Where a node runs: its address, and the command before its programs (a network namespace of its own). */
export interface Place {
  address: string;
  before: readonly string[];
}

/** Addresses of the loopback network: every node listens on its own. */
export const LOOPBACK_PLACES: readonly Place[] = [1, 2, 3].map((number) => ({
  address: `127.0.1.${number}`,
  before: [],
}));

export interface Settings {
  folder: string;
  places: readonly Place[];
  /** Who may sign in to PostgreSQL by network, as 127.0.0.0/8. */
  network: string;
  /** The programs of PostgreSQL. */
  binaries: string;
  password: string;
  primaryPort: number;
  replicaPort: number;
  /** The account of the nodes, when root starts them. */
  account: { uid: number; gid: number } | undefined;
}

/** The role reported by a node; null if it does not run, does not respond, or does not follow the primary yet. */
export type Role = 'primary' | 'replica' | null;

/** A configuration with the values in its braces. Error: one that nothing fills in. */
export function filled(template: string, values: Readonly<Record<string, string>>): string {
  const text = readFileSync(join(TEMPLATES, template), 'utf8');
  return text.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    if (value === undefined) throw new Error(`${template} names {${name}}, which nothing fills in`);
    return value;
  });
}

/** Repeats until it is true. Error: names the condition that was not met in time. */
async function until(what: string, check: () => Promise<boolean>, ms = START_MS): Promise<void> {
  const end = performance.now() + ms;
  for await (const _ of every(LOOK_MS)) {
    if (await check()) return;
    if (performance.now() > end) break;
  }
  throw new Error(`${what}: not within ${ms} ms`);
}

/** A machine of the cluster: etcd, Patroni and, below Patroni, PostgreSQL. */
export class Node {
  readonly name: string;
  readonly address: string;
  readonly folder: string;
  private readonly settings: Settings;
  private readonly place: Place;
  private etcd: ChildProcess | undefined;
  private patroni: ChildProcess | undefined;

  constructor(settings: Settings, number: number) {
    const place = settings.places[number - 1];
    if (!place) throw new Error(`No place for node ${number}`);
    this.settings = settings;
    this.place = place;
    this.name = `node${number}`;
    this.address = place.address;
    this.folder = join(settings.folder, this.name);
  }

  /** Writes its files; those of a former start stay. */
  prepare(): void {
    const { settings } = this;
    for (const folder of [this.folder, join(this.folder, 'etcd')]) {
      mkdirSync(folder, { recursive: true });
      chmodSync(folder, 0o700);
    }
    const config = filled('patroni.yml', {
      name: this.name,
      address: this.address,
      etcd: [this.address, ...settings.places.map(({ address }) => address).filter((other) => other !== this.address)]
        .map((address) => `${address}:2379`)
        .join(','),
      network: settings.network,
      folder: this.folder,
      binaries: settings.binaries,
      password: settings.password,
    });
    writeFileSync(join(this.folder, 'patroni.yml'), config, { mode: 0o600 });
    const { account } = settings;
    if (!account) return;
    for (const name of ['', 'etcd', 'patroni.yml']) chownSync(join(this.folder, name), account.uid, account.gid);
  }

  startEtcd(): void {
    const { places } = this.settings;
    const cluster = places.map(({ address }, index) => `node${index + 1}=http://${address}:2380`).join(',');
    const clients = `http://${this.address}:2379`;
    const peers = `http://${this.address}:2380`;
    this.etcd = this.run('etcd', [
      `--name=${this.name}`,
      `--data-dir=${join(this.folder, 'etcd')}`,
      `--listen-client-urls=${clients}`,
      `--advertise-client-urls=${clients}`,
      `--listen-peer-urls=${peers}`,
      `--initial-advertise-peer-urls=${peers}`,
      `--initial-cluster=${cluster}`,
      '--initial-cluster-state=new',
      '--initial-cluster-token=pimis',
      // patroni.yml says why.
      '--enable-v2=true',
      '--heartbeat-interval=200',
      '--election-timeout=2000',
    ]);
  }

  startPatroni(): void {
    this.patroni = this.run('patroni', [join(this.folder, 'patroni.yml')]);
  }

  /** Patroni's response at this path; null if it does not respond. */
  async ask(path: string): Promise<{ status: number; body: unknown } | null> {
    try {
      const answer = await fetch(`http://${this.address}:8008/${path}`, { signal: AbortSignal.timeout(ASK_MS) });
      return { status: answer.status, body: await answer.json() };
    } catch {
      return null;
    }
  }

  async role(): Promise<Role> {
    for (const role of ['primary', 'replica'] as const) if ((await this.ask(role))?.status === 200) return role;
    return null;
  }

  get etcdPid(): number | undefined {
    return this.etcd?.pid;
  }

  get patroniPid(): number | undefined {
    return this.patroni?.pid;
  }

  /** The postmaster, which keeps running without Patroni. */
  get postgresPid(): number | undefined {
    const file = join(this.folder, 'data', 'postmaster.pid');
    return existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : undefined;
  }

  async stop(): Promise<void> {
    for (const child of [this.patroni, this.etcd]) {
      if (!child || child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    }
  }

  private run(program: string, args: readonly string[]): ChildProcess {
    const { account } = this.settings;
    const asAccount = account ? ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : [];
    const [command = program, ...rest] = [...this.place.before, ...asAccount, program, ...args];
    const log = openSync(join(this.folder, `${program}.log`), 'a');
    return spawn(command, rest, {
      cwd: this.folder,
      stdio: ['ignore', log, log],
      env: { ...process.env, ETCDCTL_API: '3' },
    });
  }
}

export class Cluster {
  readonly nodes: readonly Node[];
  readonly url: string;
  readonly replicaUrl: string;
  private readonly settings: Settings;
  private proxy: ChildProcess | undefined;

  constructor(settings: Settings) {
    this.settings = settings;
    this.nodes = settings.places.map((_, index) => new Node(settings, index + 1));
    const at = (port: number) => `postgresql://pimis:${settings.password}@127.0.0.1:${port}/postgres`;
    this.url = at(settings.primaryPort);
    this.replicaUrl = at(settings.replicaPort);
  }

  /** Starts everything, and waits for a primary with two standbys. */
  async start(): Promise<void> {
    for (const node of this.nodes) {
      node.prepare();
      node.startEtcd();
    }
    for (const node of this.nodes) node.startPatroni();
    const { primaryPort, replicaPort, folder } = this.settings;
    const servers = this.nodes
      .map(({ name, address }) => `  server ${name} ${address}:5432 check port 8008`)
      .join('\n');
    const config = join(folder, 'haproxy.cfg');
    writeFileSync(
      config,
      filled('haproxy.cfg', { primaryPort: String(primaryPort), replicaPort: String(replicaPort), servers }),
    );
    this.proxy = spawn('/usr/sbin/haproxy', ['-db', '-f', config], {
      stdio: ['ignore', 'ignore', openSync(join(folder, 'haproxy.log'), 'a')],
    });
    await this.whole();
  }

  /** The node that has the primary now. */
  async primary(): Promise<Node | undefined> {
    for (const node of this.nodes) if ((await node.ask('primary'))?.status === 200) return node;
    return undefined;
  }

  /** The synchronous standby, without which no write is acknowledged. */
  async synchronous(): Promise<Node | undefined> {
    for (const node of this.nodes) if ((await node.ask('synchronous'))?.status === 200) return node;
    return undefined;
  }

  /**
   * Waits for a primary to which every other node streams, one of them synchronous. Each node is asked itself: the
   * cluster still lists a node for some seconds after its end, and a node that has yet to be rewound calls itself a
   * replica.
   */
  async whole(): Promise<void> {
    await until('a whole cluster', async () => {
      const roles = await Promise.all(this.nodes.map((node) => node.role()));
      const count = (role: Role) => roles.filter((one) => one === role).length;
      const others = this.nodes.length - 1;
      if (count('primary') !== 1 || count('replica') !== others) return false;
      return (await this.streaming()) === others && (await this.synchronous()) !== undefined;
    });
  }

  /** How many standbys stream from the primary, as it says itself. */
  private async streaming(): Promise<number> {
    const body = (await (await this.primary())?.ask('patroni'))?.body as
      | { replication?: { state: string }[] }
      | undefined;
    return body?.replication?.filter(({ state }) => state === 'streaming').length ?? 0;
  }

  async stop(): Promise<void> {
    if (this.proxy?.exitCode === null && this.proxy.signalCode === null) {
      const gone = once(this.proxy, 'exit');
      this.proxy.kill('SIGTERM');
      await gone;
    }
    for (const node of this.nodes) await node.stop();
  }
}
