import { PHASE_STATUS } from './statuses.ts';

/**
 * Whether a project of a list still waits there for the commission's decision. One that was returned and is before the
 * commission again, or has come to another phase, is on a newer list. Until it is decided on, nobody finishes, archives
 * or merges it away (projects/status-changes.ts, projects/merging.ts).
 */
export function isPendingItem(
  item: { decision: number | null; phase: number },
  project: { phase: number; phaseStatus: number },
): boolean {
  return (
    item.decision === null && project.phaseStatus === PHASE_STATUS.waitingCommission && project.phase === item.phase
  );
}
