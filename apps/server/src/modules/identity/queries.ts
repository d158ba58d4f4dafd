import { sql } from 'kysely';
import type { User } from '@pimis/contract/identity';
import type { Database, Tx } from '../../platform/database.ts';

/** The row a sign-in needs: found by login, or by directory login. */
export function findForSignIn(db: Database | Tx, column: 'login' | 'login_ad', login: string) {
  return db
    .selectFrom('users')
    .select(['id', 'login', 'name', 'email', 'status', 'password_hash', 'known_locations'])
    .where(column, '=', login)
    .executeTakeFirst();
}

export async function findUser(db: Database | Tx, login: string): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .innerJoin('published.organizations as organizations', 'organizations.id', 'users.organization_id')
    .innerJoin('roles', 'roles.id', 'users.role_id')
    .select([
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
    ])
    .where('users.login', '=', login)
    .executeTakeFirst();
  if (!row) return null;
  const { last_login_at, created_at, status, ...rest } = row;
  return {
    ...rest,
    status: status as User['status'],
    lastLoginDate: last_login_at?.toISOString() ?? null,
    createdDate: created_at.toISOString(),
  };
}

/** A single-use link token that is still good, locked for its use; null otherwise. */
export async function takeLinkToken(
  tx: Tx,
  hash: string,
  kind: 'activation' | 'reset' | 'location',
  now: Date,
): Promise<{ userId: number; detail: string | null } | null> {
  const row = await tx
    .selectFrom('user_tokens')
    .select(['user_id as userId', 'detail'])
    .where('token_hash', '=', hash)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
