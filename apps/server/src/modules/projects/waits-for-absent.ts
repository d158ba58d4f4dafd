import { type RawBuilder, sql } from 'kysely';
import type { Claim } from '@pimis/domain/access/claims';
import { can } from '@pimis/domain/access/policies';
import { PROJECT_STATUS, USER_STATUS } from '@pimis/domain/constants';
import { statesOfAbsent } from '@pimis/domain/workflow/stand-ins';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database } from '../../platform/database/database.ts';
import { PREPARED } from '../../platform/database/prepared-statements.ts';
import { stateCondition } from './assigned-to-me.ts';

/** Active users of a body with their claims; `away`: on the day (YYYY-MM-DD). */
async function findPeople(db: Database, organizationId: string, day: string) {
  const { rows } = await sql<{ id: number; claims: Claim[]; away: boolean }>`
    select ${PREPARED} users.id,
           array(select claim from published.role_claims where role_claims.role_id = users.role_id) as claims,
           exists (select from published.stand_ins
                   where stand_ins.user_id = users.id
                     and ${day}::date between stand_ins.first_day and stand_ins.last_day) as away
    from published.users
    where users.organization_id = ${organizationId}::text and users.status = ${sql.lit(USER_STATUS.active)}`.execute(
    db,
  );
  return rows.map(({ claims, ...person }) => ({ ...person, organizationId, claims: new Set(claims) }));
}

/** Whether the user may see the projects that wait only for absent people of their body. */
export const managesAbsences = (user: CurrentUser): boolean =>
  can(user, 'user.manage', { organizationId: user.organizationId });

/**
 * SQL: the step of the row of `projects` waits only for people of the user's body who are away on the day. Null when
 * nobody is away, or when the user does not manage the absences of the body.
 */
export async function waitsForAbsentOnly(
  db: Database,
  user: CurrentUser,
  day: string,
): Promise<RawBuilder<boolean> | null> {
  if (!managesAbsences(user)) return null;
  const people = await findPeople(db, user.organizationId, day);
  const states = statesOfAbsent(
    people.filter(({ away }) => away),
    people.filter(({ away }) => !away),
  );
  if (states.length === 0) return null;
  const conditions = states.map(({ absent, state, others }) => {
    const condition = stateCondition(state, absent);
    if (others.length === 0) return condition;
    return sql<boolean>`(${condition} and (
      select ${sql.val([...others])}::integer[] <@ array[
        ${state.notSender ? sql`handled.sent_by` : sql`null`}, ${state.notConfirmer ? sql`handled.confirmed_by` : sql`null`}]::integer[]
      from published.projects handled where handled.id = projects.id))`;
  });
  return sql<boolean>`(projects.status = ${sql.lit(PROJECT_STATUS.pending)} and (${sql.join(conditions, sql` or `)}))`;
}
