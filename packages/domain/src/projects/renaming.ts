import { PROJECT_STATUS } from '../constants.ts';
import { type ProjectKind, startPhase } from '../workflow/phases.ts';
import { PHASE_STATUS } from '../workflow/statuses.ts';

export type RenamingRefusal =
  | 'ProjectArchived'
  | 'ForbiddenProjectChange'
  | 'InvalidProjectUpdatePhase'
  | 'InvalidProjectUpdatePhaseStatus';

/** Why the name and code of a project may not be changed now: they may only while its first phase is in entry. */
export function renamingRefusal(
  project: ProjectKind & { status: number; phase: number; phaseStatus: number },
): RenamingRefusal | null {
  if (project.status === PROJECT_STATUS.archived) return 'ProjectArchived';
  if (project.status !== PROJECT_STATUS.pending) return 'ForbiddenProjectChange';
  if (project.phase !== startPhase(project)) return 'InvalidProjectUpdatePhase';
  return project.phaseStatus === PHASE_STATUS.entry ? null : 'InvalidProjectUpdatePhaseStatus';
}
