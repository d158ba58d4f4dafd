import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { LIST } from '@pimis/domain/workflow/lists';
import { PHASE } from '@pimis/domain/workflow/phases';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { computeWaiting } from '../projections/waiting.ts';
import { readNewestDecisions } from './public-list.ts';
import { readPublicFacts } from './queries.ts';

/** Stored public facts, each tested with its own rows; open-data.test.ts tests the whole life of projects. */

const server = useServer();

async function made(): Promise<number> {
  const code = await createProject(server, 'local.user');
  const { rows } = await sql<{ id: number }>`select id from projects where code = ${code}`.execute(server.context.db);
  return rows[0]?.id ?? 0;
}

/** Days as YYYY-MM-DD, moments in ISO 8601. */
const decide = (project: number, list: number, decision: number, on: string | null, at: string) =>
  sql`with list as (insert into project_lists (type, name) values (${list}, ${`Листа ${project} ${at}`}) returning id)
    insert into project_list_items (list_id, project_id, position, came_from_status, snapshot, decision, decision_date, decided_at)
    select id, ${project}::integer, 1, 14, '{"phase": 0}', ${decision}, ${on}::date, ${at}::timestamptz from list`.execute(
    server.context.db,
  );

/** Recomputes the projects that the direct writes of this test have marked. */
const compute = () => computeWaiting(server.context);

/** Accepted on a list of ideas. */
async function published(): Promise<number> {
  const project = await made();
  await decide(project, LIST.idea, 1, '2026-04-02', '2026-04-02T09:00:00Z');
  await compute();
  return project;
}

const withhold = (project: number) =>
  sql`insert into project_withholdings (project_id, reason, withheld_by, withheld_at)
    select ${project}::integer, 'Тајно.', id, now() from users where login = 'admin'`.execute(server.context.db);

async function factsOf(project: number) {
  await compute();
  const [facts] = await readPublicFacts(server.context.db, [project], '2026-04-02');
  if (!facts) throw new Error(`${project} is not public`);
  return facts;
}

it('a change of status counts at its own time', async () => {
  const id = await published();
  await sql`update projects set phase = ${PHASE.conclusion}, last_changed_at = '2026-05-05T09:00:00Z' where id = ${id}`.execute(
    server.context.db,
  );
  expect(await factsOf(id)).toMatchObject({ status: 'completion', changedAt: new Date('2026-05-05T09:00:00Z') });
  // Later rows move neither the last change nor the first day.
  await sql`update project_list_items set decision_date = '2026-06-01' where project_id = ${id}`.execute(
    server.context.db,
  );
  await compute();
  expect(await factsOf(id)).toMatchObject({ since: '2026-04-02', changedAt: new Date('2026-05-05T09:00:00Z') });
});

it('the newest decisions that accepted a project are read newest first', async () => {
  const id = await published();
  const { number } = await factsOf(id);
  const newest = async () => {
    const all = await readNewestDecisions(server.context.db, 100);
    return all.flatMap((one) => (one.number === number ? [one.list] : []));
  };
  await decide(id, LIST.identification, 2, null, '2026-05-01T09:00:00Z');
  // On shutting it down.
  await decide(id, LIST.rationalization, 1, null, '2026-05-02T09:00:00Z');
  expect(await newest()).toEqual([LIST.idea]);
  await decide(id, LIST.identification, 1, null, '2026-05-03T09:00:00Z');
  expect(await newest()).toEqual([LIST.identification, LIST.idea]);
});

