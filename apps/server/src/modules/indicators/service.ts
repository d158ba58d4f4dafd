import { can } from '@pimis/domain/access/policies';
import type { IndicatorRows } from '@pimis/domain/indicators/types';
import { PHASE } from '@pimis/domain/workflow/phases';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { findProject, type ProjectRecord } from '../projects/visibility.ts';
import { readIndicators } from './queries.ts';

/**
 * Stored rows of a project in reporting. Errors: Forbidden, NotFound when the phase is another project's or is not
 * the reporting phase.
 */
export async function indicatorsOfPhase(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  projectPhaseId: number,
): Promise<{ project: ProjectRecord; rows: IndicatorRows }> {
  if (!can(user, 'project.indicators')) throw new ApiError('Forbidden');
  const project = await findProject(context.db, user, projectCode);
  const phase = await context.db
    .selectFrom('published.project_phases as project_phases')
    .select('id')
    .where('id', '=', projectPhaseId)
    .where('project_id', '=', project.id)
    .where('phase', '=', PHASE.reporting)
    .executeTakeFirst();
  if (!phase) throw new ApiError('NotFound');
  return { project, rows: await readIndicators(context.db, project.id) };
}

/** Stored rows of a project that the caller has loaded. The caller checks whether they may be shown. */
export function storedIndicators(context: Context, projectId: number): Promise<IndicatorRows> {
  return readIndicators(context.db, projectId);
}
