import type { Decisions } from '@pimis/contract/lists';
import { can } from '@pimis/domain/access/policies';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import type { AuditOrigin } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { findProject } from '../projects/visibility.ts';
import { takeStep } from '../workflow/service.ts';

/**
 * One decision of the commission for several projects of a list: each takes its step as if alone, all of them or none.
 * Errors: Forbidden, NotFound for a list or a project that is not on it, and what the step itself refuses, with the
 * code of the project in `errors`.
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
    const items = await tx
      .selectFrom('project_list_items as items')
      .innerJoin('project_lists as lists', 'lists.id', 'items.list_id')
      .innerJoin('published.projects as projects', 'projects.id', 'items.project_id')
      .select(['projects.id', 'projects.code', 'items.decision'])
      .where('lists.type', '=', list.type)
      .where('lists.name', '=', list.name)
      .where('projects.code', 'in', projectCodes)
      // The order of the ids keeps two calls from waiting for each other.
      .orderBy('projects.id')
      .execute();
    if (items.length !== projectCodes.length) throw new ApiError('NotFound');
    for (const { code, decision: decided } of items) {
      const project = await findProject(tx, user, code, { lock: true });
      // Decided on this list, before or just now: whether it waits on a later one is not asked here.
      if (decided !== null || project.phaseStatus !== PHASE_STATUS.waitingCommission) {
        throw refusal('InvalidProjectAction', code);
      }
      try {
        await takeStep(context, tx, user, project, decision, origin);
      } catch (error) {
        if (!(error instanceof ApiError)) throw error;
        throw error.errors.length > 0 ? error : refusal(error.status, code, error);
      }
    }
    return items.length;
  });
}

function refusal(status: ApiError['status'], code: string, cause?: unknown): ApiError {
  return new ApiError(status, { errors: [{ field: code, code: status }], cause });
}
