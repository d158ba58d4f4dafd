import { describe, expect, it } from 'vitest';
import { PHASE } from './phases.ts';
import { PHASE_STATUS } from './statuses.ts';
import { isTakenTogether, stepTakenTogether } from './taken-together.ts';
import { TRANSITIONS } from './transitions.ts';

describe('steps that are taken for several projects at once', () => {
  const together = TRANSITIONS.filter(isTakenTogether);

  it('are the confirmations, verifications and approvals', () => {
    expect([...new Set(together.map(({ key }) => key))].toSorted()).toEqual([
      'approve',
      'approveAmendment',
      'approveQuarter',
      'confirm',
      'confirmAmendment',
      'confirmQuarter',
      'ministerApprove',
      'verify',
    ]);
  });

  it('ask for nothing, so that no decision or comment is given for many by one press', () => {
    expect(together.filter(({ needs }) => needs.comment || needs.date || needs.postponedDate)).toEqual([]);
  });

  it('are none of those that ask for something, stand apart, or agree to nothing', () => {
    const [step] = together;
    if (!step) throw new Error('No step');
    expect(isTakenTogether(step)).toBe(true);
    for (const needs of [{ comment: true }, { date: true }, { postponedDate: true }])
      expect(isTakenTogether({ ...step, needs }), JSON.stringify(needs)).toBe(false);
    expect(isTakenTogether({ ...step, turn: false })).toBe(false);
    expect(isTakenTogether({ ...step, neverMain: true })).toBe(false);
    for (const key of ['disapprove', 'send']) expect(isTakenTogether({ ...step, key }), key).toBe(false);
  });

  it('are found by their name at a state, and no other', () => {
    const at = [PHASE.plan, PHASE_STATUS.waitingApproval] as const;
    expect(stepTakenTogether(...at, 'approve')?.action).toBe(1);
    expect(stepTakenTogether(...at, 'return')).toBeUndefined();
    expect(stepTakenTogether(PHASE.plan, PHASE_STATUS.entry, 'approve')).toBeUndefined();
    expect(stepTakenTogether(PHASE.important, PHASE_STATUS.waitingApproval, 'approveImportant')).toBeUndefined();
  });
});
