import { newestWith, type PublicFacts } from '../facts.ts';
import type { Breakdown, Oc4idsProject, Reference } from './oc4ids.ts';
import { amountOf, dayStart, line, periodOf, present, nonEmpty } from './values.ts';

function yearsOf(facts: PublicFacts): Breakdown | undefined {
  const newest = newestWith(facts, 'years');
  const rows = (newest?.value ?? []).flatMap(({ year, amount }) => {
    const value = amountOf(amount);
    if (!Number.isInteger(year) || !value) return [];
    const period = periodOf(`${year}-01-01`, `${year}-12-31`);
    return [present({ id: String(year), amount: value, period })];
  });
  if (!newest || rows.length === 0) return undefined;
  const budgetBreakdown = rows.filter(({ id }, index) => rows.findIndex((row) => row.id === id) === index);
  return { id: 'years', description: 'Трошкови по фискалним годинама', budgetBreakdown };
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
  return { id: 'sources', description: 'Извори финансирања', budgetBreakdown: rows };
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
  const budgetBreakdowns = nonEmpty([yearsOf(facts), sourcesOf(facts, funder)].flatMap((one) => one ?? []));
  return present({ amount, approvalDate: dayStart(newest.form.approvedOn), budgetBreakdowns });
}
