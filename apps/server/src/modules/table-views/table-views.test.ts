import { expect, it } from 'vitest';
import type { TableView } from '@pimis/contract/table-views';
import { VIEWS_OF_TABLE } from '@pimis/domain/table-views/limits';
import { untilWaiting } from '../../testing/locks.ts';
import { useServer } from '../../testing/server.ts';
import { userIdOf } from '../../testing/users.ts';
import { insertView, lockHolder } from './queries.ts';

const server = useServer();

const SEARCH = { 'f.phase': '0,1', sort: 'totalValue', desc: true, cols: 'code,totalValue' };

async function viewsOf(login: string, table: string): Promise<TableView[]> {
  const { payload } = await server.call<TableView[]>(login, 'GET', 'table-views');
  return (payload ?? []).filter((view) => view.table === table);
}

const add = (login: string, body: object) => server.call<{ id: number }>(login, 'POST', 'table-views', body);

async function added(login: string, body: object): Promise<number> {
  const { payload, status } = await add(login, body);
  if (!payload) throw new Error(status.name);
  return payload.id;
}

const change = (login: string, id: number, body: object) => server.call(login, 'PUT', `table-views/${id}`, body);

it('a view is stored with its state, visible only to its owner, renamed and deleted', async () => {
  const id = await added('local.user', { table: 'projects', name: ' Скупи ', search: SEARCH });
  expect(await viewsOf('local.user', 'projects')).toEqual([
    {
      id,
      table: 'projects',
      name: 'Скупи',
      search: SEARCH,
      shared: false,
      isDefault: false,
      mayChange: true,
      revision: 1,
    },
  ]);
  expect(await viewsOf('local.admin', 'projects')).toEqual([]);
  expect((await change('local.admin', id, { name: 'Туђ' })).httpStatus).toBe(404);
  expect((await change('local.user', id, { name: 'Највећи', revision: 1 })).status.name).toBe('Success');
  expect((await change('local.user', id, { name: 'Касно', revision: 1 })).status.name).toBe('RecordConflict');
  expect(await viewsOf('local.user', 'projects')).toMatchObject([{ name: 'Највећи', search: SEARCH, revision: 2 }]);
  expect((await server.call('local.admin', 'DELETE', `table-views/${id}`)).httpStatus).toBe(404);
  expect((await server.call('local.user', 'DELETE', `table-views/${id}`)).status.name).toBe('Success');
  expect(await viewsOf('local.user', 'projects')).toEqual([]);
});

it('a view is not deleted by a user who has not seen its latest change', async () => {
  const id = await added('local.user', { table: 'archived', name: 'Скупи', search: {} });
  await change('local.user', id, { search: SEARCH, revision: 1 });
  const remove = (revision: number) => server.call('local.user', 'DELETE', `table-views/${id}?revision=${revision}`);
  expect((await remove(1)).status.name).toBe('RecordConflict');
  expect(await viewsOf('local.user', 'archived')).toMatchObject([{ id, search: SEARCH }]);
  expect((await remove(2)).status.name).toBe('Success');
  expect(await viewsOf('local.user', 'archived')).toEqual([]);
});

it('user administrators share views with their organization; its other users only see them', async () => {
  const body = { table: 'tasks', name: 'За колегијум', search: SEARCH, shared: true };
  expect((await add('local.user', body)).httpStatus).toBe(403);
  const id = await added('local.admin', body);
  expect(await viewsOf('local.user', 'tasks')).toMatchObject([{ id, shared: true, mayChange: false }]);
  expect(await viewsOf('other.user', 'tasks')).toEqual([]);
  expect((await change('local.user', id, { name: 'Моје' })).httpStatus).toBe(403);
  expect((await server.call('local.user', 'DELETE', `table-views/${id}`)).httpStatus).toBe(403);
  expect((await change('other.user', id, { name: 'Моје' })).httpStatus).toBe(404);
  // A person may have an own view with the same name as a shared one.
  const own = await added('local.user', { ...body, shared: false });
  expect(await viewsOf('local.user', 'tasks')).toMatchObject([{ id: own }, { id }]);

  await server.call('local.user', 'PUT', `table-views/${id}/default`);
  expect((await change('local.admin', id, { shared: false })).status.name).toBe('Success');
  // A view is no longer the default of users who can no longer see it.
  expect(await viewsOf('local.user', 'tasks')).toMatchObject([{ id: own, isDefault: false }]);
  const { rows } = await server.context.db
    .selectFrom('table_view_defaults')
    .selectAll()
    .where('view_id', '=', id)
    .execute()
    .then((found) => ({ rows: found }));
  expect(rows).toEqual([]);
});

