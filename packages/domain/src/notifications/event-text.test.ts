import { expect, it } from 'vitest';
import { PHASE } from '../workflow/phases.ts';
import { PHASE_STATUS } from '../workflow/statuses.ts';
import { eventText, type NotifiedEvent } from './event-text.ts';

const text = (event: Partial<NotifiedEvent>) =>
  eventText({
    kind: 'moved',
    step: null,
    operation: null,
    phaseStatus: PHASE_STATUS.waitingApproval,
    decided: null,
    ...event,
  });

it('says that it is the turn of the user, with the step if one is known', () => {
  expect(text({ kind: 'turn' })).toEqual({ sr: 'Ви сте на реду', en: 'It is your turn' });
  expect(text({ kind: 'turn', step: { sr: 'Пошаљи', en: 'Send' } })).toEqual({
    sr: 'Ви сте на реду: Пошаљи',
    en: 'It is your turn: Send',
  });
});

it('says which step was taken, or the new state where the step has no words', () => {
  expect(text({ operation: 'send' }).sr).toBe('Послато на потврду');
  expect([text({}).en, text({ operation: 'later' }).en]).toEqual(['Waiting for approval', 'Waiting for approval']);
});

it('names the phase that was decided on', () => {
  const decided = { phase: PHASE.reporting };
  expect(text({ kind: 'decision', operation: 'commissionYes', decided })).toEqual({
    sr: 'Комисија: усваја се (Извештавање)',
    en: 'Commission: accepted (Reporting)',
  });
});

it('of a comment is a sentence of its own', () => {
  expect(text({ kind: 'comment', operation: 'send' })).toEqual({ sr: 'Нов коментар', en: 'New comment' });
});
