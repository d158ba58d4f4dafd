import { type RawBuilder, sql } from 'kysely';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { waitingFor, type WaitingState } from '@pimis/domain/workflow/whose-turn';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Database } from '../../platform/database.ts';
import { hiddenFromPlanner, PREPARED } from '../../platform/prepared-statements.ts';
import { seenProjects } from './visibility.ts';

function stateCondition(state: WaitingState, user: CurrentUser): RawBuilder<boolean> {
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

/** "A project waits for me" as one SQL condition, from the rules of whose turn it is. */
export function assignedCondition(user: CurrentUser): RawBuilder<boolean> {
  return anyOf(waitingFor(user), user);
}

/** What cannot be expected of anybody before a day does not wait until then. */
export function isDueBy(now: Date): RawBuilder<boolean> {
  return sql<boolean>`projects.waiting_since <= ${now}`;
}

/** Does nobody but the state say whether a project waits for the user, so that counts by state tell how many do? */
export function isAssignedByState(user: CurrentUser): boolean {
  return waitingFor(user).every(ofStateAlone);
}

/** Does the state alone say that it waits, whoever owns the project and sent it? Such ones are in the kept counts. */
const ofStateAlone = ({ side, notSender, notConfirmer }: WaitingState) => side === 'any' && !notSender && !notConfirmer;

/**
 * How many projects wait for somebody who sees all: what the kept counts tell, and those of the own organization that
 * wait besides. What the state alone says is never waited for from a later day on.
 */
export async function countAssigned(db: Database, user: CurrentUser, now: Date): Promise<number> {
  const { condition } = seenProjects(user);
  const states = waitingFor(user);
  const kept = anyOf(states.filter(ofStateAlone), user);
  const others = states.filter((state) => !ofStateAlone(state));
  // What waits at any organization is asked of every project; no role of the product is without a side and waits so.
  const table = others.some(({ side }) => side === 'any')
    ? sql`published.projects as projects where`
    : sql`published.projects_seen as projects where projects.viewer_id = ${hiddenFromPlanner(user.organizationId, 'text')} and`;
  const { rows } = await sql<{ tasks: number }>`
    select ${PREPARED} ((select coalesce(sum(projects), 0) from published.project_state_counts as projects where ${condition} and ${kept})
      + (select count(*) from ${table} ${condition} and ${anyOf(others, user)} and ${isDueBy(now)} and not ${kept}))::integer as tasks`.execute(
    db,
  );
  return rows[0]?.tasks ?? 0;
}

/**
 * Ids of the projects that wait for the user, the oldest first, as a query. For somebody who sees all each state is
 * asked alone, where one index has its oldest; an organization has few enough to look through.
 */
export function oldestAssigned(user: CurrentUser, limit: number): RawBuilder<unknown> {
  const { table, condition, all } = seenProjects(user);
  const order = sql`order by projects.waiting_since, projects.id limit ${sql.lit(limit)}`;
  const found = sql`select projects.id, projects.waiting_since from ${table} where ${condition} and ${assignedCondition(user)}`;
  if (!all) return sql`(${found} ${order})`;
  const states = new Map(waitingFor(user).map((state) => [`${state.phase}/${state.status}`, state]));
  const phases = [...states.values()].map(({ phase }) => phase);
  const statuses = [...states.values()].map(({ status }) => status);
  return sql`(
    select projects.id, projects.waiting_since
    from unnest(${phases}::integer[], ${statuses}::integer[]) state (phase, phase_status)
    cross join lateral (
      ${found} and projects.phase = state.phase and projects.phase_status = state.phase_status ${order}) projects
    ${order})`;
}
