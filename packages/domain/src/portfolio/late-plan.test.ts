import { expect, it } from 'vitest';
import { PHASE, PHASES } from '../workflow/phases.ts';
import { isPlanLate } from './late-plan.ts';

const DAY = '2026-11-24';
const REALIZED = { isPending: true, phase: PHASE.reporting, plannedEnd: '2026-11-23' };

it('a project is late from the day after the end of its plan on', () => {
  expect(isPlanLate(REALIZED, DAY)).toBe(true);
  expect(isPlanLate({ ...REALIZED, plannedEnd: DAY }, DAY)).toBe(false);
  expect(isPlanLate({ ...REALIZED, plannedEnd: null }, DAY)).toBe(false);
});

it('a project that was stopped or has ended is not late', () => {
  expect(isPlanLate({ ...REALIZED, isPending: false }, DAY)).toBe(false);
});

it('a project is late while it is being realized, also while its plan is corrected', () => {
  const late = PHASES.filter(({ id }) => isPlanLate({ ...REALIZED, phase: id }, DAY)).map(({ id }) => id);
  expect(late.toSorted((a, b) => a - b)).toEqual([5, 11, 12, 13]);
});
