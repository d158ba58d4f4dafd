import type { ProjectStatusChange, UpdateProject } from '@pimis/contract/projects';
import { can } from '@pimis/domain/access/policies';
import { renamingRefusal } from '@pimis/domain/projects/renaming';
import { statusChangeOf } from '@pimis/domain/projects/status-changes';
import { isBlank } from '@pimis/domain/text/blank';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { isDatabaseError, UNIQUE_VIOLATION } from '../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { renameInForm } from '../forms/rename.ts';
import { addActivity } from '../projects/activities.ts';
import '../projects/events.ts';
import { isWhole, requireUnchanged } from '../../platform/http/unchanged-fields.ts';
import { readProject } from './details.ts';
import { checkProjectName } from './creation.ts';
import { changePhase, changeProject } from '../projects/changes.ts';
import { projectRefusal } from '../projects/refusals.ts';
import { findProject } from '../projects/visibility.ts';

/** Fields that `updateProject` changes, or reads for the change. */
const CHANGED = ['code', 'name', 'expected'];

/**
 * Changes name and code of a project in entry of its first phase; returns the new code. The name is also written into
 * the phase's form; the change is refused while the form is locked with another name.
 */
export async function updateProject(
  context: Context,
  user: CurrentUser,
  code: string,
  input: UpdateProject,
  origin: AuditOrigin,
): Promise<string> {
  const name = checkProjectName(input.name);
  try {
    await context.db.transaction().execute(async (tx) => {
      const project = await findProject(tx, user, code, { lock: true });
      const { organizationId } = project;
      if (!can(user, 'project.settings', { organizationId })) throw new ApiError('InvalidProjectUpdateUser');
      const refusal = renamingRefusal(project);
      if (refusal) throw projectRefusal(refusal, project);
      if (isWhole(input, CHANGED)) {
        requireUnchanged(input, await readProject({ ...context, db: tx }, user, code), CHANGED);
      }
      if (input.expected && input.expected.name !== project.name) throw new ApiError('RecordConflict');
      const now = context.now();
      await changeProject(tx, project.id, { code: input.code, name, last_changed_at: now });
      if (name !== project.name) await renameInForm(context, tx, user, project, name, origin);
      await audit(tx, origin, {
        operation: 'project.update',
        subjectType: 'project',
        subjectId: project.id,
        organizationId: project.organizationId,
        detail: { before: { code: project.code, name: project.name }, after: { code: input.code, name } },
      });
    });
  } catch (error) {
    if (isDatabaseError(error, UNIQUE_VIOLATION, 'projects_code_key')) {
      throw new ApiError('TranExistsProjectCode', { fieldErrors: [{ field: 'code', code: 'TranExistsProjectCode' }] });
    }
    throw error;
  }
  return input.code;
}

/** Pending → finished (with a comment; the current phase is stopped), finished → archived, and back. Admin only. */
export async function changeProjectStatus(
  context: Context,
  user: CurrentUser,
  code: string,
  input: ProjectStatusChange,
  origin: AuditOrigin,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const project = await findProject(tx, user, code, { lock: true });
    if (!can(user, 'project.archive')) throw new ApiError('Forbidden');
    // If a colleague has changed the status first, the requested status may now mean a different step.
    if (input.expected && input.expected.status !== project.status)
      throw projectRefusal('InvalidProjectAction', project);
    const change = statusChangeOf(project);
    if (change?.to !== input.status) throw projectRefusal('InvalidProjectAction', project);
    const { key: operation, needsComment } = change;
    if (needsComment && isBlank(input.comment)) throw invalidFields({ comment: 'EmptyField' });
    const abandons = operation === 'finish';
    const now = context.now();
    const phase = await tx
      .selectFrom('published.project_phases as project_phases')
      .select(['id', 'status'])
      .where('project_id', '=', project.id)
      .where('phase', '=', project.phase)
      .executeTakeFirstOrThrow();
    const status = abandons ? PHASE_STATUS.stopped : phase.status;
    if (abandons) {
      await changePhase(tx, phase.id, { status, closed_at: now });
    }
    await changeProject(tx, project.id, {
      status: input.status,
      phase_status: status,
      postponed_until: null,
      open_steps: null,
      last_changed_at: now,
    });
    await addActivity(tx, {
      projectId: project.id,
      projectPhaseId: phase.id,
      phase: project.phase,
      previousStatus: phase.status,
      status,
      operation,
      user,
      comment: input.comment ?? null,
      at: now,
    });
    await context.events.publish('projectsMoved', {
      tx,
      projectIds: [project.id],
      operation,
      userId: user.id,
      decided: false,
      at: now,
    });
    await audit(tx, origin, {
      operation: `project.${operation}`,
      subjectType: 'project',
      subjectId: project.id,
      organizationId: project.organizationId,
      detail: {
        code: project.code,
        before: { status: project.status, phaseStatus: phase.status },
        after: { status: input.status, phaseStatus: status },
        comment: input.comment ?? null,
      },
    });
  });
}
