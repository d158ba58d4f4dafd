import {
  appendFileSync,
  chmodSync,
  cpSync,
  mkdirSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
  chownSync,
} from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '../platform/database/embedded-postgres.ts';

const OWNER_ONLY = 0o700;

/** Gives a copied folder the owner of the original: the database runs under an account of its own. */
function takeOwner(from: string, to: string): void {
  const { uid, gid } = statSync(from);
  chownSync(to, uid, gid);
  for (const name of readdirSync(to, { recursive: true, encoding: 'utf8' })) chownSync(join(to, name), uid, gid);
}

/**
 * A streaming replica of a running embedded PostgreSQL: a base backup by copy, then `standby.signal`. The product
 * brings no pg_basebackup. The caller stops it and removes the folder.
 */
export async function startStandby(primary: EmbeddedPostgres, folder: string): Promise<EmbeddedPostgres> {
  const to = join(folder, 'postgres');
  mkdirSync(to, { recursive: true });
  const client = new pg.Client({ connectionString: primary.url });
  await client.connect();
  try {
    await client.query(`select pg_backup_start('standby', fast => true)`);
    for (const name of ['cluster', 'password']) cpSync(join(primary.folder, name), join(to, name), { recursive: true });
    const { rows } = await client.query<{ label: string }>('select labelfile as label from pg_backup_stop(false)');
    const cluster = join(to, 'cluster');
    rmSync(join(cluster, 'postmaster.pid'), { force: true });
    writeFileSync(join(cluster, 'backup_label'), rows[0]?.label ?? '');
    writeFileSync(join(cluster, 'standby.signal'), '');
    const { hostname, port, username, password } = new URL(primary.url);
    appendFileSync(
      join(cluster, 'postgresql.auto.conf'),
      `\nprimary_conninfo = 'host=${hostname} port=${port} user=${username} password=${password}'\nhot_standby_feedback = on\n`,
    );
    chmodSync(cluster, OWNER_ONLY);
    takeOwner(primary.folder, to);
  } finally {
    await client.end();
  }
  return startEmbeddedPostgres(folder);
}
