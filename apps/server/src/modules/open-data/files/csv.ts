import { doneByQuarter, plannedByQuarter, plannedEnd, plansOf, spentByQuarter } from '../mapping/progress.ts';
import { fromHundredths } from '@pimis/domain/money/decimal';
import type { PublicFacts } from '../facts.ts';
import type { Oc4idsProject } from '../mapping/oc4ids.ts';

/** Columns of projects.csv, in order. Amounts are in RSD with a decimal point, days YYYY-MM-DD. */
export const PROJECT_COLUMNS = [
  'id',
  'code',
  'title',
  'status',
  'sector',
  'public_authority',
  'regions',
  'budget',
  'budget_approved',
  'planned_start',
  'planned_end',
  'spent',
  'done_percent',
  'final_value',
  'public_since',
  'updated',
] as const;

/** The columns of projects.csv. */
export type ProjectColumn = (typeof PROJECT_COLUMNS)[number];

/** Columns of observations.csv: one line for each quarter that the newest plan or a report names. */
export const OBSERVATION_COLUMNS = ['project', 'quarter', 'planned', 'actual'] as const;

/** Spreadsheets read a text that begins like this as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
const LINE_END = '\r\n';
const DAY = 'YYYY-MM-DD'.length;

function cell(value: string | number | undefined): string {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n']/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A line of RFC 4180; a text that a spreadsheet would run as a formula gets an apostrophe. */
export function csvLine(cells: readonly (string | number | undefined)[]): string {
  return `${cells.map(cell).join(',')}${LINE_END}`;
}

export function projectLine(facts: PublicFacts, project: Oc4idsProject): string {
  const spent = spentByQuarter(facts);
  const regions = new Set((project.locations ?? []).flatMap(({ address }) => address.region ?? []));
  return csvLine([
    project.id,
    facts.code,
    project.title,
    project.status,
    project.sector?.join(' '),
    project.publicAuthority?.name,
    [...regions].join('; '),
    project.budget?.amount.amount,
    project.budget?.approvalDate.slice(0, DAY),
    project.period?.startDate?.slice(0, DAY),
    plannedEnd(facts) ?? undefined,
    spent.length === 0 ? undefined : Number(fromHundredths(spent.reduce((sum, { amount }) => sum + amount, 0n))),
    numberOf(doneByQuarter(facts).at(-1)?.percent),
    project.completion?.finalValue?.amount,
    facts.since,
    project.updated,
  ]);
}

const numberOf = (text: string | undefined) => (text === undefined ? undefined : Number(text));

export function observationLines(facts: PublicFacts, { id }: Oc4idsProject): string {
  const plan = plansOf(facts).at(-1);
  const rows = new Map<string, { planned?: bigint; actual?: bigint }>();
  for (const { year, quarter, amount } of plan ? plannedByQuarter(plan.facts) : []) {
    rows.set(`${year}-Q${quarter}`, { planned: amount });
  }
  for (const { year, quarter, amount } of spentByQuarter(facts)) {
    rows.set(`${year}-Q${quarter}`, { ...rows.get(`${year}-Q${quarter}`), actual: amount });
  }
  const amountOf = (value: bigint | undefined) => (value === undefined ? undefined : Number(fromHundredths(value)));
  return [...rows]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([quarter, { planned, actual }]) => csvLine([id, quarter, amountOf(planned), amountOf(actual)]))
    .join('');
}
