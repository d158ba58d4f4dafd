import { PHASE_STATUS } from '../workflow/statuses.ts';

/** Statuses of projects that the commission refused or postponed after its yes: no money is planned for them. */
export const SET_ASIDE_STATUSES: readonly number[] = [PHASE_STATUS.dormant, PHASE_STATUS.postponed];

/**
 * Whether the needs of a project are approved (одобрени): it has the commission's yes or a plan in force, and the
 * commission has not refused or postponed it since. The fiscal calendar and scenarios carry these.
 */
export function hasApprovedNeeds({
  commissionApproved,
  plannedEnd,
  phaseStatus,
}: {
  commissionApproved: boolean;
  plannedEnd: string | null;
  phaseStatus: number;
}): boolean {
  return (commissionApproved || plannedEnd !== null) && !SET_ASIDE_STATUSES.includes(phaseStatus);
}
