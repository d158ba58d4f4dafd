import { addPlans } from '../form-store/changes.ts';
import { setTotalValues } from '../projects/changes.ts';
import type { Step } from './step.ts';

/**
 * Keeps the approved plans, or the corrected ones that take effect, as the plans in force from now on. What a corrected
 * one costs in all is carried to the project; the lock of a plan has done so already.
 */
export async function recordPlans({ tx, takers, context }: Step, corrected: boolean): Promise<void> {
  const formIds = takers.flatMap(({ facts }) => facts.forms.at(-1)?.id ?? []);
  const plans = await addPlans(tx, formIds, context.now());
  if (corrected) await setTotalValues(tx, plans);
}
