import { type RawBuilder, sql } from 'kysely';
import type { Claim } from '@pimis/domain/access/claims';
import { PROJECT_SIGHT } from '@pimis/domain/access/policies';
import { ADMINISTRATION_ORGANIZATION, PROJECT_STATUS } from '@pimis/domain/constants';
import { MARKING_CLAIM } from '@pimis/domain/workflow/awaited-marks';
import { usersWaitedFor } from '@pimis/domain/workflow/open-steps';

/** SQL: the role of the row in `users` has one of the claims. */
function holds(claims: readonly Claim[]): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from published.role_claims held
    where held.role_id = users.role_id and held.claim in (${sql.join(claims)}))`;
}

/**
 * SQL: the row of `users` may see the row of `projects`. It is visibleProjects for many users at once, from the same
 * rows of the domain; a test compares the two.
 */
export const userSeesProject: RawBuilder<boolean> = sql<boolean>`(
  ${holds(PROJECT_SIGHT.everywhere)}
  or (users.organization_id in (${sql.join(PROJECT_SIGHT.central)}) and ${holds(PROJECT_SIGHT.centrally)})
  or (${holds(PROJECT_SIGHT.own)} and
    exists (select 1 from published.project_visibility access
            where access.project_id = projects.id and access.viewer_id = users.organization_id
              and (access.involved or ${holds(PROJECT_SIGHT.evaluated)}))))`;

/**
 * SQL: the organization may see the row of `projects`, as its users with Project_View do; for events sent to an
 * organization, not to a user.
 */
export const organizationSeesProject = (organizationId: RawBuilder<string>): RawBuilder<boolean> => sql<boolean>`(
  ${organizationId} in (${sql.join(PROJECT_SIGHT.central)})
  or exists (select 1 from published.project_visibility access
             where access.project_id = projects.id and access.viewer_id = ${organizationId} and access.involved))`;

/**
 * SQL: a pending project in this state (table `projects`) waits for the row of `users`; "My tasks" seen from the
 * project.
 */
export function isProjectAssignedTo(state: {
  phase: number;
  phaseStatus: number;
  foreignFunds: boolean;
  open: string[] | null;
}): RawBuilder<boolean> {
  const waited = usersWaitedFor(state);
  const admins = sql<boolean>`(${holds(['Admin'])} and ${waited.some((users) => users.admins)}::boolean)`;
  const others = waited.map(({ claim, side, notSender, notConfirmer }) => {
    const parts = [holds([claim])];
    if (side === 'own') parts.push(sql<boolean>`users.organization_id = projects.organization_id`);
    if (side === 'proposer') parts.push(sql<boolean>`users.organization_id = projects.proposer_organization_id`);
    if (side === 'administration') parts.push(sql<boolean>`users.organization_id = ${ADMINISTRATION_ORGANIZATION}`);
    if (notSender) parts.push(sql<boolean>`users.id is distinct from projects.sent_by`);
    if (notConfirmer) parts.push(sql<boolean>`users.id is distinct from projects.confirmed_by`);
    return sql<boolean>`(${sql.join(parts, sql` and `)})`;
  });
  if (others.length === 0) return sql<boolean>`false`;
  return sql<boolean>`(projects.status = ${sql.lit(PROJECT_STATUS.pending)} and
    (${admins} or (not ${holds(['Admin'])} and (${sql.join(others, sql` or `)}))))`;
}

/**
 * SQL: whether the row of `users` belongs to one of the bodies and is asked for its marks; formToMarkOf for many users.
 */
export function isAskedForMarks(bodies: readonly string[]): RawBuilder<boolean> {
  return sql<boolean>`(users.organization_id = any(${[...bodies]}::text[])
    and ${holds([MARKING_CLAIM])} and not ${holds(['Admin'])})`;
}

/**
 * SQL: ids of the users whom a project in this state may wait for, by roles with a claim and by the acting
 * organization, so that an index finds them. isProjectAssignedTo then decides.
 */
export function usersWhoCanAct(
  state: Parameters<typeof usersWaitedFor>[0],
  projectId: RawBuilder<number>,
): RawBuilder<unknown> {
  const holding = (claim: Claim) => sql`select role_id from published.role_claims where claim = ${claim}`;
  const of = (column: 'organization_id' | 'proposer_organization_id') =>
    sql`(select ${sql.raw(column)} from published.projects where id = ${projectId})`;
  const parts = usersWaitedFor(state).flatMap(({ claim, side, admins }) => {
    const place =
      side === 'own'
        ? sql`and acting.organization_id = ${of('organization_id')}`
        : side === 'proposer'
          ? sql`and acting.organization_id = ${of('proposer_organization_id')}`
          : side === 'administration'
            ? sql`and acting.organization_id = ${ADMINISTRATION_ORGANIZATION}`
            : sql``;
    const people = sql`select acting.id from published.users acting where acting.role_id in (${holding(claim)}) ${place}`;
    return admins
      ? [people, sql`select acting.id from published.users acting where acting.role_id in (${holding('Admin')})`]
      : [people];
  });
  return parts.length === 0 ? sql`select null::integer as id where false` : sql.join(parts, sql` union `);
}
