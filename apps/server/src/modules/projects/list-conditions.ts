import { type RawBuilder, sql } from 'kysely';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { IMPORTANT_PENDING, listInfo } from '@pimis/domain/workflow/lists';
import type { CurrentUser } from '../../platform/access/current-user.ts';

/**
 * SQL: projects that wait for a list of the type (table `projects`): by their phase, or important ones with that list.
 */
export function waitingForList(type: number): RawBuilder<boolean> {
  const { pending, takesImportant } = listInfo(type);
  const plain = sql`(projects.phase = ${pending.phase} and projects.phase_status = ${pending.status})`;
  const important = sql`(projects.phase = ${IMPORTANT_PENDING.phase} and projects.phase_status = ${IMPORTANT_PENDING.status}
    and exists (select 1 from important_lists chosen where chosen.project_id = projects.id and chosen.list_type = ${type}))`;
  return sql<boolean>`(projects.status = ${sql.lit(PROJECT_STATUS.pending)} and (${takesImportant ? sql`${plain} or ${important}` : plain}))`;
}

/** SQL: the project (table `projects`) is pending and waits for a list of the type, or is on one without a decision. */
export function onWayToList(type: number): RawBuilder<boolean> {
  return sql<boolean>`(projects.status = ${sql.lit(PROJECT_STATUS.pending)} and (${waitingForList(type)}
    or exists (select 1 from important_lists chosen where chosen.project_id = projects.id and chosen.list_type = ${type})
    or exists (select 1 from published.project_list_items item
               join published.project_lists list on list.id = item.list_id
               where item.project_id = projects.id and list.type = ${type} and item.decision is null)))`;
}

/**
 * SQL: the ministry's opinion ({product}Commented) on a project of a list (table `items`) exists: in its present form
 * while the commission has not decided, otherwise at the time of the decision.
 */
export const listedCommented = sql<boolean>`case
  when items.form_id is null then coalesce((items.snapshot ->> 'pimisCommented')::boolean, false)
  else coalesce((
    select has_ministry_opinion(newest.input) from published.form_revisions newest
    where newest.form_id = items.form_id and (items.decision is null or newest.revision = items.form_revision)
    order by newest.revision desc limit 1), false) end`;

/** SQL: projects that the user follows (table `projects`). */
export function followedCondition(user: Pick<CurrentUser, 'id'>): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from published.project_followers follower
    where follower.project_id = projects.id and follower.user_id = ${user.id})`;
}
