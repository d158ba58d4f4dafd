import type { AvailableAction } from '@pimis/contract/projects';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';

/** The step that sends an idea to be confirmed, as a project offers it. */
export const SEND: AvailableAction = {
  id: '0-1-1',
  action: 1,
  key: 'send',
  label: { sr: 'Пошаљи на потврду', en: 'Send for confirmation' },
  needs: { comment: false, date: false, postponedDate: false },
  disabled: null,
  prominent: true,
  followUp: { status: PHASE_STATUS.waitingConfirmation, phase: null },
};
