import { type RawBuilder, sql } from 'kysely';
import type { ListedUser } from '@pimis/contract/users';
import { can } from '@pimis/domain/access/policies';
import { dayOf } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Database } from '../../../platform/database/database.ts';
import { applyFilters, applyPage, readTableQuery, type TableFields } from '../../../platform/lists/table-query.ts';
import { foldedCodeCondition, searchCondition, wordsCondition } from '../../../platform/lists/search.ts';
import { absenceOf } from '../stand-ins/absence.ts';
import { isLocked } from '../sign-in/locks.ts';
import { IS_PERSON, selectUsers, toUser } from './user-queries.ts';

/** The list of users. */

const words = (key: string) => (text: string) => searchCondition(sql.raw(key), text);
const beginning = (key: string) => (text: string) => foldedCodeCondition(sql.raw(key), text);
/** Searches the few organizations or roles first, then users by their ids. */
const among = (column: string, found: (text: string) => RawBuilder<unknown>) => (text: string) =>
  sql<boolean>`${sql.ref(column)} = any (array(${found(text)}))`;

const FIELDS: TableFields = {
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
  email: { column: 'users.email', kind: 'text', plain: true, sortable: true, condition: words('users.email_key') },
  phoneNumber: {
    column: 'users.phone_number',
    kind: 'text',
    plain: true,
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
    condition: among(
      'users.role_id',
      (text) => sql`select id from roles where ${wordsCondition(sql`description`, text)}`,
    ),
  },
  status: { column: 'users.status', kind: 'integer', sortable: true },
  lastLoginDate: { column: 'users.last_login_at', kind: 'instant', sortable: true, nullable: true },
  createdDate: { column: 'users.created_at', kind: 'instant', sortable: true },
};

/** The fields of the table, including whether a user is locked at this moment. */
const fieldsAt = (now: Date): TableFields => ({
  ...FIELDS,
  locked: {
    column: 'users.id',
    kind: 'boolean',
    condition: (text) => (text === 'true' ? isLocked(now) : sql<boolean>`not ${isLocked(now)}`),
  },
});

/** A page of the users whom the user may see, with their number (all are counted: tens of thousands at most). */
export async function listUsers(
  db: Database,
  user: CurrentUser,
  query: Record<string, string>,
  now: Date,
): Promise<{ rows: ListedUser[]; totalRows: number }> {
  const away = absenceOf(sql`users.id`, dayOf(now));
  const fields = fieldsAt(now);
  const list = readTableQuery(query, fields);
  const all = can(user, 'user.viewAll');
  const own = all ? sql<boolean>`true` : sql<boolean>`users.organization_id = ${user.organizationId}`;
  const filtered = applyFilters(db.selectFrom('users').where(own).where(IS_PERSON), list, fields);
  const { total } = await filtered.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  if (total === 0) return { rows: [], totalRows: 0 };
  const users = selectUsers(db)
    .select([isLocked(now).as('locked'), away.as('away')])
    .where(own)
    .where(IS_PERSON);
  const page = applyPage(applyFilters(users, list, fields), list, fields, {
    sortBy: 'name',
    descending: false,
    tieBreaker: 'users.id',
  });
  const rows = (await page.execute()).map(({ locked, away: absence, ...row }) => ({
    ...toUser(row),
    locked,
    away: absence,
  }));
  return { rows, totalRows: total };
}
