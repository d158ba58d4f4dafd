import type { DecisionSummary } from './decision-summary-types.ts';

/** A summary in one row of a table: figures instead of texts. */
export interface DecisionRow {
  value: string;
  changes: { since: 'phase' | 'round'; phase: number; difference: string; percent: string | null }[];
  start: string | null;
  end: string | null;
  formerEnd: string | null;
  /** 1 for a form that was not returned. */
  round: number;
  marks: { evaluator: string | null; score: string }[];
  /** Remarks that were sent: those not corrected, how many of them have an answer, and the corrected ones. */
  remarks: { open: number; answered: number; done: number };
  warnings: number;
}

/** The row of a summary, for tables of several projects. */
export function decisionRow(summary: DecisionSummary): DecisionRow {
  const { value, changes, start, end, formerEnd, round, marks, remarks, warnings } = summary;
  return {
    value,
    changes: changes.map(({ since, form, difference, percent }) => ({ since, phase: form.phase, difference, percent })),
    start,
    end,
    formerEnd,
    round: round?.number ?? 1,
    marks: marks.map(({ evaluator, score }) => ({ evaluator, score })),
    remarks: {
      open: remarks.open,
      answered: remarks.items.filter(({ answer, done }) => answer !== null && !done).length,
      done: remarks.done,
    },
    warnings: warnings.length,
  };
}
