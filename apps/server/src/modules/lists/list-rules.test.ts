import { beforeEach, describe, expect, it } from 'vitest';
import type { ListItem, ProjectList } from '@pimis/contract/lists';
import { setPath } from '@pimis/domain/forms/paths';
import { listArchive } from '../../testing/archives.ts';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { act } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();
const day = (text: string) => new Date(`${text}T09:00:00Z`);

beforeEach(() => server.setNow(day('2026-04-02')));

/** A project that waits for the list of ideas. */
async function waiting(): Promise<ProjectDriver> {
  const life = await ProjectDriver.start(server);
  await life.fill();
  await life.approveIdea();
  return life;
}

const create = (type: number, body?: object) =>
  server.call<{ name: string }>('reviewer', 'POST', `projects/lists/${type}`, body);
const decide = (life: ProjectDriver, more: object) => act(server, 'reviewer', life.code, 4, { ...more });
const dated = { date: '2026-04-02', postponedDate: '2026-06-01' };

const papers = (path: string) => listArchive(server, 'reviewer', path);

describe('the name of a list', () => {
  it('is the year and a free number, whatever names exist', async () => {
    const life = await waiting();
    const names: (string | undefined)[] = [];
    for (const body of [undefined, { name: ' 2026-3 ' }, undefined]) {
      names.push((await create(3, body)).payload?.name);
      await decide(life, dated);
      await life.act('reviewer', 1);
    }
    expect(names).toEqual(['2026-1', '2026-3', '2026-4']);
    const taken = await waiting().then(() => create(3, { name: '2026-3' }));
    expect(taken.status.name).toBe('TranExistsProjectListName');
  });

  it('begins with a letter or a digit', async () => {
    for (const name of ['  ', '.', '..', '-1', '_', 'а/б', '']) {
      const { httpStatus, fieldErrors } = await create(3, { name });
      expect({ httpStatus, fieldErrors }, `"${name}"`).toEqual({
        httpStatus: 422,
        fieldErrors: [{ field: 'name', code: 'InvalidField' }],
      });
    }
    expect((await create(3, { name: ' Седница 2. ' })).payload?.name).toBe('Седница 2.');
    expect(
      (await server.call<ListItem[]>('reviewer', 'GET', `projects/lists/3/${encodeURIComponent('Седница 2.')}`))
        .payload,
    ).toHaveLength(1);
  });
});

describe('a decision', () => {
  it('is not dated after today; a postponement ends after the decision', async () => {
    const life = await waiting();
    await create(3, { name: 'Датуми' });
    const refused = async (more: object) => (await decide(life, more)).fieldErrors;
    expect(await refused({ ...dated, date: '1900-01-01' })).toEqual([{ field: 'date', code: 'InvalidField' }]);
    expect(await refused({ ...dated, date: '2026-04-03' })).toEqual([{ field: 'date', code: 'InvalidField' }]);
    expect(await refused({ ...dated, postponedDate: '2020-01-01' })).toEqual([
      { field: 'postponedDate', code: 'InvalidField' },
    ]);
    expect(await refused({ ...dated, postponedDate: '2026-04-02' })).toEqual([
      { field: 'postponedDate', code: 'InvalidField' },
    ]);
    expect(await life.state()).toBe('0/6');
    expect((await decide(life, dated)).httpStatus).toBe(200);
    expect((await life.read()).postponedUntil).toBe('2026-06-01');
  });

  it('is made on the list on which the project waits, not on an earlier one', async () => {
    const life = await waiting();
    const earlier = await create(3);
    await decide(life, dated);
    await life.act('reviewer', 1);
    const newest = await create(3);
    const on = async (list: typeof earlier) =>
      (
        await server.call('reviewer', 'PUT', `projects/lists/3/${list.payload?.name}/decisions`, {
          projectCodes: [life.code],
          action: 1,
          date: dated.date,
        })
      ).status.name;
    expect([await on(earlier), await on(newest)]).toEqual(['InvalidProjectAction', 'Success']);
  });

  it('is the only way to end a project before the commission, which cannot be abandoned meanwhile', async () => {
    const life = await waiting();
    await create(3, { name: 'Обустава' });
    const abandon = () =>
      server.call('admin', 'PATCH', `projects/${life.code}`, { status: 1, comment: 'Нема средстава.' });
    expect((await abandon()).status.name).toBe('InvalidProjectAction');
    expect(await life.state()).toBe('0/6');
    await life.act('reviewer', 3, { date: '2026-04-02' });
    const lists = await server.call<ProjectList[]>('reviewer', 'GET', 'projects/lists/3');
    expect(lists.payload?.find(({ name }) => name === 'Обустава')).toMatchObject({ approved: true });
  });
});

