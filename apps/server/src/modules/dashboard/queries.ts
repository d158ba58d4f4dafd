import { type RawBuilder, sql } from 'kysely';
import type { FirstStep } from '@pimis/contract/dashboard';
import {
  ADMINISTRATION_ORGANIZATION,
  CLIENT_STATUS,
  ORGANIZATION_STATUS,
  PROJECT_STATUS,
  USER_STATUS,
} from '@pimis/domain/constants';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS, POSTPONED_STATUSES } from '@pimis/domain/workflow/statuses';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database } from '../../platform/database/database.ts';
import { hiddenFromPlanner, PREPARED } from '../../platform/database/prepared-statements.ts';
import { seenProjects } from '../projects/visibility.ts';
import { countAssigned, assignedCondition, isDueBy } from '../projects/assigned-to-me.ts';

/** How many projects the user sees, by status, and how many wait for the user now. */
export async function countProjects(
  db: Database,
  user: CurrentUser,
  now: Date,
): Promise<Record<'pending' | 'finished' | 'archived' | 'tasks', number>> {
  const { table, condition, all } = seenProjects(user);
  const of = (status: number) => sql`filter (where status = ${sql.lit(status)})::integer`;
  const { pending, finished, archived } = PROJECT_STATUS;
  if (all) {
    const [{ rows }, tasks] = await Promise.all([
      sql<Record<'pending' | 'finished' | 'archived', number>>`
        select ${PREPARED} coalesce(sum(projects) ${of(pending)}, 0) as pending, coalesce(sum(projects) ${of(finished)}, 0) as finished,
               coalesce(sum(projects) ${of(archived)}, 0) as archived
        from published.project_state_counts as projects where ${condition}`.execute(db),
      countAssigned(db, user, now),
    ]);
    return { pending: 0, finished: 0, archived: 0, ...rows[0], tasks };
  }
  const { rows } = await sql<Record<'pending' | 'finished' | 'archived' | 'tasks', number>>`
    select ${PREPARED} count(*) ${of(pending)} as pending, count(*) ${of(finished)} as finished, count(*) ${of(archived)} as archived,
           count(*) filter (where ${assignedCondition(user)} and ${isDueBy(now)})::integer as tasks
    from ${table} where ${condition}`.execute(db);
  return { pending: 0, finished: 0, archived: 0, tasks: 0, ...rows[0] };
}

