import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { serviceAccount } from '../../apps/server/src/platform/database/postgres-binaries.ts';
import { Cluster, LOOPBACK_PLACES } from './cluster.ts';

/**
 * `node deploy/ha/start.ts FOLDER`: starts the cluster on this machine, and the product on it with the settings of the
 * environment. Ctrl-C ends both; the data stay in the folder for the next start.
 */

const PRIMARY_PORT = 6000;
const REPLICA_PORT = 6001;
const DEBIAN = '/usr/lib/postgresql';

function newestBinaries(): string {
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).map(Number).filter(Number.isInteger) : [];
  if (versions.length === 0) throw new Error(`No PostgreSQL in ${DEBIAN}: install the package postgresql`);
  return join(DEBIAN, String(Math.max(...versions)), 'bin');
}

const folder = resolve(process.argv[2] ?? 'ha-data');
mkdirSync(folder, { recursive: true, mode: 0o755 });
const passwordFile = join(folder, 'password');
if (!existsSync(passwordFile)) writeFileSync(passwordFile, randomBytes(18).toString('base64url'), { mode: 0o600 });
const cluster = new Cluster({
  folder,
  places: LOOPBACK_PLACES,
  network: '127.0.0.0/8',
  binaries: newestBinaries(),
  password: readFileSync(passwordFile, 'utf8').trim(),
  primaryPort: PRIMARY_PORT,
  replicaPort: REPLICA_PORT,
  account: serviceAccount(),
});
let product: ChildProcess | undefined;
const end = async () => {
  if (product?.exitCode === null && product.signalCode === null) {
    const gone = once(product, 'exit');
    product.kill('SIGTERM');
    await gone;
  }
  await cluster.stop();
  process.exit();
};
process.once('SIGINT', () => void end());
process.once('SIGTERM', () => void end());
await cluster.start();
const addresses = { DATABASE_URL: cluster.url, READ_DATABASE_URL: cluster.replicaUrl };
process.stdout.write(`The database stands, at 127.0.0.1:${PRIMARY_PORT}; its replicas at ${REPLICA_PORT}\n`);
product = spawn(join(import.meta.dirname, '..', '..', 'pimis'), ['serve'], {
  env: { DATA_DIR: join(folder, 'pimis'), ...process.env, ...addresses },
  stdio: 'inherit',
});
