import { describe, expect, it } from 'vitest';
import { OWNER, someone } from '../../test/workflow.ts';
import { awaitedDecisions } from './awaited-decisions.ts';

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
});
