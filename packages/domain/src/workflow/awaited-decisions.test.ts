import { describe, expect, it } from 'vitest';
import { OWNER, someone } from '../../test/workflow.ts';
import { awaitedDecisions, isDecision } from './awaited-decisions.ts';
import { PHASE_STATUS } from './statuses.ts';

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

  it('are neither the handing over of a form nor its return to those who fill it in', () => {
    expect(isDecision(PHASE_STATUS.waitingConfirmation, 'confirm')).toBe(true);
    expect(isDecision(PHASE_STATUS.entry, 'send')).toBe(false);
    expect(isDecision(PHASE_STATUS.postponed, 'resume')).toBe(false);
    expect(isDecision(PHASE_STATUS.ideaList, 'createList')).toBe(false);
  });
});
