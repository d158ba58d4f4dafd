import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { describe, expect, it } from 'vitest';
import { manifestOrReason } from '../backup/stored-manifest.ts';
import { openPlace } from '../backup/place.ts';
import { pendingMigrations, restoreSchema } from '../platform/database/migrate.ts';
import { prepareJobs } from '../platform/jobs/jobs.ts';
import { type Machine, useBackups } from '../testing/backups.ts';
import { LAUNCHER, runProgram, runSubcommand } from '../testing/command-line.ts';
import { useServer } from '../testing/server.ts';

const server = useServer();
const { folder, machine } = useBackups(server);
const SECRET = 'a secret of an installation with 32 letters';

class Enough extends Error {}

/** A database as the version before the newest migration has left it. */
async function olderMachine(): Promise<Machine & { newest: string }> {
  const made = await machine();
  const rows = await server.context.db.selectFrom('migrations').select(['name', 'hash']).execute();
  const numbered = rows
    .map(({ name }) => name)
    .filter((name) => /^\d{4}_/.test(name))
    .toSorted();
  const newest = numbered.at(-1) ?? '';
  const ran = rows.filter(({ name }) => name !== newest && (numbered.includes(name) || name === 'baseline'));
  const client = new pg.Client({ connectionString: made.databaseUrl });
  await client.connect();
  await client.query('begin');
  const left = restoreSchema(client, new Map(ran.map(({ name, hash }) => [name, hash])), async () => {
    for (const { name, hash } of ran)
      await client.query('insert into migrations (name, hash) values ($1, $2)', [name, hash]);
    await client.query(`create schema published; commit`);
    throw new Enough();
  });
  await expect(left).rejects.toThrow(Enough);
  await client.end();
  await prepareJobs(made.databaseUrl);
  return { ...made, newest };
}

const of = ({ databaseUrl, dataDir }: Machine, place: string | null) => ({
  ...process.env,
  NODE_ENV: '',
  PORT: '0',
  LOG_LEVEL: 'silent',
  DATABASE_URL: databaseUrl,
  DATA_DIR: dataDir,
  TOKEN_SECRET: SECRET,
  BACKUP_URL: place === null ? '' : pathToFileURL(join(folder, place)).href,
});
const pimis = (args: readonly string[], env: NodeJS.ProcessEnv) => runSubcommand(args, { cwd: '/', env });
const backupsIn = (place: string) => readdirSync(join(folder, place, 'backups'));

describe('an upgrade', { timeout: 120_000 }, () => {
  it('makes a backup of the former state first, which is whole', async () => {
    const older = await olderMachine();
    const env = of(older, 'before');
    expect((await pimis(['backup', join(folder, 'other')], env)).err).toContain('of another version');
    const ended = await pimis(['migrate'], env);
    expect(ended).toMatchObject({ code: 0, err: '' });
    expect(ended.out).toMatch(/^A backup is made before the upgrade \(1 migration\)\nBackup \S+: /);
    expect(ended.out).toContain(`ran: ${older.newest}\n`);
    expect(await pendingMigrations(older.databaseUrl)).toEqual([]);
    // Nothing is left to do, so no further backup is made.
    expect(await pimis(['migrate'], env)).toMatchObject({ code: 0, out: 'The database is of this version.\n' });
    const ids = backupsIn('before');
    expect(ids).toHaveLength(1);
    const read = await manifestOrReason(await openPlace(join(folder, 'before')), ids[0] ?? '');
    if (typeof read === 'string') throw new Error(read);
    expect(read.manifest.migrations.map(({ name }) => name)).not.toContain(older.newest);

    expect(await pimis(['verify', join(folder, 'before')], env)).toMatchObject({ code: 0 });
  });

  it('says that there is no backup, and changes nothing when one fails', async () => {
    const older = await olderMachine();
    const failing = await pimis(['migrate'], { ...of(older, null), BACKUP_URL: 'file:///dev/null/place' });
    expect(failing).toMatchObject({ code: 1 });
    expect(failing.err).toMatch(/^The backup before the upgrade has failed, so nothing was upgraded: [^\n]+\n$/);
    expect(await pendingMigrations(older.databaseUrl)).toContain(older.newest);
    const ended = await pimis(['migrate'], of(older, null));
    expect(ended.code).toBe(0);
    expect(ended.out).toMatch(/^BACKUP_URL is unset: the database is upgraded without a backup/);
  });

  it('makes one backup although several servers start at once, and none with --without-backup', async () => {
    const older = await olderMachine();
    const ended = await Promise.all(
      [1, 2].map(() => runProgram(LAUNCHER, ['migrate'], { cwd: '/', env: of(older, 'twice') })),
    );
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(backupsIn('twice')).toHaveLength(1);
    const another = await olderMachine();
    const without = await pimis(['migrate', '--without-backup'], of(another, 'twice'));
    expect(without).toMatchObject({ code: 0 });
    expect(without.out).not.toContain('backup');
    expect(backupsIn('twice')).toHaveLength(1);
  });
});
