import { expect, it } from 'vitest';
import { DECIDED_TEXTS, decidedText } from './decided.ts';
import { PHASE } from './phases.ts';
import { PHASE_STATUS } from './statuses.ts';
import { TRANSITIONS } from './transitions.ts';

it('says what was decided, of every decision that the commission can make', () => {
  expect(decidedText(PHASE.idea, 1).sr).toBe('Усвојено');
  expect(decidedText(PHASE.idea, 3).sr).toBe('Обустављено');
  expect(decidedText(PHASE.correction, 5).en).toBe('Amendment asked for');
  expect(decidedText(PHASE.idea, null).sr).toBe('Чека одлуку');
  const steps = TRANSITIONS.filter(({ status }) => status === PHASE_STATUS.waitingCommission);
  const told = steps
    .filter(({ key }) => key.startsWith('commission'))
    .map(({ phase, action }) => decidedText(phase, action));
  // Charts give each text of the list its look: none may be missing, and none be said twice.
  expect(new Set([...told, decidedText(PHASE.idea, null)])).toEqual(new Set(DECIDED_TEXTS));
  expect(new Set(DECIDED_TEXTS.map(({ sr }) => sr)).size).toBe(DECIDED_TEXTS.length);
  expect(() => decidedText(PHASE.idea, 9)).toThrow(RangeError);
});
