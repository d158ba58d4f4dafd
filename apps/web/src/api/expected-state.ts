import type { ActionRequest, Project } from '@pimis/contract/projects';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';

type Seen = Pick<Project, 'projectPhaseId' | 'phaseStatus' | 'lastChangeDate'>;

/** The state in which a step was seen: in another one it is refused. */
export function expectedState({
  projectPhaseId,
  phaseStatus,
  lastChangeDate,
}: Seen): ActionRequest['expected'] & object {
  return {
    projectPhaseId,
    status: phaseStatus,
    // The organization can still change the idea while it waits for the minister's consent.
    ...(phaseStatus === PHASE_STATUS.sentToMinister ? { lastChangeDate } : {}),
  };
}
