import type { StatusName } from '@pimis/contract/errors';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectRecord } from './visibility.ts';

type Ended = Pick<ProjectRecord, 'status' | 'isMerged'>;

/** Why a project does not change any more, as a name of the catalogue; none while it is pending. */
function endingOf({ status, isMerged }: Ended): StatusName[] {
  if (isMerged) return ['ProjectMerged'];
  if (status === PROJECT_STATUS.archived) return ['ProjectArchived'];
  return status === PROJECT_STATUS.finished ? ['ProjectFinished'] : [];
}

/** The refusal of a change or step; of a project that has ended it gives the reason beside the specification's name. */
export function projectRefusal(name: StatusName, project: Ended): ApiError {
  return new ApiError(name, { errors: endingOf(project).filter((reason) => reason !== name) });
}
