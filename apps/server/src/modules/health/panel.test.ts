import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import type { Health } from '@pimis/contract/health';
import { keepBackupFailure, keepLastBackup, keepTrial } from '../../platform/storage/backup-state.ts';
import { localStore } from '../../platform/storage/local-store.ts';
import { claimStore } from '../../platform/storage/store-mark.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { useServer } from '../../testing/server.ts';
import { archivePart } from './archive-part.ts';
import { clockPart, Parts, trialPart } from './parts.ts';

const server = useServer();

/** A mail that failed this often; returns the job's number. */
async function failedMail(attempts: number): Promise<string> {
  const { db } = server.context;
  await addJob(db, 'sendMail', { to: 'neko@example.rs', subject: 'Наслов', text: 'Тајни текст' });
  const { rows } = await sql<{ id: string }>`
    update graphile_worker._private_jobs
    set attempts = ${attempts}, last_error = ${'450 the mailbox is full\n at send (mail.ts:1)'}, run_at = now() + interval '1 hour'
    where id = (select max(id) from graphile_worker._private_jobs)
    returning id::text`.execute(db);
  return rows[0]?.id ?? '';
}

const health = async () => {
  const { payload } = await server.call<Health>('admin', 'GET', 'administration/health');
  if (!payload) throw new Error('no health');
  return payload;
};
const attention = async () =>
  (await server.call<{ needed: boolean; reasons: string[] }>('admin', 'GET', 'administration/health/attention'))
    .payload;
const needed = async () => (await attention())?.needed;
const partOf = ({ parts }: Health, name: string) => parts.find(({ part }) => part === name);
const change = (id: string, what: 'retry' | 'give-up') =>
  server.call('admin', 'POST', `administration/health/jobs/${id}/${what}`);
const auditOf = (operation: string) =>
  server.context.db
    .selectFrom('audit_log')
    .select(['login', 'subject_id', 'detail'])
    .where('operation', '=', operation)
    .execute();

it('shows parts and versions, and that nothing needs attention', async () => {
  const shown = await health();
  expect(partOf(shown, 'database')).toMatchObject({ state: 'ok' });
  expect(partOf(shown, 'storage')).toMatchObject({ state: 'ok' });
  expect(partOf(shown, 'mail')).toMatchObject({ state: 'off' });
  expect(shown.postgres).toMatch(/^\d+/);
  expect(await needed()).toBe(false);
});

it('shows a failed mail with its reason and without its contents, and sends it again', async () => {
  const id = await failedMail(25);
  expect(await needed()).toBe(true);
  const shown = await health();
  expect(shown.queue.failed).toBe(1);
  expect(shown.jobs).toMatchObject([
    { id, name: 'sendMail', attempts: 25, last: true, nextAt: null, reason: '450 the mailbox is full' },
  ]);
  expect(JSON.stringify(shown)).not.toMatch(/neko|Тајни/);
  expect((await change(id, 'retry')).httpStatus).toBe(200);
  const again = await health();
  expect(again.jobs).toEqual([]);
  expect(again.queue).toMatchObject({ failed: 0, waiting: 1, mails: 1 });
  expect(await needed()).toBe(false);
  expect(await auditOf('job.retry')).toMatchObject([
    { login: 'admin', subject_id: id, detail: { before: { name: 'sendMail', attempts: 25 }, after: { attempts: 0 } } },
  ]);
});

it('removes a job from the queue once, even if several users want to', async () => {
  const id = await failedMail(3);
  expect(await needed()).toBe(true);
  expect((await health()).jobs).toMatchObject([{ id, last: false }]);
  const answers = await Promise.all(Array.from({ length: 8 }, () => change(id, 'give-up')));
  expect(answers.filter(({ httpStatus }) => httpStatus === 200)).toHaveLength(1);
  expect(answers.filter(({ httpStatus }) => httpStatus === 404)).toHaveLength(7);
  expect((await health()).jobs).toEqual([]);
  expect(await auditOf('job.giveUp')).toMatchObject([{ subject_id: id, detail: { after: null } }]);
});

