import { sql } from 'kysely';
import type { Claim } from '@pimis/domain/access/claims';
import { USER_STATUS } from '@pimis/domain/constants';
import type { Database } from './database.ts';
import { PREPARED } from './prepared-statements.ts';

/** The signed-in user as stored in the database at this call. The token only identifies the session. */
export interface CurrentUser {
  id: number;
  login: string;
  name: string;
  organizationId: string;
  roleId: number;
  claims: ReadonlySet<Claim>;
  sessionId: string;
}

/** Returns the user of a session; null when the session has ended or the user is not active. */
export async function loadCurrentUser(db: Database, userId: number, sessionId: string): Promise<CurrentUser | null> {
  const row = await db
    .selectFrom('published.users as users')
    .innerJoin('published.open_sessions as sessions', 'sessions.user_id', 'users.id')
    .select(['users.id', 'users.login', 'users.name', 'users.organization_id', 'users.role_id'])
    .select(
      sql<Claim[]>`array(select claim from published.role_claims where role_claims.role_id = users.role_id)`.as(
        'claims',
      ),
    )
    .where('users.id', '=', userId)
    .where('users.status', '=', USER_STATUS.active)
    .where('sessions.id', '=', sessionId)
    .modifyFront(PREPARED)
    .executeTakeFirst();
  if (!row) return null;
  return {
    id: row.id,
    login: row.login,
    name: row.name,
    organizationId: row.organization_id,
    roleId: row.role_id,
    claims: new Set(row.claims),
    sessionId,
  };
}
