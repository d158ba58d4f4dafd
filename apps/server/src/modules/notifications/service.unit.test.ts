import { expect, it } from 'vitest';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { notificationMail } from './mail-texts.ts';
import type { NotificationRow } from './queries.ts';
import { stepOf } from './service.ts';

/** A notification that was read: nothing of the project's present state is read for it. */
const read = (row: Partial<NotificationRow>): NotificationRow => ({
  id: '1',
  kind: 'turn',
  projectCode: 'PROBA',
  projectName: 'Проба',
  projectStatus: 0,
  foreignFunds: false,
  phase: PHASE.idea,
  phaseStatus: PHASE_STATUS.waitingCommission,
  turn: null,
  openNow: null,
  operation: null,
  decided: null,
  userName: '',
  standInFor: null,
  comment: null,
  postponedDate: null,
  commentId: null,
  documentId: null,
  createdAt: new Date(0),
  readAt: new Date(0),
  ...row,
});

it('a turn that was read says its step: the stored one, or the one that the state told', () => {
  expect(stepOf(read({}))?.sr).toBe('одлука комисије');
  expect(stepOf(read({ phaseStatus: PHASE_STATUS.entry, turn: 'lockForm' }))?.sr).toBe('закључавање обрасца');
  expect(stepOf(read({ phaseStatus: PHASE_STATUS.stopped }))).toBeNull();
  expect(stepOf(read({ kind: 'decision' }))).toBeNull();
});

it('a mail names the phase that was decided on: a stopped correction leaves its project in reporting', () => {
  const decided = { phase: PHASE.correction, status: PHASE_STATUS.stopped };
  const stopped = read({ kind: 'decision', phase: PHASE.reporting, phaseStatus: PHASE_STATUS.entry, decided });
  const { text } = notificationMail('ana@example.rs', [stopped], 'https://pimis.example.rs', null);
  expect(text).toContain('Одлука комисије, Корекција: обустављено');
});

it('a mail tells a follower that a quarter is over, and not the state alone', () => {
  const over = read({
    kind: 'moved',
    phase: PHASE.reporting,
    phaseStatus: PHASE_STATUS.entry,
    operation: 'quarterOver',
  });
  const { subject } = notificationMail('ana@example.rs', [over], 'https://pimis.example.rs', null);
  expect(subject).toBe('ПИМИС: PROBA, Квартал је истекао');
});
