import { expect, it } from 'vitest';
import { decidedText } from './decided.ts';
import { PHASE } from './phases.ts';
import { PHASE_STATUS } from './statuses.ts';
import { TRANSITIONS } from './transitions.ts';

it('says what was decided, of every decision that the commission can make', () => {
  expect(decidedText(PHASE.idea, 1).sr).toBe('Усвојено');
  expect(decidedText(PHASE.idea, 3).sr).toBe('Обустављено');
  expect(decidedText(PHASE.correction, 5).en).toBe('Amendment asked for');
  expect(decidedText(PHASE.idea, null).sr).toBe('Чека одлуку');
  const steps = TRANSITIONS.filter(({ status }) => status === PHASE_STATUS.waitingCommission);
  for (const { phase, action, key } of steps) {
    if (key.startsWith('commission')) expect(decidedText(phase, action).en, key).toBeTruthy();
  }
  expect(() => decidedText(PHASE.idea, 9)).toThrow(RangeError);
});
