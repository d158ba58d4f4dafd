import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import type { ProjectDocument } from '@pimis/contract/documents';
import { removeOrphanFiles } from '../modules/documents/storage/orphan-file-cleanup.ts';
import { useServer } from '../testing/server.ts';
import { seedBulk } from './bulk.ts';

const server = useServer();
const DAYS_MS = 2 * 86_400_000;

it('documents of a data set for load can be saved, and the sweeper misses none of them', async () => {
  await seedBulk(server.jobs, 20);
  const letters = await server.context.db
    .selectFrom('documents')
    .innerJoin('projects', 'projects.id', 'documents.project_id')
    .select('projects.number as code')
    .execute();
  expect(letters).toHaveLength(10);
  const [{ code } = { code: '' }] = letters;
  const { payload } = await server.call<ProjectDocument[]>('admin', 'GET', `projects/${code}/documents`);
  const [letter] = payload ?? [];
  const path = `projects/${code}/documents/${letter?.id}/revisions/${letter?.revisionId}/download`;
  const file = await server.get('admin', path);
  expect([file.statusCode, file.rawPayload.length]).toEqual([200, letter?.size]);
  expect(file.rawPayload.subarray(0, 5).toString()).toBe('%PDF-');
  const { hash } = await server.context.db
    .selectFrom('document_revisions')
    .select('hash')
    .distinct()
    .executeTakeFirstOrThrow();
  expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(hash);

  server.setNow(new Date(Date.now() + DAYS_MS));
  expect(await removeOrphanFiles(server.jobs)).toMatchObject({ removed: 0, missing: [] });
  server.setNow(null);
});

it('what is kept of the projects of a data set for load is what their forms say, and is kept further', async () => {
  await seedBulk(server.jobs, 20);
  const { rows } = await sql<{ filled: boolean; wrong: number; off: number }>`
    select (select count(*) >= 20 from form_revisions) as filled,
           (select count(*)::integer from projects
            where ministry_commented <> is_ministry_commented(id, phase)) as wrong,
           (select count(*)::integer from pg_trigger where tgenabled <> 'O') as off`.execute(server.context.db);
  expect(rows).toEqual([{ filled: true, wrong: 0, off: 0 }]);
});
