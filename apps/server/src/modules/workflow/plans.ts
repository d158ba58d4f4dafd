import { addPlans } from '../form-store/changes.ts';
import { setTotalValues } from '../projects/changes.ts';
import type { Step } from './step.ts';

/**
 * Stores approved plans, or corrected ones that take effect, as the plans in force. The total of a corrected plan is
 * copied to the project; for the initial plan its lock has done so.
 */
export async function recordPlans({ tx, projects, context }: Step, corrected: boolean): Promise<void> {
  const formIds = projects.flatMap(({ facts }) => facts.forms.at(-1)?.id ?? []);
  const now = context.now();
  const plans = await addPlans(tx, formIds, now);
  if (corrected) await setTotalValues(tx, plans, now);
}
