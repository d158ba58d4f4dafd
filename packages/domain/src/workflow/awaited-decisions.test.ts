import { describe, expect, it } from 'vitest';
import { everyone, OWNER, someone } from '../../test/workflow.ts';
import { awaitedDecisions, NOT_DECISIONS } from './awaited-decisions.ts';
import { isJudgedStep } from './judged-steps.ts';
import { waitingFor } from './open-steps.ts';
import { SEND_KEYS } from './returns.ts';

describe('decisions that projects await', () => {
  it('of an approver are approvals and decisions of the commission, without making lists', () => {
    expect(awaitedDecisions(someone('Reviewer', '00000'))).toEqual(
      [
        'approve',
        'approveImportant',
        'approveQuarter',
        'commissionNo',
        'commissionPostpone',
        'commissionStop',
        'commissionYes',
        'commissionAmend',
        'confirmAmendment',
        'openCorrection',
      ].toSorted(),
    );
  });

  it('of somebody who fills in forms are none but the approval of an amendment', () => {
    expect(awaitedDecisions(someone('Local_User', OWNER))).toEqual(['approveAmendment']);
  });

  it('are steps that judge, in the status in which they are awaited', () => {
    const states = everyone().flatMap(({ user }) => waitingFor(user));
    for (const { status, keys } of states) {
      for (const key of keys) {
        if (!isJudgedStep(status, [key])) expect(NOT_DECISIONS, key).toContain(key);
        if (SEND_KEYS.has(key)) expect(NOT_DECISIONS, key).toContain(key);
      }
    }
    expect(states.length).toBeGreaterThan(50);
  });
});
