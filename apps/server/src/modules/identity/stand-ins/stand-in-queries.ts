import { sql } from 'kysely';
import type { StandIn } from '@pimis/contract/stand-ins';
import type { Claim } from '@pimis/domain/access/claims';
import { USER_STATUS } from '@pimis/domain/constants';
import type { ActingUser } from '@pimis/domain/workflow/actors';
import type { Database, Tx } from '../../../platform/database/database.ts';

function selectStandIns(db: Database | Tx) {
  return db
    .selectFrom('stand_ins')
    .innerJoin('users as absent', 'absent.id', 'stand_ins.user_id')
    .leftJoin('users as acting', 'acting.id', 'stand_ins.acting_user_id')
    .select([
      'stand_ins.id',
      'stand_ins.user_id as userId',
      'stand_ins.acting_user_id as actingUserId',
      sql<string>`absent.login::text`.as('login'),
      'absent.name',
      sql<string | null>`acting.login::text`.as('actingLogin'),
      'acting.name as actingName',
      sql<string>`stand_ins.first_day::text`.as('firstDay'),
      sql<string>`stand_ins.last_day::text`.as('lastDay'),
    ])
    .where('stand_ins.ended_at', 'is', null);
}
export type StandInRow = Awaited<ReturnType<ReturnType<typeof selectStandIns>['executeTakeFirstOrThrow']>>;

export const toStandIn = (row: StandInRow, day: string): StandIn => ({
  id: row.id,
  absent: { login: row.login, name: row.name },
  actingUser: row.actingLogin === null ? null : { login: row.actingLogin, name: row.actingName ?? '' },
  firstDay: row.firstDay,
  lastDay: row.lastDay,
  now: row.firstDay <= day && day <= row.lastDay,
});

/** Absences of the user, or those in which they act for others, from the day (YYYY-MM-DD) on; the earliest first. */
export function findStandIns(
  db: Database | Tx,
  column: 'user_id' | 'acting_user_id',
  userId: number,
  day: string,
): Promise<StandInRow[]> {
  return selectStandIns(db)
    .where(`stand_ins.${column}`, '=', userId)
    .where('stand_ins.last_day', '>=', day)
    .orderBy('stand_ins.first_day')
    .orderBy('stand_ins.id')
    .execute();
}

/** Returns whether an absence of the user shares a day with the period. */
export async function isAway(tx: Tx, userId: number, firstDay: string, lastDay: string): Promise<boolean> {
  const row = await tx
    .selectFrom('stand_ins')
    .select('id')
    .where('user_id', '=', userId)
    .where('ended_at', 'is', null)
    .where('first_day', '<=', lastDay)
    .where('last_day', '>=', firstDay)
    .executeTakeFirst();
  return row !== undefined;
}

/** A user with the claims of the role, as steps see them. */
export type Person = ActingUser & { login: string; name: string; email: string };

/** Active users of a body. */
export async function peopleOf(db: Database | Tx, organizationId: string): Promise<Person[]> {
  const rows = await db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'organization_id as organizationId', sql<string>`login::text`.as('login')])
    .select(sql<Claim[]>`array(select claim from role_claims where role_claims.role_id = users.role_id)`.as('claims'))
    .where('organization_id', '=', organizationId)
    .where('status', '=', USER_STATUS.active)
    .orderBy('name')
    .orderBy('id')
    .execute();
  return rows.map(({ claims, ...user }) => ({ ...user, claims: new Set(claims) }));
}

/** An absence of the user that has not ended, held until the transaction ends. */
export function lockStandIn(tx: Tx, id: number, userId: number, day: string) {
  return selectStandIns(tx)
    .select(['acting.email as actingEmail', 'absent.email'])
    .where('stand_ins.id', '=', id)
    .where('stand_ins.user_id', '=', userId)
    .where('stand_ins.last_day', '>=', day)
    .forUpdate('stand_ins')
    .executeTakeFirst();
}
