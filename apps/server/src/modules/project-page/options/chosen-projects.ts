import type { ProjectChoice } from '@pimis/contract/options';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { invalidFields } from '../../../platform/errors.ts';
import { lockProjects, type ProjectRecord } from '../../projects/visibility.ts';

/**
 * The projects of a call by id and code, locked in id order so that two calls cannot deadlock, returned in the order of
 * the call. Errors: NotFound, ValidationError when id and code do not belong together or a project occurs twice.
 */
export async function findChosen(
  tx: Tx,
  user: CurrentUser,
  choices: readonly ProjectChoice[],
): Promise<ProjectRecord[]> {
  if (new Set(choices.map(({ ProjectId }) => ProjectId)).size !== choices.length)
    throw invalidFields({ projects: 'InvalidField' });
  const codes = [...new Set(choices.map(({ ProjectCode }) => ProjectCode))];
  const found = new Map((await lockProjects(tx, user, codes)).map((project) => [project.id, project]));
  return choices.map(({ ProjectId, ProjectCode }) => {
    const project = found.get(ProjectId);
    // Codes are not case-sensitive.
    if (project?.code.toLowerCase() !== ProjectCode.toLowerCase()) throw invalidFields({ projects: 'InvalidField' });
    return project;
  });
}
