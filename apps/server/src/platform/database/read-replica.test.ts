import { chmodSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useServer } from '../../testing/server.ts';
import { startStandby } from '../../testing/standby.ts';
import type { Context } from '../context.ts';
import { isDatabaseAway, openDatabase } from './database.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { readingFor } from './read-replica.ts';
import { watchReplica } from './replica-watch.ts';

const server = useServer();

const REPORT = 'reporting/board-reports/project-list/favourite';
const UNREACHABLE = 'postgresql://nobody@127.0.0.1:1/none';
/** A reader whose newest changes the replica must have. */
const ADMIN = { login: 'admin' };
const OTHER = { login: 'other.user' };

it('whoever has changed something reads the primary until the replica has the change, others read the replica', async () => {
  const { db } = server.context;
  // More changes than are compared; the replica has them all.
  for (const method of ['PUT', 'DELETE', 'PUT', 'DELETE'] as const) await server.call('admin', method, REPORT);
  // A snapshot that stays the same, in place of a replica that falls behind.
  await db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (behind) => {
      await sql`select 1`.execute(behind);
      const replica = { ...server.context.replica, db: behind } as unknown as NonNullable<Context['replica']>;
      const context = { ...server.context, replica };
      expect((await readingFor(context, ADMIN)).db).toBe(behind);
      expect((await readingFor(context, OTHER)).db).toBe(behind);
      expect((await readingFor(context, null)).db).toBe(behind);
      await server.call('admin', 'PUT', REPORT);
      expect((await readingFor(context, ADMIN)).db).toBe(db);
      expect((await readingFor(context, OTHER)).db).toBe(behind);
      expect((await readingFor(context, null)).db).toBe(behind);
      const away = { ...context, replica: { ...replica, isUsable: () => false } };
      expect((await readingFor(away, null)).db).toBe(db);
    });
});

it('a replica that breaks under a call is left alone, and the primary answers', async () => {
  const db = openDatabase(UNREACHABLE, { max: 1 });
  const reasons: unknown[] = [];
  const replica = {
    db,
    state: () => ({ lagMs: 0, reason: null }),
    isUsable: () => true,
    lost: (error: unknown) => reasons.push(error),
  };
  await server.call('admin', 'DELETE', REPORT);
  expect((await readingFor({ ...server.context, replica }, ADMIN)).db).toBe(server.context.db);
  expect(reasons).toHaveLength(1);
  await db.destroy();
});

it('a streaming replica answers, not when it falls behind, is gone, or is a primary; and again when it is back', {
  timeout: 120_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'pimis-replica-'));
  chmodSync(folder, 0o755);
  const dataDir = (name: string) => {
    mkdirSync(join(folder, name));
    return join(folder, name);
  };
  const own = await startEmbeddedPostgres(dataDir('primary'));
  await migrate(own.url);
  const standbyDir = dataDir('standby');
  let standby = await startStandby(own, standbyDir);
  const primary = openDatabase(own.url, { max: 3 });
  const db = openDatabase(standby.url, { max: 3 });
  const said: string[] = [];
  const log = {
    warn: (_: unknown, text: string) => said.push(text),
    info: (_: unknown, text: string) => said.push(text),
  };
  const { replica, stop } = watchReplica({ primary, db, boundMs: 2_500 }, log as never);
  const context: Context = { ...server.context, db: primary, replica };
  const source = async (reader: { login: string } | null) =>
    (await readingFor(context, reader)).db === db ? 'replica' : 'primary';
  const becomes = (reader: { login: string } | null, name: string) =>
    expect.poll(() => source(reader), { timeout: 20_000, interval: 50 }).toBe(name);
  const change = (login: string) =>
    sql`insert into audit_log (login, operation, subject_type, subject_id) values (${login}, 'test', 'test', '1')`.execute(
      primary,
    );

  await becomes(ADMIN, 'replica');
  // The replica stops replaying: at first only those who changed something notice, then it is too far behind for all.
  await sql`select pg_wal_replay_pause()`.execute(db);
  await change('admin');
  expect(await source(ADMIN)).toBe('primary');
  expect(await source(OTHER)).toBe('replica');
  await becomes(OTHER, 'primary');
  await sql`select pg_wal_replay_resume()`.execute(db);
  await becomes(ADMIN, 'replica');
  // A commit that no standby confirms is not acknowledged.
  await sql`alter system set synchronous_standby_names = 'nobody'`.execute(primary);
  await sql`select pg_reload_conf()`.execute(primary);
  // Until the checkpointer has read the setting, commits are still acknowledged.
  let commits = 0;
  const commit = () => {
    commits += 1;
    const name = `z${commits}`;
    return primary
      .transaction()
      .execute((tx) => sql`insert into migrations (name, hash) values (${name}, 'z')`.execute(tx));
  };
  await expect
    .poll(async () => isDatabaseAway(await commit().catch((error: unknown) => error)), {
      timeout: 60_000,
      interval: 50,
    })
    .toBe(true);
  await sql`alter system reset synchronous_standby_names`.execute(primary);
  await sql`select pg_reload_conf()`.execute(primary);
  // Every change of a reader is visible to their next read.
  for (let time = 0; time < 20; time += 1) {
    await change('admin');
    const { rows } = await sql<{ count: number }>`select count(*)::integer as count from audit_log`.execute(
      (await readingFor(context, ADMIN)).db,
    );
    expect(rows[0]?.count).toBe(time + 2);
  }
  await standby.stop();
  // Even the first reader after the end of the replica reads from the primary.
  expect(await source(ADMIN)).toBe('primary');
  expect(await source(null)).toBe('primary');
  standby = await startEmbeddedPostgres(standbyDir);
  await becomes(ADMIN, 'replica');
  // A replica that a failover has promoted diverges from the primary.
  await sql`select pg_promote()`.execute(db);
  await becomes(null, 'primary');
  expect(said).toEqual([1, 2, 3].flatMap(() => ['the replica answers', 'the primary answers instead of the replica']));
  await stop();
  await db.destroy();
  await primary.destroy();
  await standby.stop();
  await own.stop();
  rmSync(folder, { recursive: true, force: true });
});
