import type { AuditOrigin } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { projectRefusal } from '../projects/refusals.ts';
import { findProject } from '../projects/visibility.ts';
import { loadFacts } from '../workflow/project-facts.ts';
import { isRegistered } from './carry-to-project.ts';
import { addFormActivity, auditForm } from './form-change.ts';
import { changeForms } from '../form-store/changes.ts';
import { findForm } from '../form-store/revisions.ts';
import { publishTurns } from './publish-turns.ts';
import { rightsOn } from './rights.ts';

/**
 * Sets the organization that marks a form; null removes it (docs/forms.md, D6). Errors: the refusals of the domain;
 * ValidationError for an organization that is not registered.
 */
export async function setEvaluator(
  context: Context,
  user: CurrentUser,
  call: { projectCode: string; formId: number; organizationId: string | null },
  origin: AuditOrigin,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const project = await findProject(tx, user, call.projectCode, { lock: true });
    const form = await findForm(tx, project.id, call.formId, { lock: true });
    if (!form) throw new ApiError('NotFound');
    const facts = await loadFacts(context, tx, project);
    const { evaluator } = rightsOn(facts, form, user);
    if (evaluator !== null) throw projectRefusal(evaluator, project);
    if (call.organizationId !== null && !(await isRegistered(tx, call.organizationId))) {
      throw invalidFields({ organizationId: 'InvalidField' });
    }
    if (call.organizationId === form.evaluatorOrganizationId) return;
    await changeForms(tx, [form.id], { evaluator_organization_id: call.organizationId });
    const work = { context, tx, user, project, facts, form, origin };
    await addFormActivity(work, 'evaluator', null);
    await publishTurns(work, 'evaluator');
    await auditForm(work, {
      operation: 'form.evaluator',
      detail: { before: { evaluator: form.evaluatorOrganizationId }, after: { evaluator: call.organizationId } },
    });
  });
}
