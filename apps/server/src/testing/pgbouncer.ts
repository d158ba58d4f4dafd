import { chmodSync, chownSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { serviceAccount } from '../platform/database/postgres-binaries.ts';
import { freePort, startChildServer } from './child-server.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
const SHIPPED = join(import.meta.dirname, '..', '..', '..', '..', 'deploy', 'pgbouncer', 'pgbouncer.ini');

/** The shipped configuration, with the places of this machine and for every database of the server. */
function configuration(folder: string, port: number, postgres: URL): string {
  const places = {
    listen_port: String(port),
    auth_file: join(folder, 'users'),
    // Each test file has a database of its own.
    default_pool_size: '5',
  };
  let text = readFileSync(SHIPPED, 'utf8').replace(
    /^pimis = host=\S+ port=\d+ dbname=pimis/m,
    `* = host=${postgres.hostname} port=${postgres.port}`,
  );
  for (const [name, value] of Object.entries(places)) {
    const line = new RegExp(`^${name} = .*$`, 'm');
    if (!line.test(text)) throw new Error(`The shipped configuration has no ${name}`);
    text = text.replace(line, `${name} = ${value}`);
  }
  return `${text}\nunix_socket_dir =\nuser = postgres\n`;
}

/** PgBouncer before a PostgreSQL. Returns the address of its database `postgres`, and how to stop it. */
export async function startPgBouncer(postgresUrl: string): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = mkdtempSync(join(tmpdir(), 'pimis-pgbouncer-'));
  const port = await freePort();
  const postgres = new URL(postgresUrl);
  const file = join(folder, 'pgbouncer.ini');
  const users = join(folder, 'users');
  writeFileSync(users, `"${postgres.username}" "${decodeURIComponent(postgres.password)}"\n`);
  const account = serviceAccount();
  writeFileSync(
    file,
    account ? configuration(folder, port, postgres) : configuration(folder, port, postgres).replace(/^user = .*$/m, ''),
  );
  if (account) {
    chmodSync(folder, 0o755);
    for (const path of [file, users]) chownSync(path, account.uid, account.gid);
  }
  const stop = await startChildServer(PROGRAM, [file], { port, folder });
  postgres.port = String(port);
  return { url: postgres.href, stop };
}
