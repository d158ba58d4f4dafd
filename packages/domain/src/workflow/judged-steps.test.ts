import { expect, it } from 'vitest';
import { isJudgedStep } from './judged-steps.ts';
import { PHASE_STATUS } from './statuses.ts';

it('who confirms, consents, returns or decides judges; who fills in a form or hands it over does not', () => {
  expect(isJudgedStep(PHASE_STATUS.waitingConfirmation, ['confirm'])).toBe(true);
  expect(isJudgedStep(PHASE_STATUS.sentToMinister, ['return'])).toBe(true);
  expect(isJudgedStep(PHASE_STATUS.waitingCommission, ['commissionYes', 'commissionNo'])).toBe(true);
  expect(isJudgedStep(PHASE_STATUS.entry, ['sendQuarter'])).toBe(false);
  expect(isJudgedStep(PHASE_STATUS.entry, ['proposeRationalization'])).toBe(false);
  expect(isJudgedStep(PHASE_STATUS.correctionAmendment, ['sendAmendment'])).toBe(false);
  expect(isJudgedStep(PHASE_STATUS.formChangeRequested, ['send'])).toBe(false);
});