it('each user has at most one default view of a table', async () => {
  const first = await added('mei', { table: 'projects', name: 'Први', search: {} });
  const second = await added('mei', { table: 'projects', name: 'Други', search: {} });
  const set = (id: number, method: 'PUT' | 'DELETE' = 'PUT') => server.call('mei', method, `table-views/${id}/default`);
  await set(first);
  await set(second);
  const defaults = async () =>
    (await viewsOf('mei', 'projects')).filter(({ isDefault }) => isDefault).map(({ id }) => id);
  expect(await defaults()).toEqual([second]);
  // Removing a view that is not the default changes nothing.
  await set(first, 'DELETE');
  expect(await defaults()).toEqual([second]);
  await set(second, 'DELETE');
  expect(await defaults()).toEqual([]);
  expect((await server.call('local.user', 'PUT', `table-views/${second}/default`)).httpStatus).toBe(404);
});

it('names are unique in a table, and the number of views is limited', async () => {
  const save = (name: string, table = 'archived') => add('verifier', { table, name, search: {} });
  for (let count = 0; count < VIEWS_OF_TABLE; count += 1) await save(`Поглед ${count}`);
  expect((await save('Поглед 3')).status.name).toBe('ViewNameTaken');
  expect((await save('Још један')).status.name).toBe('ReachedViewsLimit');
  expect((await save('Још један', 'documents')).status.name).toBe('Success');
});

it('of two views saved at once when one place is left, one is stored', async () => {
  const { db } = server.context;
  const holder = { ownerId: await userIdOf(db, 'other.user'), organizationId: null };
  const view = { table: 'projects', search: {} };
  for (let count = 1; count < VIEWS_OF_TABLE; count += 1)
    await added('other.user', { ...view, name: `Поглед ${count}` });
  // Wrapped: a returned promise would be awaited, so the transaction would wait for a call that waits for it.
  const { answer } = await db.transaction().execute(async (tx) => {
    await lockHolder(tx, holder);
    await insertView(tx, { ...view, ...holder, name: 'Први' }, server.context.now());
    const other = { answer: add('other.user', { ...view, name: 'Други' }) };
    await untilWaiting(db, tx);
    return other;
  });
  expect((await answer).status.name).toBe('ReachedViewsLimit');
});

it('a state that is too large, an unknown field and a name of several lines are refused', async () => {
  const refused = async (body: object) =>
    (await add('reviewer', { table: 'projects', name: 'А', search: {}, ...body })).httpStatus;
  const large = Object.fromEntries(Array.from({ length: 10 }, (_, index) => [`f.${index}`, 'а'.repeat(900)]));
  expect(await refused({ search: large })).toBe(422);
  // The database would write them with hundreds of digits.
  for (const number of [1e308, 5e-324]) {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f.${index}`, number]));
    expect(await refused({ search: many })).toBe(422);
  }
  expect(await refused({ search: { 'f phase': '1' } })).toBe(422);
  expect(await refused({ search: { 'f.phase': ['1'] } })).toBe(422);
  expect(await refused({ name: 'А\nБ' })).toBe(422);
  expect(await refused({ name: '   ' })).toBe(422);
  expect(await refused({ owner: 1 })).toBe(422);
});

it('views stored in a browser are added once, except those whose names exist', async () => {
  await added('minister', { table: 'projects', name: 'Скупи', search: { sort: 'code' } });
  const views = [
    { name: 'Скупи', search: SEARCH },
    { name: 'Касне', search: { 'f.isStepLate': 'true' } },
  ];
  const take = () =>
    server.call<{ added: number }>('minister', 'POST', 'table-views/taken-over', { table: 'projects', views });
  expect((await take()).payload).toEqual({ added: 1 });
  expect((await take()).payload).toEqual({ added: 0 });
  expect((await viewsOf('minister', 'projects')).map(({ name, search }) => [name, search])).toEqual([
    ['Скупи', { sort: 'code' }],
    ['Касне', { 'f.isStepLate': 'true' }],
  ]);
});

it('each change is in the audit log, with the former state', async () => {
  const id = await added('local.admin', { table: 'projects', name: 'Наши', search: {}, shared: true });
  await change('local.admin', id, { search: SEARCH });
  await server.call('local.admin', 'PUT', `table-views/${id}/default`);
  await server.call('local.admin', 'DELETE', `table-views/${id}`);
  const rows = await server.context.db
    .selectFrom('published.audit_log')
    .select(['operation', 'detail'])
    .where('subject_type', '=', 'view')
    .where('subject_id', '=', String(id))
    .orderBy('id')
    .execute();
  expect(rows).toMatchObject([
    { operation: 'view.add', detail: { before: null, after: { name: 'Наши', shared: true } } },
    { operation: 'view.change', detail: { before: { search: {} }, after: { search: SEARCH } } },
    { operation: 'view.default', detail: { before: { view: null }, after: { view: id } } },
    { operation: 'view.delete', detail: { before: { name: 'Наши' }, after: null } },
  ]);
});
