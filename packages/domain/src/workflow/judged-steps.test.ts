import { expect, it } from 'vitest';
import { isJudgedStep } from './judged-steps.ts';
import { PHASE_STATUS } from './statuses.ts';

it('confirming, consenting, returning and deciding judge; filling in a form and handing it over do not', () => {
  expect(isJudgedStep(PHASE_STATUS.waitingConfirmation, ['confirm'])).toBe(true);
  expect(isJudgedStep(PHASE_STATUS.sentToMinister, ['return'])).toBe(true);
  expect(isJudgedStep(PHASE_STATUS.waitingCommission, ['commissionYes', 'commissionNo'])).toBe(true);
  expect(isJudgedStep(PHASE_STATUS.entry, ['sendQuarter'])).toBe(false);
  expect(isJudgedStep(PHASE_STATUS.entry, ['proposeRationalization'])).toBe(false);
  expect(isJudgedStep(PHASE_STATUS.correctionAmendment, ['sendAmendment'])).toBe(false);
  expect(isJudgedStep(PHASE_STATUS.formChangeRequested, ['send'])).toBe(false);
});

it('a choice between handing over and judging is a judgement', () => {
  expect(isJudgedStep(PHASE_STATUS.waitingConfirmation, ['send', 'return'])).toBe(true);
  expect(isJudgedStep(PHASE_STATUS.waitingConfirmation, ['send'])).toBe(false);
});
