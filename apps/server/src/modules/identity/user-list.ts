import { type RawBuilder, sql } from 'kysely';
import type { User } from '@pimis/contract/identity';
import { can } from '@pimis/domain/access/policies';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Database } from '../../platform/database.ts';
import { isReversed, type Order, type Window, windowOrder } from '../../platform/page-keys.ts';
import { filterConditions, readTableQuery, type TableField } from '../../platform/paging.ts';
import { foldedCodeCondition, searchCondition, wordsCondition } from '../../platform/search.ts';
import { allUsers } from './user-counts.ts';
import { usersBy } from './user-queries.ts';

/** The list of users: a page with how many there are, as fast of fifty thousand as of some hundreds. */

const words = (key: string) => (text: string) => searchCondition(sql.raw(key), text);
const beginning = (key: string) => (text: string) => foldedCodeCondition(sql.raw(key), text);
/** Found among the few organizations or roles, and then by their numbers. */
const among = (column: string, found: (text: string) => RawBuilder<unknown>) => (text: string) =>
  sql<boolean>`${sql.ref(column)} = any (array(${found(text)}))`;

interface UserField extends TableField {
  /** What stands beside the users to sort them by it. */
  beside?: 'organizations' | 'roles';
}

const FIELDS: Record<string, UserField> = {
  search: { column: 'users.name', kind: 'text', condition: words('users.search_key') },
  login: { column: 'users.login', kind: 'code', sortable: true, condition: beginning('users.login_key') },
  loginAd: {
    column: 'users.login_ad',
    kind: 'code',
    sortable: true,
    nullable: true,
    condition: beginning('users.login_ad_key'),
  },
  name: { column: 'users.name', kind: 'text', sortable: true, condition: words('users.name_key') },
  email: { column: 'users.email', kind: 'text', sortable: true, condition: words('users.email_key') },
  phoneNumber: {
    column: 'users.phone_number',
    kind: 'text',
    sortable: true,
    nullable: true,
    condition: words('users.phone_key'),
  },
  organizationId: {
    column: 'users.organization_id',
    kind: 'code',
    sortable: true,
    condition: beginning('users.organization_id'),
  },
  organizationName: {
    column: 'organizations.name',
    kind: 'text',
    sortable: true,
    beside: 'organizations',
    condition: among(
      'users.organization_id',
      (text) => sql`select id from published.organizations where ${searchCondition(sql`name_key`, text)}`,
    ),
  },
  roleId: { column: 'users.role_id', kind: 'integer' },
  roleDescription: {
    column: 'roles.description',
    kind: 'text',
    sortable: true,
    beside: 'roles',
    condition: among(
      'users.role_id',
      (text) => sql`select id from roles where ${wordsCondition(sql`description`, text)}`,
    ),
  },
  status: { column: 'users.status', kind: 'integer', sortable: true },
  lastLoginDate: { column: 'users.last_login_at', kind: 'instant', sortable: true, nullable: true },
  createdDate: { column: 'users.created_at', kind: 'instant', sortable: true },
};
const DEFAULT_SORT = 'name';

/** More than so many are not sorted for a page: the next ones of an order are near. */
const SORTED_ROWS = 1_000;

/** A page by its number, read from the nearer end of so many. */
function windowOf({ perPage, page }: { perPage: number; page: number }, total: number): Window {
  const skip = (page - 1) * perPage;
  const take = Math.max(0, Math.min(perPage, total - skip));
  const fromEnd = skip > total / 2;
  return { kind: 'numbered', skip: fromEnd ? total - skip - take : skip, take, fromEnd };
}

export async function listUsers(
  db: Database,
  user: CurrentUser,
  query: Record<string, string>,
): Promise<{ rows: User[]; totalRows: number }> {
  const list = readTableQuery(query, FIELDS);
  const all = can(user, 'user.viewAll');
  const own = all ? [] : [sql<boolean>`users.organization_id = ${user.organizationId}`];
  const conditions = [...own, ...filterConditions(list, FIELDS)];
  const where = conditions.length === 0 ? sql`true` : sql`${sql.join(conditions, sql` and `)}`;
  const counted = await (conditions.length === 0
    ? allUsers
    : sql<{ total: number }>`select count(*)::integer as total from users where ${where}`
  ).execute(db);
  const total = counted.rows[0]?.total ?? 0;
  const window = windowOf(list, total);
  const field = FIELDS[list.sortBy ?? DEFAULT_SORT];
  if (!field || window.take === 0) return { rows: [], totalRows: total };
  const order: Order = {
    column: field.column,
    id: 'users.id',
    type: 'text',
    descending: list.descending,
    nullable: field.nullable ?? false,
  };
  // Sorted by roles, thousands are compared by few values: it is not worth a way of its own where some are looked for.
  const sorts = total <= SORTED_ROWS || (field.beside === 'roles' && conditions.length > 0);
  const page = sorts ? sortedPage(where, field, order, window) : walkedPage(where, field, order, window);
  const { rows } = await page.execute(db);
  const ids = (isReversed(window) ? rows.toReversed() : rows).map(({ id }) => id);
  return { rows: await usersBy(db, ids), totalRows: total };
}

const BESIDE = {
  organizations: sql`join published.organizations on organizations.id = users.organization_id`,
  roles: sql`join roles on roles.id = users.role_id`,
};
const besideOf = ({ beside }: UserField) => (beside ? BESIDE[beside] : sql``);

/** All that the conditions leave, sorted: nothing of the order is to be seen within, or the planner would walk it. */
function sortedPage(where: RawBuilder<unknown>, field: UserField, order: Order, window: Window) {
  const picked = { ...order, column: 'few.value', id: 'few.id' };
  return sql<{ id: number }>`
    select few.id
    from (select users.id, ${sql.raw(order.column)} as value from users ${besideOf(field)} where ${where} offset 0) few
    ${windowOrder(picked, window)}`;
}

/**
 * Along the index of the order; of the few roles each has its own. `is true` keeps the conditions from being looked for:
 * the planner would rather find thousands of users and sort them.
 */
function walkedPage(where: RawBuilder<unknown>, field: UserField, order: Order, window: Window) {
  if (field.beside !== 'roles') {
    return sql<{ id: number }>`
      select users.id from users ${besideOf(field)} where (${where}) is true ${windowOrder(order, window)}`;
  }
  const direction = sql.raw(order.descending === isReversed(window) ? 'asc' : 'desc');
  const most = (window.kind === 'numbered' ? window.skip : 0) + window.take;
  return sql<{ id: number }>`
    select users.id
    from roles cross join lateral (
      select users.id from users where users.role_id = roles.id order by users.id ${direction} limit ${most}) users
    ${windowOrder(order, window)}`;
}
