import type { Decisions } from '@pimis/contract/lists';
import { can } from '@pimis/domain/access/policies';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import type { AuditOrigin } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { lockProjects } from '../projects/visibility.ts';
import { takeStep } from '../workflow/service.ts';

/**
 * One decision for several projects of a list, for all or none. The number of queries does not depend on the number of
 * projects. Errors: Forbidden, NotFound for an unknown list or a project that is not on it, and the refusals of the
 * step, with the project's code in `errors`.
 */
export async function decideTogether(
  context: Context,
  user: CurrentUser,
  list: { type: number; name: string },
  { projectCodes, ...decision }: Decisions,
  origin: AuditOrigin,
): Promise<number> {
  if (!can(user, 'list.manage')) throw new ApiError('Forbidden');
  return context.db.transaction().execute(async (tx) => {
    const projects = await lockProjects(tx, user, projectCodes);
    const items = await tx
      .selectFrom('project_list_items as items')
      .innerJoin('project_lists as lists', 'lists.id', 'items.list_id')
      .select(['items.project_id as projectId', 'items.decision'])
      .where('lists.type', '=', list.type)
      .where('lists.name', '=', list.name)
      .where((where) => where('items.project_id', '=', where.fn.any(where.val(projects.map(({ id }) => id)))))
      .execute();
    const decided = new Map(items.map((item) => [item.projectId, item.decision !== null]));
    if (projects.some(({ id }) => !decided.has(id))) throw new ApiError('NotFound');
    for (const { id, code, phaseStatus } of projects) {
      // The decision was made on this list. Whether the project waits on a later list does not matter here.
      if (decided.get(id) || phaseStatus !== PHASE_STATUS.waitingCommission) {
        throw refusal('InvalidProjectAction', code);
      }
    }
    await takeStep({ context, tx, user, input: decision, origin }, projects, (error, { code }) =>
      error.errors.length > 0 ? error : refusal(error.status, code, error),
    );
    return projects.length;
  });
}

function refusal(status: ApiError['status'], code: string, cause?: unknown): ApiError {
  return new ApiError(status, { fieldErrors: [{ field: code, code: status }], cause });
}
