import { sql } from 'kysely';
import type { Merge } from '@pimis/contract/options';
import { can } from '@pimis/domain/access/policies';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { mayLeaveInMerge, mayStayInMerge } from '@pimis/domain/projects/merging';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import { moveDocuments } from '../../documents/moving.ts';
import '../../projects/events.ts';
import { changePhase, changeProject } from '../../projects/changes.ts';
import { copyObservers } from '../../projects/observers.ts';
import { addNote } from '../../projects/activities.ts';
import { refreshOpenSteps } from '../../workflow/open-steps.ts';
import { findChosen } from './chosen-projects.ts';
import { projectRefusal } from '../../projects/refusals.ts';
import type { ProjectRecord } from '../../projects/visibility.ts';

/**
 * Merges one project into another (docs/workflow.md, "Finished, archived, merged"): its documents move, its observers
 * and appropriations are copied, its phase is closed, and it is marked as merged and archived. Returns the code of the
 * remaining project. Errors: Forbidden, NotFound, ValidationError, InvalidProjectAction when one of them was merged
 * before, is no longer pending or stands before the commission, ReachedProjectDocumentsLimit.
 */
export async function mergeProjects(
  context: Context,
  user: CurrentUser,
  input: Merge,
  origin: AuditOrigin,
): Promise<string> {
  if (!can(user, 'project.merge')) throw new ApiError('Forbidden');
  const stays = input.projects.findIndex((choice) => choice.OriginalProject === true);
  if (input.projects.filter((choice) => choice.OriginalProject === true).length !== 1)
    throw invalidFields({ projects: 'InvalidField' });
  return context.db.transaction().execute(async (tx) => {
    const found = await findChosen(tx, user, input.projects);
    const [kept, other] = stays === 0 ? [found[0], found[1]] : [found[1], found[0]];
    if (!kept || !other) throw new ApiError('NotFound');
    const unfit = mayStayInMerge(kept) ? (mayLeaveInMerge(other) ? null : other) : kept;
    if (unfit) throw projectRefusal('InvalidProjectAction', unfit);
    await moveBelongings(tx, kept, other);
    const now = context.now();
    await closePhase(tx, other, now);
    await changeProject(tx, other.id, {
      is_merged: true,
      merged_into_id: kept.id,
      status: PROJECT_STATUS.archived,
      postponed_until: null,
      last_changed_at: now,
    });
    await changeProject(tx, kept.id, { last_changed_at: now });
    await addNote(tx, kept, { operation: 'mergedFrom', user, comment: other.code, at: now });
    await addNote(tx, other, { operation: 'mergedInto', user, comment: kept.code, at: now });
    // No step is open any more; followers and contributors are notified of the merge.
    await refreshOpenSteps(context, tx, [other.id]);
    await context.events.publish('projectsMoved', {
      tx,
      projectIds: [other.id],
      operation: 'mergedInto',
      userId: user.id,
      decided: false,
      at: now,
    });
    await audit(tx, origin, {
      operation: 'project.merge',
      subjectType: 'project',
      subjectId: kept.id,
      organizationId: kept.organizationId,
      detail: { before: { projects: [kept.code, other.code] }, after: { projects: [kept.code] } },
    });
    return kept.code;
  });
}

/** The merged project has left its phase, which keeps its status. */
async function closePhase(tx: Tx, { id, phase }: ProjectRecord, now: Date): Promise<void> {
  const left = await tx
    .selectFrom('published.project_phases')
    .select('id')
    .where('project_id', '=', id)
    .where('phase', '=', phase)
    .executeTakeFirstOrThrow();
  await changePhase(tx, left.id, { closed_at: now });
}

async function moveBelongings(tx: Tx, kept: ProjectRecord, other: ProjectRecord): Promise<void> {
  await moveDocuments(tx, other.id, kept.id);
  await copyObservers(tx, other.id, kept);
  await sql`
    insert into project_appropriations (project_id, appropriation_id)
    select ${kept.id}::integer, appropriation_id from project_appropriations where project_id = ${other.id}
    on conflict do nothing`.execute(tx);
}