it('the public revision of a document is the newest that is neither deleted nor infected', async () => {
  const { db } = server.context;
  const project = await published();
  const { rows: made } = await sql<{ id: number }>`
    insert into documents (project_id, title, description, comment) values (${project}, 'Јавни', '', '') returning id`.execute(
    db,
  );
  const id = made[0]?.id ?? 0;
  const revise = (revision: number, at: string, secure = false) =>
    sql`insert into document_revisions (document_id, revision, title, name, extension, size, hash, description, media_type,
        storage_key, secure_link, created_at)
      values (${id}, ${revision}, 'Јавни', 'javni', 'pdf', 1, 'a', '', ${`application/x-${revision}`}, ${`documents/${id}/${revision}`},
        ${secure}, ${at}::timestamptz)`.execute(db);
  const shown = async () => (await factsOf(project)).documents.map(({ mediaType }) => mediaType);
  await revise(1, '2026-04-05T09:00:00Z');
  expect([await shown(), (await factsOf(project)).changedAt.toISOString()]).toEqual([
    ['application/x-1'],
    '2026-04-05T09:00:00.000Z',
  ]);
  // A change of a secured document is not public.
  await revise(0, '2026-04-08T09:00:00Z', true);
  await compute();
  expect((await factsOf(project)).changedAt.toISOString()).toBe('2026-04-05T09:00:00.000Z');
  await revise(2, '2026-04-06T09:00:00Z');
  expect(await shown()).toEqual(['application/x-2']);
  await sql`update document_revisions set deleted_at = now() where document_id = ${id} and revision = 2`.execute(db);
  expect(await shown()).toEqual(['application/x-1']);
  await revise(3, '2026-04-07T09:00:00Z', true);
  expect(await shown()).toEqual([]);
  await sql`update document_revisions set secure_link = false, scan = 'waiting' where document_id = ${id} and revision = 3`.execute(
    db,
  );
  expect(await shown()).toEqual([]);
  await sql`update document_revisions set scan = 'clean' where document_id = ${id}`.execute(db);
  expect(await shown()).toEqual(['application/x-3']);
  await sql`update documents set deleted_at = now() where id = ${id}`.execute(db);
  expect(await shown()).toEqual([]);
});

it('no view contains a withheld project', async () => {
  const { db } = server.context;
  const id = await published();
  await sql`with saved as (
      insert into form_revisions (form_id, revision, definition_version, input, user_name)
      select id, 1, 1, '{}', '' from project_forms where project_id = ${id} limit 1 returning form_id)
    insert into public_forms (form_id, revision, project_id, code, approved_at, approved_on, facts)
    select form_id, 1, ${id}::integer, 'ideja', now(), '2026-04-02', '{}' from saved`.execute(db);
  await sql`with made as (insert into documents (project_id, title, description, comment) values (${id}, 'Јавни', '', '')
      returning id)
    insert into document_revisions (document_id, revision, title, name, extension, size, hash, description, media_type,
      storage_key, secure_link)
    select id, 1, 'Јавни', 'javni', 'pdf', 1, 'a', '', 'application/pdf', ${`documents/${id}`}, false from made`.execute(
    db,
  );
  // A pending decision is not a decision.
  await sql`with list as (insert into project_lists (type, name) values (${LIST.preparedness}, ${`Листа ${id}`}) returning id)
    insert into project_list_items (list_id, project_id, position, came_from_status, snapshot)
    select id, ${id}::integer, 1, 14, '{"phase": 0}' from list`.execute(db);
  const views = ['projects', 'forms', 'documents', 'decisions', 'states'];
  const told = async () => {
    await compute();
    const counts = await Promise.all(
      views.map((view) =>
        sql<{ rows: number }>`select count(*)::integer as rows from ${sql.table(`published.public_${view}`)}
          where project_id = ${id}`.execute(db),
      ),
    );
    return counts.map(({ rows }) => rows[0]?.rows);
  };
  expect(await told()).toEqual(views.map(() => 1));
  await withhold(id);
  expect(await told()).toEqual(views.map(() => 0));
});

it('merged projects are shown with each other, except a withheld one', async () => {
  const { db } = server.context;
  const [kept, merged] = [await published(), await published()];
  await sql`update projects set merged_into_id = ${kept} where id = ${merged}`.execute(db);
  const related = async (project: number) => (await factsOf(project)).related.map(({ number }) => number);
  const numberOf = async (project: number) => (await factsOf(project)).number;
  expect(await related(kept)).toEqual([await numberOf(merged)]);
  expect(await related(merged)).toEqual([await numberOf(kept)]);
  await withhold(merged);
  expect(await related(kept)).toEqual([]);
});
