import { expect, it } from 'vitest';
import { phaseAfter } from './transition-types.ts';

it('the phase that a step leads to is the one it opens, reporting where it returns there, or the same', () => {
  expect(phaseAfter([{ kind: 'approveForms' }, { kind: 'openPhase', phase: 4 }])).toBe(4);
  expect(phaseAfter([{ kind: 'planTakesEffect' }, { kind: 'returnToReporting' }])).toBe(5);
  expect(phaseAfter([{ kind: 'unlockForms' }])).toBeNull();
});
