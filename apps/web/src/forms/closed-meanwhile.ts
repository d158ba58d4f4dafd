import type { ProjectForm } from '@pimis/contract/forms';
import { FORM_STATUS } from '@pimis/domain/constants';

type Part = 'locked' | 'closed' | 'by' | 'unkept' | 'kept' | 'comments';
type Closing = Pick<ProjectForm, 'rights' | 'status' | 'lockedBy'>;

/**
 * The parts of the notice to a user who could edit the form or comment in it and no longer can, for example because a
 * colleague has locked it; null if nothing has ended. `isUnkept`: this computer has no room for the input.
 */
export function closedMeanwhile(
  { rights }: Pick<ProjectForm, 'rights'>,
  present: Closing,
  { hasInput, isUnkept }: { hasInput: boolean; isUnkept: boolean },
): Part[] | null {
  const isOver = rights.edit ? !present.rights.edit : rights.comment && !present.rights.comment && !present.rights.edit;
  if (!isOver) return null;
  // Comments are written in a form that is locked already.
  const isLocked = rights.edit && present.status !== FORM_STATUS.unlocked;
  const ofInput: Part[] = [isUnkept ? 'unkept' : 'kept', ...(present.rights.comment ? (['comments'] as const) : [])];
  return [
    isLocked ? 'locked' : 'closed',
    ...(isLocked && present.lockedBy !== null ? (['by'] as const) : []),
    ...(hasInput ? ofInput : []),
  ];
}
