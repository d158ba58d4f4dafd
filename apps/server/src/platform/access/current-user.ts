import { sql } from 'kysely';
import type { Claim } from '@pimis/domain/access/claims';
import { USER_STATUS } from '@pimis/domain/constants';
import type { Database } from '../database/database.ts';
import { PREPARED } from '../database/prepared-statements.ts';

/** The signed-in user as stored in the database at this call. The token only identifies the session. */
export interface CurrentUser {
  id: number;
  login: string;
  name: string;
  organizationId: string;
  roleId: number;
  claims: ReadonlySet<Claim>;
  sessionId: string;
  /** Absences in which the user stands in for somebody, including past ones; sorted by the first day. */
  standIns: readonly StandIn[];
}

/** A stand-in for an active user, from the first to the last day (YYYY-MM-DD). */
export interface StandIn {
  absent: { id: number; name: string; organizationId: string; claims: ReadonlySet<Claim> };
  firstDay: string;
  lastDay: string;
}

/** The latest absences are enough, because nothing reads those long past. */
const STAND_INS_READ = 20;

type StandInRow = Omit<StandIn, 'absent'> & { id: number; name: string; organizationId: string; claims: Claim[] };

/** Read with the user at each call, so that nobody acts for another after the last day, and steps need no query more. */
const standIns = sql<StandInRow[] | null>`(
  select json_agg(found order by found."firstDay", found.key)
  from (select absent.id, absent.name, absent.organization_id as "organizationId", stand_ins.id as key,
               stand_ins.first_day::text as "firstDay", stand_ins.last_day::text as "lastDay",
               array(select claim from published.role_claims where role_claims.role_id = absent.role_id) as claims
        from published.stand_ins join published.users absent on absent.id = stand_ins.user_id
        where stand_ins.acting_user_id = users.id and absent.status = ${sql.lit(USER_STATUS.active)}
        order by stand_ins.last_day desc limit ${sql.lit(STAND_INS_READ)}) found)`;

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
    .select(standIns.as('standIns'))
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
    standIns: (row.standIns ?? []).map(({ firstDay, lastDay, claims, ...absent }) => ({
      absent: { ...absent, claims: new Set(claims) },
      firstDay,
      lastDay,
    })),
  };
}
