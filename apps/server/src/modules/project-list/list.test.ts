import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ProjectDocument } from '@pimis/contract/documents';
import type { ProjectRow } from '@pimis/contract/project-rows';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { createProject, currentForm, mergeProjects } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';
import { fieldsOf } from './fields.ts';
import { NO_ORGANIZATIONS } from './organizations.ts';

const server = useServer();
let commented: ProjectDriver;
let plain: ProjectDriver;

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  commented = await ProjectDriver.start(server);
  const id = await commented.fill();
  await sql`
    update form_revisions set input = jsonb_set(input::jsonb, '{ministryOpinion}', '"Позитивно."') where form_id = ${id}`.execute(
    server.context.db,
  );
  plain = await ProjectDriver.start(server);
  await plain.fill();
});

const listed = async (query: string, login = 'admin') =>
  ((await server.call<ProjectRow[]>(login, 'GET', `projects/paged?perPage=50&${query}`)).payload ?? []).map(
    ({ code }) => code,
  );

describe('the project table', () => {
  it("sorts and filters by the ministry's opinion", async () => {
    expect(await listed('filter[pimisCommented]=true')).toEqual([commented.code]);
    expect(await listed('filter[pimisCommented]=false')).toEqual([plain.code]);
    expect(await listed('sort_by=pimisCommented&sort_desc=true')).toEqual([commented.code, plain.code]);
    expect(await listed('sort_by=pimisCommented&sort_desc=false')).toEqual([plain.code, commented.code]);
  });

  it('the opinion counts as it is now: in the newest form of the project’s current phase', async () => {
    const { db } = server.context;
    const life = await ProjectDriver.start(server);
    const shown = async (login: string) => {
      const { payload } = await server.call<ProjectRow[]>(login, 'GET', `projects/paged?filter[code]=${life.code}`);
      const row = payload?.[0];
      const filtered = await server.call<ProjectRow[]>(
        login,
        'GET',
        `projects/paged?filter[code]=${life.code}&filter[pimisCommented]=true`,
      );
      expect(filtered.payload?.length === 1).toBe(row?.pimisCommented);
      return row?.pimisCommented;
    };
    const both = async () => [await shown('admin'), await shown('local.user')];
    const { id: formId } = await currentForm(server, 'local.user', life.code);
    const save = (revision: number, input: object) =>
      db
        .insertInto('form_revisions')
        .values({
          form_id: formId,
          revision,
          definition_version: 1,
          input: JSON.stringify(input),
          user_name: 'Министарство',
        })
        .execute();
    expect(await both()).toEqual([false, false]);
    await save(8, { opinion: { ministry: 'Сагласни.' } });
    expect(await both()).toEqual([true, true]);
    await save(9, { opinion: { ministry: '' } });
    expect(await both()).toEqual([false, false]);
    await db.deleteFrom('form_revisions').where('form_id', '=', formId).where('revision', '=', 9).execute();
    expect(await both()).toEqual([true, true]);
    // In another phase no opinion exists yet; back in this phase it counts again.
    const move = (phase: number) => db.updateTable('projects').set({ phase }).where('code', '=', life.code).execute();
    const { phase } = await life.read();
    await db
      .insertInto('project_phases')
      .values({ project_id: (await life.read()).id, phase: 4, status: 1 })
      .execute();
    await move(4);
    expect(await both()).toEqual([false, false]);
    await move(phase);
    expect(await both()).toEqual([true, true]);
  });

  it('the opinion goes with its form to another project, and counts there while the form is the newest', async () => {
    const { db } = server.context;
    const forms = await sql<{ id: number; project: number; phase: number }>`
      select project_forms.id, project_id as project, project_phase_id as phase from project_forms
      join projects on projects.id = project_id where projects.code in (${commented.code}, ${plain.code})
      order by projects.code = ${plain.code}`.execute(db);
    const [own, other] = forms.rows;
    const move = (to: typeof own, ordinal: number) =>
      sql`update project_forms set project_id = ${to?.project}, project_phase_id = ${to?.phase}, ordinal = ${ordinal}
        where id = ${own?.id}`.execute(db);
    const having = async () =>
      (await listed('filter[pimisCommented]=true')).filter((code) => [commented.code, plain.code].includes(code));
    await move(other, 2);
    expect(await having()).toEqual([plain.code]);
    await move(other, 0);
    expect(await having()).toEqual([]);
    await move(own, 1);
    expect(await having()).toEqual([commented.code]);
  });

  it('filters by a late conclusion report, as of the day', async () => {
    const late = await createProject(server, 'local.user');
    const { db } = server.context;
    const { id } = await db.selectFrom('projects').select('id').where('code', '=', late).executeTakeFirstOrThrow();
    await db.updateTable('project_phases').set({ phase: 7 }).where('project_id', '=', id).execute();
    await db.updateTable('projects').set({ phase: 7, reporting_ended_on: '2025-12-01' }).where('id', '=', id).execute();
    expect(await listed('filter[isConclusionReportDelayed]=true')).toEqual([late]);
    expect((await listed('sort_by=isConclusionReportDelayed&sort_desc=true'))[0]).toBe(late);
    await db.updateTable('projects').set({ reporting_ended_on: '2026-03-01' }).where('id', '=', id).execute();
    expect(await listed('filter[isConclusionReportDelayed]=true')).toEqual([]);
    expect((await server.call('admin', 'GET', 'projects/paged?filter[pimisCommented]=maybe')).httpStatus).toBe(422);
  });

  it('finds and orders an organization’s own projects as it does all projects', async () => {
    const foreign = await createProject(server, 'other.user');
    const own = new Set(await listed('', 'local.user'));
    expect([own.has(commented.code), own.has(foreign)]).toEqual([true, false]);
    const [name] = (await server.call<ProjectRow[]>('local.user', 'GET', 'projects/paged?perPage=1')).payload ?? [];
    const sorts = Object.entries(fieldsOf('2026-04-02', true, NO_ORGANIZATIONS)).flatMap(([field, { sortable }]) =>
      sortable === true ? [`sort_by=${field}`, `sort_by=${field}&sort_desc=true`] : [],
    );
    const words = encodeURIComponent(name?.name.split(' ').at(-1) ?? '');
    const filters = [`filter[name]=${words}`, `filter[search]=${words}`, `filter[code]=${plain.code.slice(0, 4)}`]
      .concat(['filter[search]=prokuplje', 'filter[organizationName]=grad', 'filter[number]=1', 'filter[sector]=1'])
      .concat(['filter[totalValue-from]=1', 'filter[createdDate]=2026-04-02', 'filter[name]=nepoznato']);
    for (const query of [...sorts, ...filters, ...filters.map((filter) => `${filter}&sort_by=organizationName`)]) {
      const all = await listed(query);
      expect(await listed(query, 'local.user'), query).toEqual(all.filter((code) => own.has(code)));
    }
  });
});

