import { type RawBuilder, sql } from 'kysely';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { waitingFor, type WaitingState } from '@pimis/domain/workflow/open-steps';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database } from '../../platform/database/database.ts';
import { hiddenFromPlanner, PREPARED } from '../../platform/database/prepared-statements.ts';
import { seenProjects } from './visibility.ts';

/** SQL: whether the row of `projects` is in the state and waits for this user to take one of its steps. */
export function stateCondition(
  state: WaitingState,
  user: Pick<CurrentUser, 'id' | 'organizationId'>,
): RawBuilder<boolean> {
  const parts = [sql`projects.phase = ${state.phase} and projects.phase_status = ${state.status}`];
  if (state.side === 'own') parts.push(sql`projects.organization_id = ${user.organizationId}`);
  if (state.side === 'proposer') parts.push(sql`projects.proposer_organization_id = ${user.organizationId}`);
  if (state.foreignFunds !== null) parts.push(sql`projects.foreign_funds = ${state.foreignFunds}`);
  const open = sql`projects.open_steps && ${sql.val([...state.keys])}::text[]`;
  parts.push(state.declared ? sql`(projects.open_steps is null or ${open})` : open);
  if (state.notSender) parts.push(sql`projects.sent_by is distinct from ${user.id}`);
  if (state.notConfirmer)
    parts.push(sql`not exists (select 1 from published.projects whole
      where whole.id = projects.id and whole.confirmed_by = ${user.id})`);
  return sql<boolean>`(${sql.join(parts, sql` and `)})`;
}

function anyOf(states: readonly WaitingState[], user: CurrentUser): RawBuilder<boolean> {
  if (states.length === 0) return sql<boolean>`false`;
  const conditions = states.map((state) => stateCondition(state, user));
  return sql<boolean>`(projects.status = ${sql.lit(PROJECT_STATUS.pending)} and (${sql.join(conditions, sql` or `)}))`;
}

/** SQL: the project waits for the user, from the rules of open steps. */
export function assignedCondition(user: CurrentUser): RawBuilder<boolean> {
  return anyOf(waitingFor(user), user);
}

/** SQL: a comment that the user has not read mentions them. */
export const isMentioned = (user: Pick<CurrentUser, 'id'>): RawBuilder<boolean> => sql<boolean>`projects.id in (
  select mentions.project_id from published.unread_mentions mentions
  where mentions.user_id = ${hiddenFromPlanner(user.id, 'integer')})`;

/**
 * SQL: the order of projects that wait for a user, as a text: first those that were returned or mention the user,
 * because somebody has asked for an answer; then the rest; both by how long they have waited.
 */
export const urgencyOf = (user: Pick<CurrentUser, 'id'>): RawBuilder<string> => sql<string>`(
  case when ${isMentioned(user)} or exists (
    select from published.project_phases returned where returned.project_id = projects.id
      and returned.phase = projects.phase and returned.returned_activity_id is not null) then 0 else 1 end
  || to_char(projects.waiting_since at time zone 'UTC', ' YYYY-MM-DD HH24:MI:SS.US'))`;

/** A project whose step cannot be taken before a day does not wait until that day. */
export function isDueBy(now: Date): RawBuilder<boolean> {
  return sql<boolean>`projects.waiting_since <= ${now}`;
}

/**
 * Returns whether the state alone determines that a project waits for the user, so that state counts give the number.
 */
export function isAssignedByState(user: CurrentUser): boolean {
  return waitingFor(user).every(ofStateAlone);
}

/** Returns whether the state alone determines it for any owner and proposer; state counts give the number of these. */
const ofStateAlone = ({ side, notSender, notConfirmer }: WaitingState) => side === 'any' && !notSender && !notConfirmer;

/**
 * The number of projects that wait for a user who sees all: from the state counts, plus those that wait for the user's
 * own organization. A state that decides this alone never waits for a later day.
 */
export async function countAssigned(db: Database, user: CurrentUser, now: Date): Promise<number> {
  const { condition } = seenProjects(user);
  const states = waitingFor(user);
  const byState = anyOf(states.filter(ofStateAlone), user);
  const others = states.filter((state) => !ofStateAlone(state));
  // A step that any organization may take needs a scan of all projects; no role of the product has such a step.
  const table = others.some(({ side }) => side === 'any')
    ? sql`published.projects as projects where`
    : sql`published.projects_seen as projects where projects.viewer_id = ${hiddenFromPlanner(user.organizationId, 'text')} and`;
  const { rows } = await sql<{ tasks: number }>`
    select ${PREPARED} ((select coalesce(sum(projects), 0) from published.project_state_counts as projects where ${condition} and ${byState})
      + (select count(*) from ${table} ${condition} and ${anyOf(others, user)} and ${isDueBy(now)} and not ${byState}))::integer as tasks`.execute(
    db,
  );
  return rows[0]?.tasks ?? 0;
}

/** Since when the project waits that has waited longest for the user; null if none does. */
export async function longestAssignedSince(db: Database, user: CurrentUser, now: Date): Promise<Date | null> {
  const { table, condition, all } = seenProjects(user);
  // For a user who sees all, the oldest of each state come from an index.
  const waiting = all
    ? oldestAssigned(user, 1)
    : sql`(select projects.waiting_since from ${table} where ${condition} and ${assignedCondition(user)})`;
  const { rows } = await sql<{ since: Date | null }>`
    select ${PREPARED} min(projects.waiting_since) as since from ${waiting} projects where ${isDueBy(now)}`.execute(db);
  return rows[0]?.since ?? null;
}

/**
 * A query for the ids of the projects that wait for the user, the most urgent first. For a user who sees all, each
 * state is a separate query whose oldest projects come from an index, plus the projects with mentions of the user;
 * returned projects never wait for such users. The projects of one organization are few enough to scan.
 */
export function oldestAssigned(user: CurrentUser, limit: number): RawBuilder<unknown> {
  const { table, condition, all } = seenProjects(user);
  const order = sql`order by projects.waiting_since, projects.id limit ${sql.lit(limit)}`;
  const found = sql`select projects.id, projects.waiting_since from ${table} where ${condition} and ${assignedCondition(user)}`;
  if (!all) return sql`(${found} order by ${urgencyOf(user)}, projects.id limit ${sql.lit(limit)})`;
  const states = new Map(waitingFor(user).map((state) => [`${state.phase}/${state.status}`, state]));
  const phases = [...states.values()].map(({ phase }) => phase);
  const statuses = [...states.values()].map(({ status }) => status);
  return sql`(
    (${found} and ${isMentioned(user)} ${order})
    union (
      select projects.id, projects.waiting_since
      from unnest(${phases}::integer[], ${statuses}::integer[]) state (phase, phase_status)
      cross join lateral (
        ${found} and projects.phase = state.phase and projects.phase_status = state.phase_status ${order}) projects
      ${order}))`;
}
