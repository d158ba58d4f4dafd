import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openFileStore } from '../../../platform/storage/files.ts';
import { createProject, upload } from '../../../testing/projects.ts';
import { BUCKET, startS3, useS3At } from '../../../testing/s3.ts';
import { useServer } from '../../../testing/server.ts';
import { migrateStorage } from './storage-migration.ts';

const server = useServer();
let s3: Awaited<ReturnType<typeof startS3>>;

beforeAll(async () => {
  s3 = await startS3();
  useS3At(s3.endpoint);
});
afterAll(() => s3.stop());

it('all files are copied from a folder to a bucket and back, each compared with the hash of its row', async () => {
  const { context } = server;
  const code = await createProject(server, 'local.user');
  for (const name of ['a.txt', 'b.txt', 'c.txt']) await upload(server, 'local.user', code, name);
  const bucket = await openFileStore({ ...context.config, storageUrl: `s3://${BUCKET}/files` });
  const rows = await context.db.selectFrom('document_revisions').select(['id', 'storage_key']).orderBy('id').execute();
  const [damaged, lost, whole] = rows.slice(-3);
  const pathOf = (key = '') => join(context.config.dataDir, 'files', key);
  writeFileSync(pathOf(damaged?.storage_key), 'друкчије');
  await context.files.remove(lost?.storage_key ?? '');
  const first = await migrateStorage(context, bucket);
  expect(first.moved).toBe(rows.length - 2);
  expect(first.failed.map(({ id }) => id)).toEqual([damaged?.id, lost?.id]);
  expect(await text(await bucket.get(whole?.storage_key ?? ''))).toBe('садржај');

  // The missing files are restored from a copy; files already in the target are not sent again.
  for (const row of [damaged, lost]) writeFileSync(pathOf(row?.storage_key), 'садржај');
  expect(await migrateStorage(context, bucket)).toEqual({ moved: 2, there: rows.length - 2, failed: [] });
  const back = await openFileStore({ ...context.config, storageUrl: `file://${context.config.dataDir}/back` });
  expect(await migrateStorage({ ...context, files: bucket }, back)).toEqual({
    moved: rows.length,
    there: 0,
    failed: [],
  });
});

it('a store that accepts nothing more is reported with the reason of its disk', async () => {
  const { context } = server;
  const [row] = await context.db.selectFrom('document_revisions').select(['id', 'storage_key']).orderBy('id').execute();
  const folder = `${context.config.dataDir}/full`;
  const partial = join(folder, `${row?.storage_key}.part`);
  mkdirSync(dirname(partial), { recursive: true });
  symlinkSync('/dev/full', partial);
  const full = await openFileStore({ ...context.config, storageUrl: `file://${folder}` });
  const { failed } = await migrateStorage(context, full);
  expect(failed).toEqual([{ id: row?.id, reason: expect.stringContaining('ENOSPC') as string }]);
});
