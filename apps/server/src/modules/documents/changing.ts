import { can } from '@pimis/domain/access/policies';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { projectRefusal } from '../projects/refusals.ts';
import { findProject, type ProjectRecord } from '../projects/visibility.ts';

/** Whether the user may add, change and delete documents of the project. */
export function mayChange(user: CurrentUser, project: ProjectRecord): boolean {
  return can(user, 'document.upload', { organizationId: project.organizationId, projectStatus: project.status });
}

/** A project whose documents the user may change. Errors: NotFound, ForbiddenProjectChange. */
export async function projectToChange(
  db: Database | Tx,
  user: CurrentUser,
  projectCode: string,
  options?: { lock: boolean },
): Promise<ProjectRecord> {
  const project = await findProject(db, user, projectCode, options);
  if (!mayChange(user, project)) throw projectRefusal('ForbiddenProjectChange', project);
  return project;
}
