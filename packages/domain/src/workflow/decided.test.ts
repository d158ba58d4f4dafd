import { expect, it } from 'vitest';
import { DECIDED_KEYS, decidedKey, decidedText, decidedTextOf, decisionSteps } from './decided.ts';
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
    .map(({ phase, action }) => decidedKey(phase, action));
  // Charts give each decision its own look: none may be missing, and no two may have the same text.
  expect(new Set([...told, decidedKey(PHASE.idea, null)])).toEqual(new Set(DECIDED_KEYS));
  expect(new Set(DECIDED_KEYS.map((key) => decidedTextOf(key).sr)).size).toBe(DECIDED_KEYS.length);
  expect(() => decidedText(PHASE.idea, 9)).toThrow(RangeError);
});

it('names the phases and actions of a decision, and no others', () => {
  for (const key of DECIDED_KEYS) {
    for (const { phase, action } of decisionSteps(key)) expect(decidedKey(phase, action)).toBe(key);
  }
  expect(decisionSteps('commissionNo')).toContainEqual({ phase: PHASE.idea, action: 2 });
  expect(decisionSteps('waiting')).toEqual([]);
  const decisions = TRANSITIONS.filter(
    ({ status, key }) => status === PHASE_STATUS.waitingCommission && key.startsWith('commission'),
  );
  expect(DECIDED_KEYS.flatMap(decisionSteps)).toHaveLength(decisions.length);
});
