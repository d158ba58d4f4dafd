import { getPath } from '@pimis/domain/forms/paths';
import { addPlans } from '../form-store/changes.ts';
import { newestValuesOfForms } from '../form-store/newest-values.ts';
import { setTotalValues } from '../projects/changes.ts';
import type { Step } from './step.ts';

/** Keeps the approved plans, or the corrected ones that take effect, as the plans in force from now on. */
export async function recordPlans({ tx, takers, context }: Step): Promise<void> {
  const forms = takers.flatMap(({ project, facts }) => {
    const form = facts.forms.at(-1);
    return form ? [{ projectId: project.id, formId: form.id }] : [];
  });
  const newest = await newestValuesOfForms(
    tx,
    forms.map(({ formId }) => formId),
  );
  const plans = forms.flatMap(({ projectId, formId }) => {
    const saved = newest.get(formId);
    return saved ? [{ projectId, formId, ...saved }] : [];
  });
  await addPlans(tx, plans, context.now());
  await setTotalValues(
    tx,
    plans.flatMap(({ projectId, values }) => {
      const total = getPath(values, 'financialInfo.price.local');
      return typeof total === 'string' ? [{ projectId, totalValue: total }] : [];
    }),
  );
}
