import type { Withholding } from '@pimis/contract/open-data';
import { can } from '@pimis/domain/access/policies';
import { trimmed } from '@pimis/domain/text/blank';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { findProject } from '../projects/visibility.ts';

interface Known {
  id: number;
  reason: string;
  at: Date;
}

function openWithholding(db: Database | Tx, projectId: number): Promise<Known | undefined> {
  return db
    .selectFrom('project_withholdings')
    .select(['id', 'reason', 'withheld_at as at'])
    .where('project_id', '=', projectId)
    .where('returned_at', 'is', null)
    .executeTakeFirst();
}

/** Whether the project is public, and whether it is withheld. Errors: NotFound, Forbidden. */
export async function readWithholding(context: Context, user: CurrentUser, code: string): Promise<Withholding> {
  if (!can(user, 'project.withhold')) throw new ApiError('Forbidden');
  const project = await findProject(context.db, user, code);
  const known = await openWithholding(context.db, project.id);
  const row = await context.db
    .selectFrom('published.public_since')
    .select(['since', 'number'])
    .where('project_id', '=', project.id)
    .executeTakeFirst();
  return {
    published: context.config.openDataPrefix !== undefined,
    publicSince: row?.since ?? null,
    withheld: known ? { reason: known.reason, date: known.at.toISOString() } : null,
  };
}

/**
 * Withholds a project from the public, or publishes it again; both need a reason. A project that is not public yet can
 * be withheld in advance. Errors: NotFound, Forbidden, ValidationError, InvalidProjectAction when it is in that state
 * already.
 */
export async function changeWithholding(
  context: Context,
  user: CurrentUser,
  code: string,
  input: { withheld: boolean; reason: string },
  origin: AuditOrigin,
): Promise<void> {
  const reason = trimmed(input.reason);
  if (reason === '') throw invalidFields({ reason: 'EmptyField' });
  await context.db.transaction().execute(async (tx) => {
    const project = await findProject(tx, user, code, { lock: true });
    if (!can(user, 'project.withhold')) throw new ApiError('Forbidden');
    const known = await openWithholding(tx, project.id);
    if ((known !== undefined) === input.withheld) throw new ApiError('InvalidProjectAction');
    const now = context.now();
    if (known) {
      await tx
        .updateTable('project_withholdings')
        .set({ returned_reason: reason, returned_by: user.id, returned_at: now })
        .where('id', '=', known.id)
        .execute();
    } else {
      await tx
        .insertInto('project_withholdings')
        .values({ project_id: project.id, reason, withheld_by: user.id, withheld_at: now })
        .execute();
    }
    await audit(tx, origin, {
      operation: input.withheld ? 'project.withhold' : 'project.publishAgain',
      subjectType: 'project',
      subjectId: project.id,
      organizationId: project.organizationId,
      detail: {
        code: project.code,
        reason,
        before: { withheld: !input.withheld },
        after: { withheld: input.withheld },
      },
    });
  });
}
