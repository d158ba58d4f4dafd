import { sql } from 'kysely';
import type { Claim } from '@pimis/domain/access/claims';
import { presentClaims } from '@pimis/domain/access/clients';
import { ROLE, USER_STATUS } from '@pimis/domain/constants';
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
  /** Set for a client: the networks from which it may call, and its last day (YYYY-MM-DD). */
  client?: { addresses: readonly string[]; expiresOn: string };
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

/**
 * Read with the user at each call, so that nobody acts for another after the last day, and steps need no further query.
 */
const standIns = sql<StandInRow[] | null>`(
  select json_agg(found order by found."firstDay", found.key)
  from (select absent.id, absent.name, absent.organization_id as "organizationId", stand_ins.id as key,
               stand_ins.first_day::text as "firstDay", stand_ins.last_day::text as "lastDay",
               array(select claim from published.role_claims where role_claims.role_id = absent.role_id) as claims
        from published.stand_ins join published.users absent on absent.id = stand_ins.user_id
        where stand_ins.acting_user_id = users.id and absent.status = ${sql.lit(USER_STATUS.active)}
        order by stand_ins.last_day desc limit ${sql.lit(STAND_INS_READ)}) found)`;

/** Marks a client's token: it has no session, and its scopes are in the place of the session's id. */
const CLIENT_SESSION = 'client:';

export const isClientSession = (sessionId: string): boolean => sessionId.startsWith(CLIENT_SESSION);
export const clientSession = (scope: string): string => `${CLIENT_SESSION}${scope}`;

/** The client of a token with its claims of today; null when it was revoked. */
async function loadClient(db: Database, id: number, sessionId: string): Promise<CurrentUser | null> {
  const row = await db
    .selectFrom('published.clients as clients')
    .innerJoin('published.users as users', 'users.id', 'clients.id')
    .select(['users.login', 'users.name', 'users.organization_id as organizationId'])
    .select(['clients.claims', 'clients.addresses', 'clients.expires_on as expiresOn'])
    .where('clients.id', '=', id)
    .modifyFront(PREPARED)
    .executeTakeFirst();
  if (!row) return null;
  const { claims, addresses, expiresOn, ...client } = row;
  const present = presentClaims(sessionId.slice(CLIENT_SESSION.length).split(' '), claims as Claim[]);
  return {
    id,
    ...client,
    roleId: ROLE.integration,
    claims: new Set(present),
    sessionId,
    standIns: [],
    client: { addresses, expiresOn },
  };
}

function activeUser(db: Database, userId: number) {
  return db
    .selectFrom('published.users as users')
    .select(['users.id', 'users.login', 'users.name', 'users.organization_id', 'users.role_id'])
    .select(
      sql<Claim[]>`array(select claim from published.role_claims where role_claims.role_id = users.role_id)`.as(
        'claims',
      ),
    )
    .select(standIns.as('standIns'))
    .where('users.id', '=', userId)
    .where('users.status', '=', USER_STATUS.active)
    .modifyFront(PREPARED);
}

type ActiveUser = Awaited<ReturnType<ReturnType<typeof activeUser>['executeTakeFirstOrThrow']>>;

function toCurrentUser(row: ActiveUser, sessionId: string): CurrentUser {
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

/**
 * Returns the user of a session, or a client; null when the session has ended, or the user or client is not active.
 */
export async function loadCurrentUser(db: Database, userId: number, sessionId: string): Promise<CurrentUser | null> {
  if (isClientSession(sessionId)) return loadClient(db, userId, sessionId);
  const row = await activeUser(db, userId)
    .innerJoin('published.open_sessions as sessions', 'sessions.user_id', 'users.id')
    .where('sessions.id', '=', sessionId)
    .executeTakeFirst();
  return row ? toCurrentUser(row, sessionId) : null;
}

/** Returns a user for whom the server reads without a call of theirs; null when the user is not active. */
export async function loadActiveUser(db: Database, userId: number): Promise<CurrentUser | null> {
  const row = await activeUser(db, userId).executeTakeFirst();
  return row ? toCurrentUser(row, '') : null;
}