/** Projects whose postponement ends, the nearest first. */
export async function findPostponed(
  db: Database,
  user: CurrentUser,
  day: string,
  limit: number,
): Promise<{ code: string; number: string; name: string; day: string }[]> {
  const { table, condition, all } = seenProjects(user);
  // For an organization, only its postponed projects are read.
  const own = sql`and projects.id in (
    select id from ${table} where ${condition} and projects.phase_status in (${sql.join(POSTPONED_STATUSES.map((status) => sql.lit(status)))}))`;
  const { rows } = await sql<{ code: string; number: string; name: string; day: string }>`
    select ${PREPARED} projects.code::text as code, projects.number, projects.name, projects.postponed_until::text as day
    from published.projects
    where projects.status = ${sql.lit(PROJECT_STATUS.pending)} and projects.postponed_until >= ${hiddenFromPlanner(day, 'date')}
      ${all ? sql`and ${condition}` : own}
    order by projects.postponed_until, projects.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Quarters that wait for the user to report them once they have ended, by that day; the nearest first. */
export async function findQuarters(
  db: Database,
  user: CurrentUser,
  now: Date,
  limit: number,
): Promise<{ code: string; number: string; day: string }[]> {
  const { table, condition } = seenProjects(user);
  const { rows } = await sql<{ code: string; number: string; day: string }>`
    select ${PREPARED} awaited.code::text as code, awaited.number,
           (awaited.waiting_since at time zone 'Europe/Belgrade')::date::text as day
    from published.projects awaited
    where awaited.id in (
      select projects.id from ${table}
      where ${condition} and projects.phase = ${sql.lit(PHASE.reporting)}
        and projects.phase_status = ${sql.lit(PHASE_STATUS.entry)}
        and projects.waiting_since > ${now} and ${assignedCondition(user)})
    order by awaited.waiting_since, awaited.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Which of the first steps of an installation are done. */
export async function findFirstSteps(db: Database): Promise<Record<FirstStep, boolean>> {
  const active = sql`users.status = ${sql.lit(USER_STATUS.active)}`;
  const { rows } = await sql<Record<FirstStep, boolean>>`
    select ${PREPARED} exists (select 1 from published.appropriations)
             and exists (select 1 from published.registry_organizations bodies where bodies.id <> ${ADMINISTRATION_ORGANIZATION})
             as "codeTables",
           exists (select 1 from published.users where ${active} and users.organization_id = ${ADMINISTRATION_ORGANIZATION}
                   and users.role_id in (select role_id from published.role_claims where claim = 'Form_ApprovalResolve'))
             as reviewers,
           exists (select 1 from published.organizations organizations
                   where organizations.id <> ${ADMINISTRATION_ORGANIZATION}
                     and organizations.status = ${sql.lit(ORGANIZATION_STATUS.approved)}) as organizations,
           exists (select 1 from published.users where ${active}
                     and users.organization_id <> ${ADMINISTRATION_ORGANIZATION}) as users`.execute(db);
  return rows[0] ?? { codeTables: false, reviewers: false, organizations: false, users: false };
}

export interface WaitingRegistration {
  id: string;
  name: string;
  waitingSince: Date;
  /** How many wait in total. */
  total: number;
}

/** Undecided requests to register, the oldest first. */
export async function findRegistrations(db: Database, limit: number): Promise<WaitingRegistration[]> {
  const { rows } = await sql<WaitingRegistration>`
    select ${PREPARED} id, name, created_at as "waitingSince", (count(*) over ())::integer as total
    from published.organizations
    where status = ${sql.lit(ORGANIZATION_STATUS.pending)}
    order by created_at, id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

interface Session {
  id: number;
  type: number;
  name: string;
  day: string | null;
  projects: number;
}

/** Open lists with undecided projects that the user sees, those with the nearest session first. */
export async function findSessions(db: Database, user: CurrentUser, limit: number): Promise<Session[]> {
  const columns = sql`${PREPARED} lists.id, lists.type, lists.name, lists.session_on::text as day`;
  const nearest = sql`order by lists.session_on nulls last, lists.id desc limit ${sql.lit(limit)}`;
  const { table, condition, all } = seenProjects(user);
  // A user who sees all projects gets every open list with its stored totals.
  const sessions = all
    ? sql<Session>`select ${columns}, lists.pending_count as projects from published.open_lists lists where ${condition} ${nearest}`
    : sql<Session>`
        select ${columns}, count(*)::integer as projects
        from ${table}
        join published.project_list_items items on items.project_id = projects.id and items.decision is null
        join published.project_lists lists on lists.id = items.list_id
        where ${condition}
        group by lists.id, lists.type, lists.name, lists.session_on
        ${nearest}`;
  return (await sessions.execute(db)).rows;
}

/** How many lists contain an undecided project that the user sees. */
function openListsOf(user: CurrentUser): RawBuilder<number> {
  const { table, condition, all } = seenProjects(user);
  return all
    ? sql<number>`(select count(*)::integer from published.open_lists where ${condition})`
    : sql<number>`(select count(distinct items.list_id)::integer
        from ${table} join published.project_list_items items on items.project_id = projects.id
        where ${condition} and items.decision is null)`;
}

/** The user's organization and role, with the numbers of open lists and of the organization's users. */
export function findSurroundings(db: Database, user: CurrentUser) {
  return db
    .selectFrom('published.users as users')
    .innerJoin('published.organizations as organizations', 'organizations.id', 'users.organization_id')
    .innerJoin('published.roles as roles', 'roles.id', 'users.role_id')
    .select([
      'organizations.id',
      'organizations.name',
      'organizations.company_number as companyNumber',
      'organizations.tax_id_number as taxIdNumber',
      'organizations.created_at',
      'roles.name as roleName',
      'roles.description as roleDescription',
      openListsOf(user).as('lists'),
      sql<number>`(select count(*)::integer from published.users mates
                   where mates.organization_id = users.organization_id
                     and mates.status <> ${sql.lit(CLIENT_STATUS)})`.as('users'),
    ])
    .where('users.id', '=', user.id)
    .modifyFront(PREPARED)
    .executeTakeFirstOrThrow();
}
