import type { Step } from './step.ts';
import { getPath } from '@pimis/domain/forms/paths';
import { addPlan } from '../form-store/changes.ts';
import { newestFormValues } from '../form-store/newest-values.ts';
import { changeProject } from '../projects/changes.ts';

/** Keeps the approved plan, or the corrected one that takes effect, as the plan in force from now on. */
export async function recordPlan(step: Step): Promise<void> {
  const { tx, project, facts, context } = step;
  const form = facts.forms.at(-1);
  if (!form) return;
  const newest = await newestFormValues(tx, form.id);
  if (!newest) return;
  await addPlan(tx, {
    projectId: project.id,
    formId: form.id,
    revision: newest.revision,
    values: newest.values,
    at: context.now(),
  });
  const total = getPath(newest.values, 'financialInfo.price.local');
  if (typeof total !== 'string') return;
  await changeProject(tx, project.id, { total_value: total });
}
