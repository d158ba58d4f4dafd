import { expect, it } from 'vitest';
import { PHASE_STATUS } from '../workflow/statuses.ts';
import { hasApprovedNeeds } from './approved-need.ts';

const APPROVED = { commissionApproved: true, plannedEnd: null, phaseStatus: PHASE_STATUS.entry };

it('needs are approved by the commission or by a plan in force', () => {
  expect(hasApprovedNeeds(APPROVED)).toBe(true);
  expect(hasApprovedNeeds({ ...APPROVED, commissionApproved: false, plannedEnd: '2026-12-31' })).toBe(true);
  expect(hasApprovedNeeds({ ...APPROVED, commissionApproved: false })).toBe(false);
});

it('needs that the commission refused or postponed later are no longer approved', () => {
  for (const phaseStatus of [PHASE_STATUS.dormant, PHASE_STATUS.postponed]) {
    expect(hasApprovedNeeds({ ...APPROVED, phaseStatus })).toBe(false);
    expect(hasApprovedNeeds({ commissionApproved: false, plannedEnd: '2026-12-31', phaseStatus })).toBe(false);
  }
  expect(hasApprovedNeeds({ ...APPROVED, phaseStatus: PHASE_STATUS.waitingCommission })).toBe(true);
});
