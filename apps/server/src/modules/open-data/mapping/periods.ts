import type { PublicFacts } from '../facts.ts';
import type { Oc4idsProject, Period } from './oc4ids.ts';
import { plansOf } from './progress.ts';
import { periodOf, present } from './values.ts';

type Periods = Pick<
  Oc4idsProject,
  'period' | `${'identification' | 'preparation' | 'implementation' | 'completion' | 'maintenance'}Period`
>;

/**
 * The planned period as first approved, and the days on which the project was in each status. The standard keeps the
 * first planned end, so that the actual one can be compared; later ones are milestones.
 */
export function periodsOf(facts: PublicFacts): Periods {
  const [plan] = plansOf(facts).map((form) => form.facts);
  const real = (status: string): Period | undefined => {
    const found = facts.periods.find((period) => period.status === status);
    return found && periodOf(found.firstDay, found.lastDay);
  };
  return present({
    period: plan && periodOf(plan.start, plan.end),
    identificationPeriod: real('identification'),
    preparationPeriod: real('preparation'),
    implementationPeriod: real('implementation'),
    completionPeriod: real('completion'),
    maintenancePeriod: real('maintenance'),
  }) as Periods;
}
