import fc from 'fast-check';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { FORM_STATUS } from '@pimis/domain/constants';
import { DECISION, LIST } from '@pimis/domain/workflow/lists';
import { PHASE } from '@pimis/domain/workflow/phases';
import { expectComputed, keptRows } from '../../testing/kept-rows.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { createProject, mergeProjects } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { isThorough } from '../../testing/thorough.ts';
import { projectionsPart } from '../health/parts.ts';
import { PROJECTIONS } from './catalogue.ts';
import { MONEY } from './money.ts';
import { PUBLIC_FORMS } from './public-forms.ts';
import { publicState, selectPublic, writePublic } from './public-projects.ts';
import { computeWaiting, queueRebuild, readWaiting } from './waiting.ts';

const server = useServer();
let realized: ProjectDriver;
let project: number;

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  realized = await ProjectDriver.start(server, { type: 1 });
  await realized.fillAndApprove();
  await realized.fillAndApprove();
  server.setNow(new Date('2026-07-02T09:00:00Z'));
  await realized.fill();
  await realized.quarter();
  project = (await realized.read()).id;
});

afterEach(() => computeWaiting(server.context));

const waiting = async () => (await readWaiting(server.context.db))?.projects ?? 0;
const spentOf = async (id: number) => {
  const { rows } = await sql<{ spent: string }>`select spent::text from projects where id = ${id}`.execute(
    server.context.db,
  );
  return Number(rows[0]?.spent);
};
const reportsAre = (status: number) =>
  sql`update project_forms set status = ${status}::smallint where code = 'kvartalni' and project_id = ${project}`;

describe('a projection after a change', () => {
  it('is computed in the transaction of the service, and nothing is left waiting', async () => {
    expect(await waiting()).toBe(0);
    expect(await spentOf(project)).toBeGreaterThan(0);
    const rows = Object.entries(await keptRows(server.context.db, project));
    expect(rows.filter(([, kept]) => kept.length === 0)).toEqual([]);
  });

  it('is neither marked nor computed when the transaction is rolled back', async () => {
    const before = await spentOf(project);
    const failed = server.context.db.transaction().execute(async (tx) => {
      await reportsAre(FORM_STATUS.locked).execute(tx);
      throw new Error('rolled back');
    });
    await expect(failed).rejects.toThrow('rolled back');
    expect([await waiting(), await spentOf(project)]).toEqual([0, before]);
  });

  it('is computed by the job after SQL that bypasses the server; health shows how many wait, and since when', async () => {
    const before = await spentOf(project);
    await reportsAre(FORM_STATUS.locked).execute(server.context.db);
    expect([await waiting(), await spentOf(project)]).toEqual([1, before]);
    const stateAfter = async (minutes: number) => {
      const now = () => new Date(Date.now() + minutes * 60_000);
      const { state, reason } = await projectionsPart({ ...server.context, now });
      return [state, reason?.replace(/since .*/, '') ?? null];
    };
    expect(await stateAfter(1)).toEqual(['ok', '1 project waits ']);
    expect(await stateAfter(6)).toEqual(['warning', '1 project waits ']);
    expect(await stateAfter(61)).toEqual(['failed', '1 project waits ']);
    await computeWaiting(server.context);
    expect([await waiting(), await spentOf(project)]).toEqual([0, 0]);
    expect(await stateAfter(61)).toEqual(['ok', null]);
    await reportsAre(FORM_STATUS.approved).execute(server.context.db);
    await computeWaiting(server.context);
    expect(await spentOf(project)).toBe(before);
  });

  it('the scan of an open document marks its project, because the public may now open it', async () => {
    const { db } = server.context;
    await sql`with document as (
        insert into documents (project_id, title, description, comment) values (${project}, 'Јавни', '', '') returning id)
      insert into document_revisions (document_id, revision, title, name, extension, size, hash, description, media_type,
        storage_key, secure_link, scan)
      select id, 1, 'Јавни', 'javni', 'pdf', 1, 'a', '', 'application/pdf', 'documents/scanned', false, 'waiting'
      from document`.execute(db);
    await computeWaiting(server.context);
    expect(await waiting()).toBe(0);
    await sql`update document_revisions set scan = 'clean' where storage_key = 'documents/scanned'`.execute(db);
    expect(await waiting()).toBe(1);
  });

  it('saving a draft marks nothing', async () => {
    const code = await createProject(server, 'local.user');
    await sql`insert into form_revisions (form_id, revision, definition_version, input, user_name)
      select forms.id, 1, 1, '{}', '' from project_forms forms join projects on projects.id = forms.project_id
      where projects.code = ${code}`.execute(server.context.db);
    expect(await waiting()).toBe(0);
  });
});

