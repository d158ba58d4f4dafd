import { isDay } from '@pimis/domain/dates/dates';
import type { PublicFacts } from '../facts.ts';
import type { Oc4idsProject } from './oc4ids.ts';
import { amountOf, dayStart, present, textOnly } from './values.ts';

/** Data from the approved conclusion: the end, the final cost, and the reasons for differences from the plan. */
export function completionOf({ forms }: PublicFacts): Oc4idsProject['completion'] {
  const facts = forms.findLast(({ code }) => code === 'zavrsni')?.facts;
  if (!facts) return undefined;
  const completion = present({
    endDate: isDay(facts.actualEnd) ? dayStart(facts.actualEnd) : undefined,
    endDateDetails: textOnly(facts.delayNotes),
    finalValue: amountOf(facts.actualValue),
    finalValueDetails: textOnly(facts.deviationNotes),
  });
  return Object.keys(completion).length === 0 ? undefined : completion;
}
