import { sql } from 'kysely';
import type { User } from '@pimis/contract/identity';
import { CLAIMS, type Claim } from '@pimis/domain/access/claims';
import type { AssignableRole } from '@pimis/domain/access/giving-rights';
import { COUNTED_STATUSES } from '@pimis/domain/access/user-status';
import { CLIENT_STATUS, ORGANIZATION_STATUS, USER_STATUS } from '@pimis/domain/constants';
import type { Database, Tx } from '../../../platform/database/database.ts';

function joined(db: Database | Tx) {
  return db
    .selectFrom('users')
    .innerJoin('published.organizations as organizations', 'organizations.id', 'users.organization_id')
    .innerJoin('roles', 'roles.id', 'users.role_id');
}

const COLUMNS = [
  'users.id',
  sql<string>`users.login::text`.as('login'),
  sql<string | null>`users.login_ad::text`.as('loginAd'),
  'users.name',
  'users.email',
  'users.phone_number as phoneNumber',
  'users.organization_id as organizationId',
  'organizations.name as organizationName',
  'users.role_id as roleId',
  'roles.name as roleName',
  'roles.description as roleDescription',
  'users.status',
  'users.last_login_at',
  'users.created_at',
] as const;

type Raw = Omit<User, 'status' | 'lastLoginDate' | 'createdDate'> & {
  status: number;
  last_login_at: Date | null;
  created_at: Date;
};

export function toUser({ last_login_at, created_at, status, ...rest }: Raw): User {
  return {
    ...rest,
    // The table allows only these values.
    status: status as User['status'],
    lastLoginDate: last_login_at?.toISOString() ?? null,
    createdDate: created_at.toISOString(),
  };
}

/** Rows of clients are not users (docs/decisions/0300-clients.md): nobody can find, change or revoke them as users. */
export const IS_PERSON = sql<boolean>`users.status <> ${sql.lit(CLIENT_STATUS)}`;

/** A user by login; null without one. */
export async function findUser(db: Database | Tx, login: string): Promise<User | null> {
  const row = await joined(db).select(COLUMNS).where('users.login', '=', login).where(IS_PERSON).executeTakeFirst();
  return row ? toUser(row) : null;
}

/** The query of the user list, to be narrowed further. */
export function selectUsers(db: Database) {
  return joined(db).select(COLUMNS);
}

/** Fields of a user beyond the list. */
export function findMore(db: Database, id: number) {
  return db
    .selectFrom('users')
    .leftJoin('users as modifiers', 'modifiers.id', 'users.modified_by')
    .select([
      'users.tags',
      'users.modified_at as modifiedAt',
      'users.erased_at as erasedAt',
      sql<string | null>`users.directory_gone_on::text`.as('directoryGoneOn'),
      'users.modified_comments as modifiedComments',
      'modifiers.name as modifiedUserName',
      sql<boolean>`exists (select from second_factors
        where second_factors.user_id = users.id and confirmed_at is not null)`.as('secondFactor'),
      sql<Claim[]>`array(select claim from role_claims where role_claims.role_id = users.role_id order by claim)`.as(
        'claims',
      ),
    ])
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();
}

/** A user's row, held until the transaction ends. */
export function lockUser(tx: Tx, login: string) {
  return tx
    .selectFrom('users')
    .select([
      'id',
      sql<string>`login::text`.as('login'),
      sql<string | null>`login_ad::text`.as('loginAd'),
      'name',
      'email',
      'phone_number as phoneNumber',
      'organization_id as organizationId',
      'role_id as roleId',
      'status',
      'tags',
      'modified_at as modifiedAt',
      'erased_at as erasedAt',
      'last_login_at as lastLoginAt',
      sql<boolean>`password_hash is not null`.as('hasPassword'),
      sql<boolean>`exists (select from oidc_links where oidc_links.user_id = users.id)`.as('isLinked'),
    ])
    .where('login', '=', login)
    .where(IS_PERSON)
    .forUpdate()
    .executeTakeFirst();
}
export type LockedUser = NonNullable<Awaited<ReturnType<typeof lockUser>>>;

const KNOWN_CLAIMS: ReadonlySet<string> = new Set(Object.keys(CLAIMS));

/** A role for the rules of assignment; it cannot be removed before the transaction ends. */
export async function findAssignable(tx: Database | Tx, roleId: number): Promise<AssignableRole | null> {
  const row = await tx
    .selectFrom('roles')
    .select(['id', 'role_type', 'organization_id as organizationId'])
    .select(sql<string[]>`array(select claim from role_claims where role_claims.role_id = roles.id)`.as('claims'))
    .where('id', '=', roleId)
    .forKeyShare()
    .executeTakeFirst();
  if (!row) return null;
  const { role_type, claims, ...rest } = row;
  return {
    ...rest,
    roleType: role_type as AssignableRole['roleType'],
    claims: claims.filter((claim): claim is Claim => KNOWN_CLAIMS.has(claim)),
  };
}

/** How many users count for the organization's limit. Concurrent additions wait until the transaction ends. */
export async function countedUsers(tx: Tx, organizationId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(7136410, hashtext(${organizationId}))`.execute(tx);
  const { total } = await tx
    .selectFrom('users')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('organization_id', '=', organizationId)
    .where('status', 'in', COUNTED_STATUSES)
    .executeTakeFirstOrThrow();
  return total;
}

/** Logins that begin with the stem: letters, digits and dots. */
export async function loginsLike(db: Database | Tx, stem: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('users')
    .select(sql<string>`lower(login::text)`.as('login'))
    .where(sql<boolean>`lower(login::text) like ${`${stem}%`}`)
    .execute();
  return new Set(rows.map(({ login }) => login));
}

/** Adds an inactive user; null if the login is taken. */
export async function insertUser(
  tx: Tx,
  values: {
    login: string;
    login_ad: string | null;
    name: string;
    email: string;
    phone_number: string | null;
    organization_id: string;
    role_id: number;
    tags: string[];
    modified_by: number | null;
  },
  now: Date,
): Promise<number | null> {
  const row = await tx
    .insertInto('users')
    .values({ ...values, status: USER_STATUS.inactive, created_at: now, modified_at: now })
    .onConflict((conflict) => conflict.column('login').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id ?? null;
}

/** Returns whether another user has the directory login. */
export async function isDirectoryLoginTaken(tx: Tx, loginAd: string, exceptId: number | null): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('login_ad', '=', loginAd)
    .where('id', 'is distinct from', exceptId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Returns whether the organization is registered and may have users. */
export async function isRegistered(db: Database | Tx, organizationId: string): Promise<boolean> {
  const row = await db
    .selectFrom('published.organizations')
    .select('status')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.status === ORGANIZATION_STATUS.approved;
}
