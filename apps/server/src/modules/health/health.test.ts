import { expect, it, vi } from 'vitest';
import { Metrics } from '../../platform/watching/metrics.ts';
import { missingMigrations } from '../../platform/database/migrate.ts';
import { useServer } from '../../testing/server.ts';
import { Parts } from './parts.ts';
import { measured, measuredReplica } from './measured.ts';

const server = useServer();
const SECRET = 'https://key:secret@bucket.example.rs';

it('is not ready without its storage, and names it without the reason', async () => {
  const broken = vi.spyOn(server.context.files, 'check').mockRejectedValueOnce(new Error(SECRET));
  const answer = await server.call(null, 'GET', 'health/ready');
  broken.mockRestore();
  expect(answer.httpStatus).toBe(503);
  expect(answer.fieldErrors).toEqual([{ field: 'storage', code: 'StorageUnavailable' }]);
  expect(JSON.stringify(answer)).not.toContain('secret');
});

it('is not ready while the database lacks a migration', async () => {
  const row = await server.context.db
    .deleteFrom('migrations')
    .where('name', '=', '0132_stand_ins.sql')
    .returningAll()
    .executeTakeFirstOrThrow();
  expect(await missingMigrations(server.context.db)).toEqual([row.name]);
  expect((await server.call(null, 'GET', 'health/ready')).fieldErrors).toEqual([
    { field: 'migrations', code: 'ServiceUnavailable' },
  ]);
  const shown = await new Parts(server.context).read();
  expect(shown.find(({ part }) => part === 'migrations')).toMatchObject({
    state: 'failed',
    cause: 'missing',
    reason: row.name,
  });
  await server.context.db.insertInto('migrations').values(row).execute();
});

it('returns the time of each part when it is ready, and checks them once for concurrent callers', async () => {
  const check = vi.spyOn(server.context.files, 'check');
  const answers = await Promise.all(Array.from({ length: 50 }, () => server.call(null, 'GET', 'health/ready')));
  expect(check).toHaveBeenCalledTimes(1);
  check.mockRestore();
  for (const { httpStatus, payload } of answers) {
    expect(httpStatus).toBe(200);
    expect(Object.keys(payload ?? {})).toEqual(['database', 'migrations', 'storage']);
  }
});

it('reports that it lives without checking anything', async () => {
  expect((await server.call(null, 'GET', 'health/live')).payload).toEqual({ live: true });
});

it('measures whether reads go to the replica, and how far it is behind', async () => {
  let lagMs: number | null = 1_500;
  const metrics = new Metrics();
  const { db } = server.context;
  metrics.addSource(
    measuredReplica({
      db,
      state: () => ({ lagMs, reason: null }),
      isUsable: () => lagMs !== null,
      lost: () => undefined,
    }),
  );
  expect(await metrics.text()).toMatch(/^pimis_replica_usable 1$[^]*^pimis_replica_lag_seconds 1.5$/m);
  lagMs = null;
  const gone = await metrics.text();
  expect(gone).toMatch(/^pimis_replica_usable 0$/m);
  expect(gone).not.toMatch(/^pimis_replica_lag_seconds/m);
});

it('measures queue, sessions, audit log and backup from the database', async () => {
  const metrics = new Metrics();
  metrics.addSource(measured(server.context));
  await server.token('admin');
  const text = await metrics.text();
  for (const line of [
    /^pimis_database_up 1$/m,
    /^pimis_part_state\{part="storage"\} 0$/m,
    /^pimis_disk_free_bytes\{disk="documents"\} \d+$/m,
    /^pimis_disk_free_ratio\{disk="documents"\} 0\.\d+$/m,
    /^pimis_clock_difference_seconds -?\d/m,
    /^pimis_queue_jobs\{state="failed"\} 0$/m,
    /^pimis_queue_oldest_seconds \d/m,
    /^pimis_mails\{state="waiting"\} \d+$/m,
    /^pimis_sessions [1-9]/m,
    /^pimis_audit_unsealed_rows \d+$/m,
    /^pimis_storage_errors_total\{operation="put"\} 0$/m,
    /^nodejs_eventloop_lag_p99_seconds /m,
    /^process_resident_memory_bytes /m,
  ]) {
    expect(text).toMatch(line);
  }
  // A part that is not set has no state.
  expect(text).not.toContain('part="clamd"');
  expect(text).not.toContain('backup_bytes 0');
  expect(text).not.toContain('admin');
});
