import { PHASE } from '../../workflow/phases.ts';
import type { Candidate } from './types.ts';

/** Candidates and ceilings of the tests: all needs are of the source „A“. */

export const candidate = (code: string, needs: Record<number, string>, more: Partial<Candidate> = {}): Candidate => ({
  code,
  name: code,
  organizationName: '',
  sector: 1,
  phase: PHASE.idea,
  mark: '50.00',
  worth: '100.00',
  needs: Object.entries(needs).map(([year, amount]) => ({ year: Number(year), source: 'A', amount })),
  state: 'in',
  shift: 0,
  ...more,
});

export const ceiling = (year: number, amount: string) => ({ year, source: 'A', amount });