describe('a project', () => {
  it('shows the list for which it waits, until the commission has decided', async () => {
    const life = await ProjectDriver.start(server);
    const lists = async () => {
      const { ideaList, identificationList, preparednessList } = await life.read();
      return [ideaList, identificationList, preparednessList];
    };
    await life.fill();
    expect(await lists()).toEqual([false, false, false]);
    await life.approveIdea();
    expect(await lists()).toEqual([true, false, false]);
    await server.call('reviewer', 'POST', 'projects/lists/3');
    expect(await lists()).toEqual([true, false, false]);
    await life.act('reviewer', 1, { date: '2026-04-02' });
    expect(await lists()).toEqual([false, false, false]);
  });

  it('is offered for a merge only if it may take part in one', async () => {
    const ended = await createProject(server, 'local.user');
    const offered = (status: string, code: string) => listed(`status=${status}&merge=true&filter[code]=${code}`);
    expect(await offered('pending', ended)).toEqual([ended]);
    await server.call('admin', 'PATCH', `projects/${ended}`, { status: 1, comment: 'Одустали смо.' });
    expect([await offered('pending', ended), await offered('finished', ended)]).toEqual([[], []]);
    expect(await listed(`status=finished&filter[code]=${ended}`)).toEqual([ended]);
    const [kept, merged] = [await createProject(server, 'local.user'), await createProject(server, 'local.user')];
    await mergeProjects(server, kept, merged);
    expect([await offered('pending', kept), await offered('archived', merged)]).toEqual([[kept], []]);
  });

  it('that was merged still shows the attachments of its forms', async () => {
    const [kept, merged] = [await ProjectDriver.start(server), await ProjectDriver.start(server)];
    const formId = await merged.fill();
    const before = await server.call<ProjectDocument[]>('local.user', 'GET', `projects/${merged.code}/documents`);
    const named = before.payload?.find(({ title }) => title === 'pismo');
    const answer = await mergeProjects(server, kept.code, merged.code);
    expect(answer.httpStatus).toBe(200);
    expect((await currentForm(server, 'local.user', kept.code)).id).not.toBe(formId);
    const after = await server.call<ProjectDocument[]>('local.user', 'GET', `projects/${merged.code}/documents`);
    const row = after.payload?.find(({ id }) => id === named?.id);
    expect(row).toMatchObject({ title: 'pismo', canBeDeleted: false });
    const file = await server.get(
      'local.user',
      `projects/${merged.code}/documents/${row?.id}/revisions/${row?.revisionId}/download`,
    );
    expect([file.statusCode, file.body]).toEqual([200, 'садржај']);
  });
});
