import { fromHundredths } from '@pimis/domain/money/decimal';
import { WORDS } from '@pimis/domain/text/words';
import { type ApprovedForm, type FormFacts, newestWith, type PublicFacts } from '../facts.ts';
import type { Breakdown, Oc4idsProject, Reference } from './oc4ids.ts';
import { plannedByQuarter } from './progress.ts';
import { amountOf, dayStart, line, periodOf, present, nonEmpty } from './values.ts';

/** Costs by fiscal year from the form that has the amount; a plan has them in its quarters. */
function yearsOf({ facts }: ApprovedForm): Breakdown | undefined {
  const rows = (facts.years ?? plannedByYear(facts)).flatMap(({ year, amount }) => {
    const value = amountOf(amount);
    if (!Number.isInteger(year) || !value) return [];
    const period = periodOf(`${year}-01-01`, `${year}-12-31`);
    return [present({ id: String(year), amount: value, period })];
  });
  if (rows.length === 0) return undefined;
  const budgetBreakdown = rows.filter(({ id }, index) => rows.findIndex((row) => row.id === id) === index);
  return { id: 'years', description: 'Трошкови по фискалним годинама', budgetBreakdown };
}

function plannedByYear(facts: FormFacts): { year: number; amount: string }[] {
  const sums = new Map<number, bigint>();
  for (const { year, amount } of plannedByQuarter(facts)) sums.set(year, (sums.get(year) ?? 0n) + amount);
  return [...sums].map(([year, amount]) => ({ year, amount: fromHundredths(amount) }));
}

function sourcesOf(facts: PublicFacts, funder: (name: unknown) => Reference | undefined): Breakdown | undefined {
  const newest = newestWith(facts, 'sources');
  const rows = (newest?.value ?? []).flatMap(({ source, name, localAmount }, index) => {
    const amount = amountOf(localAmount);
    if (!amount) return [];
    return [
      present({
        id: String(index + 1),
        description: line(source),
        amount,
        sourceParty: line(name) === undefined ? undefined : funder(name),
      }),
    ];
  });
  if (!newest || rows.length === 0) return undefined;
  return { id: 'sources', description: WORDS.fundingSources.sr, budgetBreakdown: rows };
}

/**
 * The newest approved estimate with the day of its decision, and its costs by year and by source. Earlier estimates are
 * the values of the milestones of approval.
 */
export function budgetOf(
  facts: PublicFacts,
  funder: (name: unknown) => Reference | undefined,
): Oc4idsProject['budget'] {
  const newest = newestWith(facts, 'value');
  const amount = amountOf(newest?.value);
  if (!newest || !amount) return undefined;
  const budgetBreakdowns = nonEmpty([yearsOf(newest.form), sourcesOf(facts, funder)].flatMap((one) => one ?? []));
  return present({ amount, approvalDate: dayStart(newest.form.approvedOn), budgetBreakdowns });
}