describe('the progress of a list', () => {
  it('is that of the whole list, also for users who see only a part of it', async () => {
    const [own, other] = [await waiting(), await waiting()];
    await create(3, { name: 'Део листе' });
    await decide(own, dated);
    await server.context.db
      .updateTable('projects')
      .set({ organization_id: '50101', proposer_organization_id: '50101' })
      .where('code', '=', other.code)
      .execute();
    for (const login of ['reviewer', 'local.power']) {
      const lists = await server.call<ProjectList[]>(login, 'GET', 'projects/lists/3');
      const list = lists.payload?.find(({ name }) => name === 'Део листе');
      expect(list, login).toMatchObject({ approved: false, decided: 1 });
      expect(list?.projects, login).toBeGreaterThan(1);
    }
  });
});

describe('the papers of a list', () => {
  it('contain the form as it was at the decision, whatever happened later', async () => {
    const life = await ProjectDriver.start(server, { type: 1 });
    await life.fillAndApprove();
    await life.fillAndApprove();
    const correct = async () => {
      await life.act('local.user', 5, { comment: 'Радови касне.' });
      await life.act('reviewer', 6);
    };
    await correct();
    const formId = await life.fill();
    await life.approve();
    await life.commission(6, 1);
    const file = `001-${life.code}.pdf`;
    const before = (await papers('6/2026-1/documents')).get(file);
    await correct();
    const after = (await papers('6/2026-1/documents')).get(file);
    expect(before?.length).toBeGreaterThan(1000);
    expect(after?.length).toBe(before?.length);
    const [kept] = await server.context.db
      .selectFrom('project_list_items')
      .innerJoin('projects', 'projects.id', 'project_list_items.project_id')
      .select(['form_id', 'form_revision', 'form_status'])
      .where('projects.code', '=', life.code)
      .execute();
    expect(kept).toEqual({ form_id: formId, form_revision: 1, form_status: 4 });
  });

  it('show the ministry’s present opinion until the decision, and then the opinion at that time', async () => {
    const life = await waiting();
    await create(3, { name: 'Мишљење' });
    const commented = async () =>
      (
        await server.call<ListItem[]>('reviewer', 'GET', `projects/lists/3/${encodeURIComponent('Мишљење')}`)
      ).payload?.find(({ projectCode }) => projectCode === life.code)?.pimisCommented;
    const before = await commented();
    await opinion(life, before ? '' : 'Сагласни смо.');
    expect(await commented()).toBe(!before);
    await decide(life, dated);
    await opinion(life, before ? 'Сагласни смо.' : '');
    expect(await commented()).toBe(!before);
  });
});

/** Adds a revision with the opinion, as a save during the commission's session would. */
async function opinion(life: ProjectDriver, text: string): Promise<void> {
  const { db } = server.context;
  const newest = await db
    .selectFrom('form_revisions')
    .innerJoin('project_forms', 'project_forms.id', 'form_revisions.form_id')
    .innerJoin('projects', 'projects.id', 'project_forms.project_id')
    .selectAll('form_revisions')
    .where('projects.code', '=', life.code)
    .orderBy('revision', 'desc')
    .executeTakeFirstOrThrow();
  const input = structuredClone(newest.input);
  setPath(input, 'opinions.ministry', text);
  const { id: _, ...row } = newest;
  await db
    .insertInto('form_revisions')
    .values({
      ...row,
      revision: newest.revision + 1,
      input: JSON.stringify(input),
      data: JSON.stringify(newest.data),
      validation: JSON.stringify(newest.validation),
    })
    .execute();
}
