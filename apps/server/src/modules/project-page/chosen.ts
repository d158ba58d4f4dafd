import type { ProjectChoice } from '@pimis/contract/options';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Tx } from '../../platform/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { findProject, type ProjectRecord } from '../projects/visibility.ts';

/**
 * The projects that a call names by id and code, locked in the order of their ids so that two calls never wait for
 * each other. Answered in the order of the call. Errors: NotFound, ValidationError when id and code do not belong
 * together or a project is named twice.
 */
export async function findChosen(
  tx: Tx,
  user: CurrentUser,
  choices: readonly ProjectChoice[],
): Promise<ProjectRecord[]> {
  if (new Set(choices.map(({ ProjectId }) => ProjectId)).size !== choices.length)
    throw invalidFields({ projects: 'InvalidField' });
  const found = new Map<number, ProjectRecord>();
  for (const choice of choices.toSorted((a, b) => a.ProjectId - b.ProjectId)) {
    const project = await findProject(tx, user, choice.ProjectCode, { lock: true });
    if (project.id !== choice.ProjectId) throw invalidFields({ projects: 'InvalidField' });
    found.set(project.id, project);
  }
  return choices.map(({ ProjectId }) => {
    const project = found.get(ProjectId);
    if (!project) throw new ApiError('NotFound');
    return project;
  });
}
