import { PROJECT_STATUS } from '../constants.ts';
import { PHASE_STATUS } from '../workflow/statuses.ts';

/** Whether a project may take in another one. */
export function mayStayInMerge(project: { status: number; isMerged: boolean }): boolean {
  return project.status === PROJECT_STATUS.pending && !project.isMerged;
}

/** Whether a project may be merged into another one: the commission's list would wait for it for ever. */
export function mayLeaveInMerge(project: { status: number; phaseStatus: number; isMerged: boolean }): boolean {
  return mayStayInMerge(project) && project.phaseStatus !== PHASE_STATUS.waitingCommission;
}
