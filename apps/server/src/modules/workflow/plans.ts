import type { Step } from './step.ts';
import { getPath } from '@pimis/domain/forms/paths';
import { newestFormValues } from '../form-store/newest-values.ts';

/** Keeps the approved plan, or the corrected one that takes effect, as the plan in force from now on. */
export async function recordPlan(step: Step): Promise<void> {
  const { tx, project, facts, context } = step;
  const form = facts.forms.at(-1);
  if (!form) return;
  const newest = await newestFormValues(tx, form.id);
  if (!newest) return;
  const { ordinal } = await tx
    .selectFrom('project_plans')
    .select((select) => select.fn.coalesce(select.fn.max('ordinal'), select.lit(0)).as('ordinal'))
    .where('project_id', '=', project.id)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('project_plans')
    .values({
      project_id: project.id,
      ordinal: Number(ordinal) + 1,
      form_id: form.id,
      form_revision: newest.revision,
      plan: JSON.stringify(newest.values),
      in_force_from: context.now(),
    })
    .execute();
  const total = getPath(newest.values, 'financialInfo.price.local');
  if (typeof total !== 'string') return;
  await tx.updateTable('projects').set({ total_value: total }).where('id', '=', project.id).execute();
}