it('a public project is written completely, also over its former row', async () => {
  await server.context.db.transaction().execute(async (tx) => {
    const written = async () => {
      const { rows } = await selectPublic([project]).execute(tx);
      return rows.flatMap((row) => publicState(row).kept);
    };
    const before = await written();
    const rows = before.map((row) => ({
      ...row,
      title: 'Други назив',
      sector: row.sector + 1,
      type: 2,
      status: 'preparation',
      since: '2026-01-02',
      value: '77.00',
      districts: ['99'],
      withheld: !row.withheld,
      plannedEnd: '2031-05-06',
      seen: { mergedIntoId: 7, documents: { '1/1': '' } },
    }));
    await writePublic(tx, [{ projectId: project, rows }]);
    expect(await written()).toEqual(rows);
    await writePublic(tx, [{ projectId: project, rows: before }]);
    expect([before.length, await written()]).toEqual([1, before]);
  });
});

describe('versions', () => {
  const versionIs = (name: string, version: number) =>
    sql`insert into projections as known (name, version) values (${name}, ${version})
      on conflict (name) do update set version = excluded.version`.execute(server.context.db);
  const emptied = () => sql`delete from project_quarters where project_id = ${project}`.execute(server.context.db);
  const quarters = async () => (await keptRows(server.context.db, project)).quarters.length;

  it('a newer version than the database’s is rebuilt once, by the next job', async () => {
    const before = await quarters();
    await versionIs('money', MONEY.version - 1);
    await emptied();
    await computeWaiting(server.context);
    expect(await quarters()).toBe(before);
    await emptied();
    await computeWaiting(server.context);
    expect(await quarters()).toBe(0);
    expect(await queueRebuild(server.context.db, 'money', project)).toBe(1);
    await computeWaiting(server.context);
    expect(await quarters()).toBe(before);
  });

  it('a new public fact fills the forms that were approved before', async () => {
    const before = await keptRows(server.context.db, project);
    await sql`update public_forms set facts = facts - 'name' - 'summary' where project_id = ${project}`.execute(
      server.context.db,
    );
    await versionIs('public-forms', PUBLIC_FORMS.version - 1);
    await computeWaiting(server.context);
    expect(await keptRows(server.context.db, project)).toEqual(before);
  });

  it('projections of a newer server are left to its job, after steps and in rebuilds', async () => {
    await versionIs('money', MONEY.version + 1);
    await versionIs('later', 1);
    const before = await spentOf(project);
    await server.context.db.transaction().execute((tx) => reportsAre(FORM_STATUS.locked).execute(tx));
    await computeWaiting(server.context);
    expect(await spentOf(project)).toBe(before);
    const { rows } = await sql`select projection, project_id from projections_dirty order by 1`.execute(
      server.context.db,
    );
    expect(rows).toEqual(['later', 'money'].map((projection) => ({ projection, project_id: project })));
    await sql`delete from projections where name = 'later'`.execute(server.context.db);
    await sql`delete from projections_dirty where projection = 'later'`.execute(server.context.db);
    await versionIs('money', MONEY.version);
    await computeWaiting(server.context);
    expect(await spentOf(project)).toBe(0);
    await server.context.db.transaction().execute((tx) => reportsAre(FORM_STATUS.approved).execute(tx));
    expect(await spentOf(project)).toBe(before);
  });
});

it('every table that a projection reads has triggers, and every table with triggers is read', async () => {
  const { rows } = await sql<{ name: string; triggers: string[] }>`
    select tgrelid::regclass::text as name, array_agg(tgname::text order by tgname) as triggers
    from pg_trigger where tgname like 'projections\\_%' group by 1 order by 1`.execute(server.context.db);
  const sources = [...new Set(PROJECTIONS.flatMap((record) => record.sources))].toSorted();
  const triggers = ['projections_deleted', 'projections_inserted', 'projections_updated'];
  expect(rows).toEqual(sources.map((name) => ({ name, triggers })));
});

/**
 * Changes that bypass the rules of the product: whatever the tables contain, the stored rows must equal those computed
 * by the domain.
 */
const change = fc.record({
  kind: fc.nat(13),
  place: fc.nat(50),
  value: fc.nat(50),
  alone: fc.boolean(),
});

