import { sql } from 'kysely';
import type { ImportantListRow, SendToList } from '@pimis/contract/options';
import { can } from '@pimis/domain/access/policies';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { isImportantPending } from '@pimis/domain/workflow/awaited-lists';
import { IMPORTANT_PENDING, listInfo } from '@pimis/domain/workflow/lists';
import { type AuditOrigin, auditAll } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import { ApiError } from '../../../platform/errors.ts';
import { applyFilters, applyPage, type TableFields, readTableQuery } from '../../../platform/lists/table-query.ts';
import '../../projects/events.ts';
import { chooseList } from '../../projects/commission-lists.ts';
import { addNotes } from '../../projects/activities.ts';
import { projectRefusal } from '../../projects/refusals.ts';
import type { ProjectRecord } from '../../projects/visibility.ts';
import { refreshOpenSteps } from '../../workflow/open-steps.ts';
import { findChosen } from './chosen-projects.ts';

const FIELDS: TableFields = {
  projectCode: { column: 'projects.code', kind: 'code', sortable: true },
  projectName: { column: 'projects.name', kind: 'text', sortable: true, searchColumn: 'projects.name_key' },
  listType: { column: 'chosen.list_type', kind: 'integer', sortable: true },
  waitingSince: { column: 'projects.waiting_since', kind: 'instant', sortable: true },
};

/** Important projects that wait for a list, each with the list chosen for it. */
export async function listImportant(
  context: Context,
  query: Record<string, string>,
): Promise<{ rows: ImportantListRow[]; totalRows: number }> {
  const list = readTableQuery(query, FIELDS);
  const filtered = applyFilters(
    context.db
      .selectFrom('published.projects as projects')
      .innerJoin('published.organizations as organizations', 'organizations.id', 'projects.organization_id')
      .leftJoin('published.important_lists as chosen', 'chosen.project_id', 'projects.id')
      .where('projects.status', '=', PROJECT_STATUS.pending)
      .where('projects.phase', '=', IMPORTANT_PENDING.phase)
      .where('projects.phase_status', '=', IMPORTANT_PENDING.status),
    list,
    FIELDS,
  );
  const { total } = await filtered.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const rows = await applyPage(
    filtered.select([
      'projects.id as projectId',
      sql<string>`projects.code::text`.as('projectCode'),
      'projects.name as projectName',
      'organizations.name as organizationName',
      'chosen.list_type as listType',
      'projects.waiting_since',
    ]),
    list,
    FIELDS,
    { sortBy: 'waitingSince', descending: false, tieBreaker: 'projects.id' },
  ).execute();
  return {
    rows: rows.map(({ waiting_since, ...row }) => ({ ...row, waitingSince: waiting_since.toISOString() })),
    totalRows: total,
  };
}

/**
 * Chooses the list (3, 4 or 5) for important projects; a later choice replaces an earlier one, and the commission's
 * decision clears it. Errors: NotFound, InvalidProjectAction for a project that waits for no list.
 */
export async function sendToList(
  context: Context,
  user: CurrentUser,
  input: SendToList,
  origin: AuditOrigin,
): Promise<void> {
  if (!can(user, 'project.importantLists')) throw new ApiError('Forbidden');
  const [listType] = input.projectListIds;
  if (listType === undefined) throw new ApiError('ValidationError');
  await context.db.transaction().execute(async (tx) => {
    const projects = await findChosen(tx, user, input.projects);
    const waits = (project: ProjectRecord) => project.status === PROJECT_STATUS.pending && isImportantPending(project);
    const unfit = projects.find((project) => !waits(project));
    if (unfit) throw projectRefusal('InvalidProjectAction', unfit);
    const now = context.now();
    const projectIds = projects.map(({ id }) => id);
    const before = await chooseList(tx, { projectIds, listType, userId: user.id, at: now });
    const note = { operation: 'sentToList' as const, user, comment: listInfo(listType).title.sr, at: now };
    await addNotes(tx, projects, note);
    const states = await refreshOpenSteps(context, tx, projectIds);
    await context.events.publish('projectsMoved', {
      tx,
      projectIds,
      states,
      operation: 'sentToList',
      userId: user.id,
      decided: false,
      at: now,
    });
    await auditAll(
      tx,
      origin,
      projects.map(({ id, code, organizationId }) => ({
        operation: 'project.sendToList',
        subjectType: 'project',
        subjectId: id,
        organizationId,
        detail: { code, before: { listType: before.get(id) ?? null }, after: { listType } },
      })),
    );
  });
}
