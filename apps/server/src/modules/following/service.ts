import type { Following } from '@pimis/contract/daily';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { findProject } from '../projects/visibility.ts';
import { addFollower, countFollowers, removeFollower } from './queries.ts';

/** Returns whether the user follows the project. Error: NotFound if the user may not see it. */
export async function following(context: Context, user: CurrentUser, code: string): Promise<Following> {
  const project = await findProject(context.db, user, code);
  return countFollowers(context.db, user.id, project.id);
}

/** Users who see a project may follow it; when they no longer see it, notifications stop. */
export async function follow(
  context: Context,
  user: CurrentUser,
  code: string,
  wanted: boolean,
  origin: AuditOrigin,
): Promise<Following> {
  return context.db.transaction().execute(async (tx) => {
    const project = await findProject(tx, user, code);
    const follower = { projectId: project.id, userId: user.id };
    const changed = wanted
      ? await addFollower(tx, { ...follower, at: context.now() })
      : await removeFollower(tx, follower);
    if (changed) {
      await audit(tx, origin, {
        operation: wanted ? 'project.follow' : 'project.unfollow',
        subjectType: 'project',
        subjectId: project.id,
        organizationId: project.organizationId,
        detail: { code: project.code, before: { follows: !wanted }, after: { follows: wanted } },
      });
    }
    return countFollowers(tx, user.id, project.id);
  });
}