it('after random steps, corrections, mergers and SQL the stored rows equal those that the domain computes', async () => {
  const { db } = server.context;
  const others = [await createProject(server, 'local.user'), await createProject(server, 'local.user')];
  const idea = await ProjectDriver.start(server);
  await idea.fill();
  await idea.approveIdea();
  await idea.commission(LIST.idea, DECISION.yes);
  const merged = await mergeProjects(server, others[0] ?? '', others[1] ?? '');
  expect([merged.httpStatus, await waiting()]).toEqual([200, 0]);
  const ids = (await sql<{ id: number }>`select id from projects order by id`.execute(db)).rows.map(({ id }) => id);
  await expectComputed(db);

  const statement = ({ kind, place, value }: { kind: number; place: number; value: number }) => {
    const id = ids[place % ids.length] ?? project;
    const other = ids[value % ids.length] ?? project;
    const at = sql`timestamptz '2026-05-01 09:00Z' + make_interval(days => ${value}::integer)`;
    const form = sql`(select id from project_forms where project_id = ${id} order by (id * 7919 + ${value}::integer) % 101 limit 1)`;
    const document = sql`(select id from documents order by (id * 7919 + ${value}::integer) % 101 limit 1)`;
    switch (kind) {
      case 0:
      case 1:
        return sql`update project_forms set status = ${1 + (value % 4)}::smallint,
          locked_at = case when ${value % 4 > 0} then ${at} end where id = ${form}`;
      case 2:
        return sql`insert into form_revisions (form_id, revision, definition_version, input, user_name)
          select form_id, max(revision) + 1, 1, (array_agg(input order by revision))[1 + ${value}::integer % count(*)::integer], ''
          from form_revisions where form_id = ${form} group by form_id`;
      case 3:
        return sql`insert into project_plans (project_id, ordinal, form_id, form_revision, plan, in_force_from)
          select ${id}::integer, coalesce((select max(ordinal) from project_plans where project_id = ${id}), 0) + 1,
                 form_id, revision, input, ${at}
          from form_revisions where form_id = ${form} order by revision desc limit 1`;
      case 4:
        return sql`insert into project_activities (project_id, project_phase_id, phase, previous_status, status, operation,
            user_name, form_id, form_revision, created_at)
          select project_id, project_phase_id, ${PHASE.reporting}, 1, 1, ${value % 3 > 0 ? 'approveQuarter' : 'return'}, '', id,
                 (select max(revision) from form_revisions where form_id = project_forms.id), ${at}
          from project_forms where project_id = ${id} and code like 'kvartalni%' order by id desc limit 1`;
      case 5:
        return sql`with list as (
            insert into project_lists (type, name) values (${1 + (value % 6)}, ${`Листа ${Math.random()}`}) returning id)
          insert into project_list_items (list_id, project_id, position, came_from_status, snapshot, decision, decision_date,
            decided_at, form_id, form_revision)
          select list.id, ${id}::integer, 1, 14, '{"phase": 0, "totalValue": "0"}', ${1 + (value % 4)}, ${at}, ${at}, ${form},
                 (select max(revision) from form_revisions where form_id = ${form})
          from list`;
      case 6:
        return sql`update projects set phase = (array[0, 10, 2, 9, 4, 5, 7, 8, 11, 12, 13, 1, 3])[1 + ${value}::integer % 13],
          phase_status = 1 + ${value}::integer % 31, last_changed_at = ${at} where id = ${id}`;
      case 7:
        return sql`update projects set type = 1 + ${value}::integer % 3, migrated = ${value % 2 === 0},
          merged_into_id = ${value % 5 === 0 && other !== id ? other : null} where id = ${id}`;
      case 8:
        return sql`insert into documents (project_id, title, description, comment) values (${id}, 'Јавни', '', '')`;
      case 9:
        return sql`insert into document_revisions (document_id, revision, title, name, extension, size, hash, description,
            media_type, storage_key, secure_link, created_at)
          select id, 1000 + (select count(*) from document_revisions), 'Јавни', 'javni', 'pdf', 1, 'a', '', 'application/pdf',
                 'documents/' || gen_random_uuid(), ${value % 3 === 0}, ${at} from documents where id = ${document}`;
      case 10:
        return sql`update document_revisions set secure_link = ${value % 2 === 0},
          scan = (array['waiting', 'clean', 'found'])[1 + ${value}::integer % 3] where document_id = ${document}`;
      case 11:
        return sql`update documents set project_id = ${id}, deleted_at = case when ${value % 4 === 0} then ${at} end
          where id = ${document}`;
      case 12:
        return sql`insert into project_withholdings (project_id, reason, withheld_by, withheld_at)
          select ${id}::integer, 'Тајно.', id, ${at} from users where login = 'admin'
            and not exists (select from project_withholdings where project_id = ${id} and returned_at is null)`;
      default:
        return sql`update project_withholdings set returned_at = ${at}, returned_reason = 'Није.', returned_by = withheld_by
          where project_id = ${id} and returned_at is null`;
    }
  };

  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 5, maxLength: 40 }), async (changes) => {
      for (const one of changes) {
        if (one.alone) await statement(one).execute(db);
        else await db.transaction().execute((tx) => statement(one).execute(tx));
      }
      await computeWaiting(server.context);
      expect(await waiting()).toBe(0);
      await expectComputed(db);
    }),
    { numRuns: isThorough ? 200 : 12 },
  );
});
