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

  it('are found by their name at a state, and no other', () => {
    const at = [PHASE.plan, PHASE_STATUS.waitingApproval] as const;
    expect(stepTakenTogether(...at, 'approve')?.action).toBe(1);
    expect(stepTakenTogether(...at, 'return')).toBeUndefined();
    expect(stepTakenTogether(PHASE.plan, PHASE_STATUS.entry, 'approve')).toBeUndefined();
    expect(stepTakenTogether(PHASE.important, PHASE_STATUS.waitingApproval, 'approveImportant')).toBeUndefined();
  });
});
