import { sql } from 'kysely';
import type { Claim } from '@pimis/domain/access/claims';
import { USER_STATUS } from '@pimis/domain/constants';
import type { ActingUser } from '@pimis/domain/workflow/actors';
import type { Database, Tx } from '../../platform/database.ts';
import { PREPARED } from '../../platform/prepared-statements.ts';

export type AbsentUser = ActingUser & { name: string };

/**
 * Active users for whom the user stands in on the day (YYYY-MM-DD), with their present claims; who left first comes
 * first. Read at each step, so that nobody acts for another after the last day.
 */
export async function findAbsentUsers(db: Database | Tx, actingUserId: number, day: string): Promise<AbsentUser[]> {
  const { rows } = await sql<{ id: number; name: string; organizationId: string; claims: Claim[] }>`
    select ${PREPARED} users.id, users.name, users.organization_id as "organizationId",
           array(select claim from published.role_claims where role_claims.role_id = users.role_id) as claims
    from published.stand_ins
    join published.users on users.id = stand_ins.user_id
    where stand_ins.acting_user_id = ${actingUserId}::integer and users.status = ${sql.lit(USER_STATUS.active)}
      and ${day}::date between stand_ins.first_day and stand_ins.last_day
    order by stand_ins.first_day, stand_ins.id`.execute(db);
  return rows.map(({ claims, ...user }) => ({ ...user, claims: new Set(claims) }));
}
