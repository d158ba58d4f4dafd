import { utimesSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { FileMissing } from '../../../platform/storage/file-store.ts';
import { createProject, upload } from '../../../testing/projects.ts';
import { useServer } from '../../../testing/server.ts';
import { removeOrphanFiles } from './orphan-file-cleanup.ts';

const server = useServer();
const LATER = 25 * 3_600_000;

async function keyOf(revisionId: number): Promise<string> {
  const row = await server.context.db
    .selectFrom('document_revisions')
    .select('storage_key')
    .where('id', '=', revisionId)
    .executeTakeFirstOrThrow();
  return row.storage_key;
}

it('a file without a document is removed after its grace time, and a document without its file is reported', async () => {
  const { context } = server;
  const code = await createProject(server, 'local.user');
  const made = [];
  for (const name of ['a.txt', 'b.txt', 'c.txt']) {
    const { payload } = await upload(server, 'local.user', code, name);
    made.push(payload?.[0] ?? { id: 0, revisionId: 0 });
  }
  const [whole, lost, deleted] = made;
  await context.files.remove(await keyOf(lost?.revisionId ?? 0));
  await server.call('local.user', 'DELETE', `projects/${code}/documents/${deleted?.id}`);
  for (const key of ['documents/0', 'documents/zz']) {
    await context.files.put(key, Readable.from([Buffer.from('сироче')]), 100);
  }
  const now = context.now();
  server.setNow(now);
  expect(await removeOrphanFiles(context)).toEqual({ removed: 0, partial: 0, missing: [], uploads: 0 });

  server.setNow(new Date(now.getTime() + LATER));
  const late = new Date(now.getTime() + LATER);
  utimesSync(join(context.config.dataDir, 'files', 'documents', 'zz'), late, late);
  expect(await removeOrphanFiles(context)).toEqual({ removed: 1, partial: 0, missing: [lost?.revisionId], uploads: 0 });
  await expect(context.files.get('documents/0')).rejects.toThrow(FileMissing);
  // A deleted document keeps its content for the audit.
  for (const kept of [whole, deleted]) (await context.files.get(await keyOf(kept?.revisionId ?? 0))).destroy();
  server.setNow(null);

  const answer = await server.get(
    'local.user',
    `projects/${code}/documents/${lost?.id}/revisions/${lost?.revisionId}/download`,
  );
  expect([answer.statusCode, answer.json()]).toMatchObject([500, { status: { name: 'DocumentContentMissing' } }]);
});
