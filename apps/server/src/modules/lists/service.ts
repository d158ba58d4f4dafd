import { sql } from 'kysely';
import type { ListItem, ListsQuery, ProjectList } from '@pimis/contract/lists';
import { LISTS_OF_PAGE } from '@pimis/domain/workflow/list-limits';
import { can } from '@pimis/domain/access/policies';
import { isPendingItem } from '@pimis/domain/workflow/pending-items';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import { type Context, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { type Database, isDatabaseError, type Tx, UNIQUE_VIOLATION } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors.ts';
import '../projects/events.ts';
import { lockWaiting, putBeforeCommission, type Waiting } from '../projects/commission-lists.ts';
import { listedCommented } from '../projects/list-conditions.ts';
import { seenProjects, visibleProjects } from '../projects/visibility.ts';
import { refreshOpenSteps } from '../workflow/open-steps.ts';

/**
 * Lists of a type with a project that the user sees, newest first, with the commission's progress on the whole list;
 * the sum counts only visible projects. The stored totals of a list give everything but that sum. `older`: there are
 * more lists.
 */
export async function listsOfType(
  context: Context,
  user: CurrentUser,
  type: number,
  { perPage = LISTS_OF_PAGE, after, name }: ListsQuery,
): Promise<{ lists: ProjectList[]; older: boolean }> {
  const { table, condition, all } = seenProjects(user);
  const wanted = sql.join(
    [
      sql`lists.type = ${type}`,
      ...(after === undefined ? [] : [sql`lists.id < ${after}`]),
      ...(name === undefined ? [] : [sql`lists.name = ${name}`]),
    ],
    sql` and `,
  );
  // One more than a page shows whether there are older lists.
  const newest = sql`order by lists.id desc limit ${perPage + 1}`;
  // Starts from the organization's projects and finds their items by index. Where organizations have many projects on
  // average, PostgreSQL would otherwise read all items. A named join keeps this order.
  const items =
    name === undefined
      ? sql`cross join lateral (
              select list_id, snapshot from project_list_items where project_id = projects.id offset 0) items`
      : sql`join project_list_items items on items.project_id = projects.id`;
  // A user who sees all projects gets every list that has a project.
  const lists = all
    ? sql`(select lists.*, lists.total_value as seen_value from project_lists lists
           where ${wanted} and lists.projects > 0 and ${condition} ${newest})`
    : sql`(select lists.*, sum((items.snapshot ->> 'totalValue')::numeric) as seen_value
           from ${table}
           ${items}
           join project_lists lists on lists.id = items.list_id
           where ${wanted} and ${condition}
           group by lists.id ${newest})`;
  const { rows } = await sql<ProjectList & { createdAt: Date }>`
    select lists.id, lists.type, lists.name, lists.created_at as "createdAt", users.name as "createdUser",
           lists.projects, lists.projects - lists.pending_count as decided, lists.pending_count = 0 as approved,
           lists.session_on::text as "sessionDay", lists.session_number as "sessionNumber", round(coalesce(lists.seen_value, 0), 2)::text as "totalValue"
    from ${lists} lists
    left join published.users on users.id = lists.created_by
    order by lists.id desc`.execute(context.db);
  const shown = rows
    .slice(0, perPage)
    .map(({ createdAt, ...row }) => ({ ...row, createdDate: createdAt.toISOString() }));
  return { lists: shown, older: rows.length > perPage };
}

/** Projects of a list as they were when it was created, with the decisions given since. */
export async function projectsOfList(
  context: Context,
  user: CurrentUser,
  type: number,
  name: string,
): Promise<ListItem[]> {
  const items = await itemsOfList(context, user, { type, name });
  const mayDecide = can(user, 'list.manage');
  return items.map(({ isPending, ...item }) => ({ ...item, canDecide: mayDecide && isPending }));
}

/** A project of a list, and whether it still waits for the commission's decision there. */
export type PendingItem = Omit<ListItem, 'canDecide'> & { isPending: boolean };

/** The projects of a list, without the rights of the user to decide. Error: NotFound. */
export async function itemsOfList(
  context: Context,
  user: CurrentUser,
  { type, name }: { type: number; name: string },
): Promise<PendingItem[]> {
  const { rows } = await sql<ListItem & { live: number; livePhase: number }>`
    select items.position, projects.code::text as "projectCode", items.snapshot ->> 'name' as "projectName",
           items.snapshot ->> 'organizationName' as "organizationName", items.snapshot ->> 'totalValue' as "totalValue",
           (items.snapshot ->> 'phase')::integer as phase, items.came_from_status as "phaseStatus",
           phases.id as "projectPhaseId", ${listedCommented} as "pimisCommented",
           items.decision, items.decision_date as "decisionDate", items.decision_comment as "decisionComment",
           items.postponed_date as "postponedDate", projects.phase_status as live, projects.phase as "livePhase"
    from project_lists lists
    join project_list_items items on items.list_id = lists.id
    join published.projects on projects.id = items.project_id
    join published.project_phases phases
      on phases.project_id = projects.id and phases.phase = (items.snapshot ->> 'phase')::integer
    where lists.type = ${type} and lists.name = ${name} and ${visibleProjects(user)}
    order by items.position`.execute(context.db);
  if (rows.length === 0) throw new ApiError('NotFound');
  return rows.map(({ live, livePhase, ...row }) => ({
    ...row,
    isPending: isPendingItem(row, { phase: livePhase, phaseStatus: live }),
  }));
}

/** The session of a list and the time when the list was made; days are YYYY-MM-DD. Error: NotFound. */
export async function sessionOf(
  db: Database,
  { type, name }: { type: number; name: string },
): Promise<{ day: string | null; number: string | null; createdAt: Date }> {
  const row = await db
    .selectFrom('project_lists')
    .select([sql<string | null>`session_on::text`.as('day'), 'session_number as number', 'created_at as createdAt'])
    .where('type', '=', type)
    .where('name', '=', name)
    .executeTakeFirst();
  if (!row) throw new ApiError('NotFound');
  return row;
}

/** The default name: the year, and the first free number above the count of the year's lists. */
async function defaultName(context: Context, tx: Tx, type: number): Promise<string> {
  const year = today(context).slice(0, 4);
  const { rows } = await sql<{ name: string }>`
    with numbered as (
      select name from project_lists where type = ${type}::integer and name ~ ('^' || ${year}::text || '-[0-9]+$')),
    counted as (select count(*)::integer as lists from numbered)
    select ${year}::text || '-' || number as name
    from counted, generate_series(lists + 1, 2 * lists + 1) as number
    where ${year}::text || '-' || number not in (select name from numbered)
    order by number limit 1`.execute(tx);
  const [free] = rows;
  if (!free) throw new Error('No number is free');
  return free.name;
}

/** Creates a list of all projects that wait for it and sends it to the commission. Returns its name. */
export async function createList(
  context: Context,
  user: CurrentUser,
  type: number,
  name: string | undefined,
  origin: AuditOrigin,
): Promise<string> {
  if (!can(user, 'list.manage')) throw new ApiError('Forbidden');
  try {
    return await context.db.transaction().execute(async (tx) => {
      // Lists of a type are created one at a time: the default name counts the existing ones.
      await sql`select pg_advisory_xact_lock(7136410, ${type}::integer)`.execute(tx);
      const projects = await lockWaiting(tx, type);
      if (projects.length === 0) throw new ApiError('EmptyProjectList');
      const listName = name?.trim() ?? (await defaultName(context, tx, type));
      const now = context.now();
      const { id } = await tx
        .insertInto('project_lists')
        .values({ type, name: listName, created_by: user.id, created_at: now })
        .returning('id')
        .executeTakeFirstOrThrow();
      await putOnList(context, tx, { id, name: listName }, projects, user, now);
      await audit(tx, origin, {
        operation: 'list.create',
        subjectType: 'list',
        subjectId: id,
        detail: { before: null, after: { type, name: listName, projects: projects.map((project) => project.code) } },
      });
      return listName;
    });
  } catch (error) {
    if (isDatabaseError(error, UNIQUE_VIOLATION, 'project_lists_type_name_key')) {
      throw new ApiError('TranExistsProjectListName', {
        fieldErrors: [{ field: 'name', code: 'TranExistsProjectListName' }],
      });
    }
    throw error;
  }
}

/** Puts projects, locked in id order, on a list and before the commission, with a few statements for all. */
async function putOnList(
  context: Context,
  tx: Tx,
  list: { id: number; name: string },
  projects: readonly Waiting[],
  user: CurrentUser,
  now: Date,
): Promise<void> {
  await sql`
    insert into project_list_items (list_id, project_id, position, came_from_status, snapshot, form_id, form_revision,
                                    form_status)
    select ${list.id}::integer, taken.project_id, taken.position, projects.phase_status, taken.snapshot::json, form.id,
           form.revision, form.status
    from unnest(${projects.map(({ id }) => id)}::integer[], ${projects.map((row) => row.projectPhaseId)}::integer[],
                ${projects.map((row) => JSON.stringify(row))}::text[])
         with ordinality as taken (project_id, project_phase_id, snapshot, position)
    join published.projects on projects.id = taken.project_id
    left join lateral (
      select forms.id, forms.status, saved.revision
      from published.project_forms forms join published.form_revisions saved on saved.form_id = forms.id
      where forms.project_phase_id = taken.project_phase_id
      order by forms.ordinal desc, saved.revision desc limit 1) form on true`.execute(tx);
  await putBeforeCommission(tx, projects, { name: list.name, user, at: now });
  const ids = projects.map(({ id }) => id);
  const states = await refreshOpenSteps(context, tx, ids);
  await context.events.publish('projectsMoved', {
    tx,
    projectIds: ids,
    states,
    operation: 'listed',
    userId: user.id,
    decided: false,
    at: now,
  });
}
