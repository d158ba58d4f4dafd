import { describe, expect, it } from 'vitest';
import { project } from '../../test/workflow.ts';
import { GUARDS, type Guard, guardOf } from './guard-records.ts';
import { obstacleOf, phasesThatRead } from './guards.ts';
import type { ProjectFacts } from './project-facts.ts';
import { TRANSITIONS } from './transitions.ts';

const form = (status: number, evaluatorOrganizationId: string | null = null) => ({
  id: 1,
  code: 'form',
  status,
  mandatory: true,
  evaluatorOrganizationId,
});

/** Facts of a project that only this guard refuses. */
const REFUSED: Readonly<Record<Guard, Partial<ProjectFacts>>> = {
  evaluatorMarked: { forms: [form(2, '10524')] },
  lastFormNotApproved: { forms: [form(4)] },
  quarterReachesEnd: { quarterReachesEnd: false },
  newestQuarterBegun: { newestQuarterFrom: '2026-07-01' },
  allQuartersApproved: { forms: [form(2)] },
  quarterHasBegun: { forms: [form(4)], quarterHasBegun: false },
  formsLimit: { forms: [form(4)], formsLimitReached: true },
  planCorrectionLimit: { planCorrectionReached: true },
  commissionLimit: { sendingToCommissionReached: true },
};

describe('a guard', () => {
  it.each(Object.keys(GUARDS) as Guard[])('%s refuses each step that has it, with its own code and reason', (guard) => {
    const steps = TRANSITIONS.filter(({ needs }) => needs.guards?.includes(guard));
    expect(steps).not.toEqual([]);
    const { code, reason, holds } = guardOf(guard);
    const refused = project(REFUSED[guard]);
    expect(holds(refused)).toBe(false);
    for (const step of steps)
      expect(obstacleOf(step, refused)).toEqual({ code, reasonKey: guard, reason: reason(refused) });
  });

  it('has its costly facts read where a step asks it', () => {
    expect(phasesThatRead('quarterReachesEnd')).toEqual([5]);
  });
});