it('does not change a job that runs now', async () => {
  const id = await failedMail(2);
  await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'worker' where id = ${id}::bigint`.execute(
    server.context.db,
  );
  expect((await change(id, 'retry')).status.name).toBe('NotFound');
  expect((await change(id, 'give-up')).status.name).toBe('NotFound');
});

it('shows a backup that fails or is too old', async () => {
  const { db } = server.context;
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  const last = { id: 'a', seconds: 5, tables: 1, rows: 1, files: 1, bytes: 9, newBytes: 9, encrypted: true };
  const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const good = ago(3);
  await keepLastBackup(db, { ...last, at: ago(4) });
  expect(partOf(await health(), 'backup')).toMatchObject({ state: 'ok' });
  expect(await needed()).toBe(false);
  await keepLastBackup(db, { ...last, at: ago(40 * 60) });
  expect(await needed()).toBe(true);
  await keepLastBackup(db, { ...last, at: good });
  await keepLastBackup(db, { ...last, at: ago(2), troubles: ['The place has spoiled 2 files'] });
  const shown = await health();
  expect(partOf(shown, 'backup')).toMatchObject({
    state: 'failed',
    cause: 'incomplete',
    reason: 'The place has spoiled 2 files',
  });
  // The last good backup is the one before the spoiled ones, however many these are.
  expect(shown.backup).toMatchObject({ goodAt: good });
  await keepLastBackup(db, { ...last, at: ago(1), troubles: ['The place has spoiled 2 files'] });
  expect((await health()).backup).toMatchObject({ goodAt: good });
  await keepBackupFailure(db, { at: ago(0), reason: 'the place is full' });
  expect(partOf(await health(), 'backup')).toMatchObject({ state: 'failed', reason: 'the place is full' });
});

it('shows a trial restore that failed, or was not made', async () => {
  const { context } = server;
  const config = { ...context.config, backupUrl: 'file:///x', backupTrial: { day: 0, hour: 4, minute: 0 } };
  const state = () => trialPart({ ...context, config });
  expect(await trialPart(context)).toMatchObject({ state: 'off' });
  expect(await state()).toMatchObject({ state: 'warning' });
  await keepTrial(context.db, { at: new Date().toISOString(), seconds: 9, reason: null });
  expect(await state()).toMatchObject({ state: 'ok' });
  await keepTrial(context.db, { at: new Date(Date.now() - 11 * 86_400_000).toISOString(), seconds: 9, reason: null });
  expect(await state()).toMatchObject({ state: 'failed' });
  await keepTrial(context.db, { at: new Date().toISOString(), seconds: 9, reason: 'the backup is damaged' });
  expect(await state()).toMatchObject({ state: 'failed', reason: 'the backup is damaged' });
});

it('names the parts that need attention, and checks external ones once for all callers', async () => {
  const { context } = server;
  const check = vi.fn(() => Promise.reject(new Error('the bucket is gone')));
  const parts = new Parts({ ...context, files: { ...context.files, check } });
  const reasons = await Promise.all([1, 2, 3].map(() => parts.failing()));
  expect(reasons[0]).toContain('storage');
  expect(reasons[2]).toEqual(reasons[0]);
  expect(check).toHaveBeenCalledTimes(1);
});

it('warns before the disk is full, and of a disk that is not mounted', async () => {
  const { context } = server;
  const GIGABYTE = 1024 ** 3;
  const storageOf = async (room: { free: number; share: number } | null) => {
    const parts = await new Parts({ ...context, files: { ...context.files, room: async () => room } }).read();
    return parts.find(({ part }) => part === 'storage');
  };
  expect(await storageOf(null)).toMatchObject({ state: 'ok', cause: null });
  expect(await storageOf({ free: 90 * GIGABYTE, share: 0.05 })).toMatchObject({ state: 'ok', cause: null });
  expect(await storageOf({ free: 90 * GIGABYTE, share: 0.04 })).toMatchObject({
    state: 'warning',
    cause: 'littleRoom',
  });
  expect(await storageOf({ free: 0.9 * GIGABYTE, share: 0.5 })).toMatchObject({
    state: 'warning',
    cause: 'littleRoom',
  });
  expect(await storageOf({ free: 1_000, share: 0.5 })).toMatchObject({ state: 'failed', cause: 'littleRoom' });
  await claimStore(context.db, context.files, async () => []);
  const empty = localStore(mkdtempSync(join(tmpdir(), 'pimis-unmounted-')));
  const unmounted = await new Parts({ ...context, files: empty }).read();
  expect(unmounted.find(({ part }) => part === 'storage')).toMatchObject({ state: 'failed', cause: 'wrongStore' });
});

it('shows the archive if there is one', async () => {
  const { context } = server;
  const withUrl = (databaseUrl: string | undefined) => ({ ...context, config: { ...context.config, databaseUrl } });
  expect(await archivePart(withUrl(undefined))).toMatchObject({ state: 'off' });
  // The PostgreSQL of the tests archives nothing.
  expect(await archivePart(withUrl('postgresql://x'))).toMatchObject({ state: 'off' });
  // A database that was started before the setting archives from its next start on.
  const archive = { seconds: 60, keepMs: 86_400_000 };
  const archiving = { ...context, config: { ...context.config, databaseUrl: undefined, archive } };
  expect(await archivePart(archiving)).toMatchObject({
    state: 'warning',
    reason: expect.stringContaining('only from its next start') as string,
  });
});

it('compares the clock of the database with its own', async () => {
  const { context } = server;
  expect(await clockPart(context)).toMatchObject({ state: 'ok' });
  vi.useFakeTimers({ toFake: ['Date'] });
  try {
    for (const [apart, state] of [
      [4_000, 'ok'],
      [-30_000, 'warning'],
      [90_000, 'failed'],
    ] as const) {
      vi.setSystemTime(performance.timeOrigin + performance.now() + apart);
      expect(await clockPart(context)).toMatchObject({ state, cause: state === 'ok' ? null : 'differs' });
    }
  } finally {
    vi.useRealTimers();
  }
});

it('does not warn because the machine cannot reach its own public address', async () => {
  const { context } = server;
  const config = { ...context.config, publicUrl: 'https://pimis.invalid' };
  const parts = new Parts({ ...context, config });
  expect((await parts.read()).find(({ part }) => part === 'certificate')).toMatchObject({
    state: 'warning',
    until: null,
  });
  expect(await parts.failing()).not.toContain('certificate');
});

it('shows when jobs are due and no worker runs them', async () => {
  const { db } = server.context;
  await keepLastBackup(db, {
    id: 'a',
    seconds: 5,
    tables: 1,
    rows: 1,
    files: 1,
    bytes: 9,
    newBytes: 9,
    encrypted: true,
    at: new Date().toISOString(),
  });
  await sql`delete from graphile_worker._private_jobs`.execute(db);
  await addJob(db, 'foldCounts', {});
  await sql`update graphile_worker._private_jobs set run_at = now() - interval '10 minutes'`.execute(db);
  expect((await attention())?.reasons).toEqual(['workers']);
  await sql`insert into job_workers (id) values ('another server')`.execute(db);
  expect((await attention())?.reasons).toEqual([]);
});

it('is only for administrators', async () => {
  for (const login of ['operator', 'local.admin']) {
    expect((await server.call(login, 'GET', 'administration/health')).status.name).toBe('Forbidden');
    expect((await server.call(login, 'POST', 'administration/health/jobs/1/retry')).status.name).toBe('Forbidden');
  }
});
