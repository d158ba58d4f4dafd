import { compareNames } from '../../text/order.ts';
import { cellKey, type CandidateData, type YearAmount } from './types.ts';

/** A figure that has changed since it was taken over; `year` and `source` if it is a need. */
export interface FigureChange {
  figure: 'name' | 'phase' | 'mark' | 'worth' | 'need' | 'committed' | 'ceiling' | 'gone';
  year: number | null;
  source: string | null;
  from: string | null;
  to: string | null;
}

const change = (figure: FigureChange['figure'], from: string | null, to: string | null): FigureChange[] =>
  from === to ? [] : [{ figure, year: null, source: null, from, to }];

/** Differences between two sets of needs, by year and source. */
export function needChanges(
  figure: 'need' | 'committed' | 'ceiling',
  before: readonly YearAmount[],
  after: readonly YearAmount[],
): FigureChange[] {
  const cells = new Map<string, FigureChange>();
  for (const { year, source, amount } of before) {
    cells.set(cellKey(year, source), { figure, year, source, from: amount, to: null });
  }
  for (const { year, source, amount } of after) {
    const known = cells.get(cellKey(year, source));
    cells.set(cellKey(year, source), { figure, year, source, from: known?.from ?? null, to: amount });
  }
  return (
    [...cells.values()]
      .filter(({ from, to }) => from !== to)
      // Stryker disable next-line StringLiteral: a default for the type, which nothing reads.
      .toSorted((a, b) => (a.year ?? 0) - (b.year ?? 0) || compareNames()(a.source ?? '', b.source ?? ''))
  );
}

/** Differences between the data taken over and the current data; null if the project has ended or is not visible. */
export function candidateChanges(before: CandidateData, after: CandidateData | null): FigureChange[] {
  if (after === null) return [{ figure: 'gone', year: null, source: null, from: null, to: null }];
  return [
    ...change('name', before.name, after.name),
    ...change('phase', String(before.phase), String(after.phase)),
    ...change('mark', before.mark, after.mark),
    ...change('worth', before.worth, after.worth),
    ...needChanges('need', before.needs, after.needs),
    ...needChanges('committed', before.inForce ?? [], after.inForce ?? []),
  ];
}
