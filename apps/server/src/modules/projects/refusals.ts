import type { StatusName } from '@pimis/contract/errors';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { ApiError } from '../../platform/errors.ts';
import type { ProjectRecord } from './visibility.ts';

type Ended = Pick<ProjectRecord, 'status' | 'isMerged'>;

/** The reasons why a project can no longer be changed, as names of the catalogue; empty while it is pending. */
function endingOf({ status, isMerged }: Ended): StatusName[] {
  if (isMerged) return ['ProjectMerged'];
  if (status === PROJECT_STATUS.archived) return ['ProjectArchived'];
  return status === PROJECT_STATUS.finished ? ['ProjectFinished'] : [];
}

/** The refusal of a change or step; for a project that has ended it adds the reason to the specification's name. */
export function projectRefusal(name: StatusName, project: Ended): ApiError {
  return new ApiError(name, { errors: endingOf(project).filter((reason) => reason !== name) });
}
