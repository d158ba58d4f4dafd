import { expect, it } from 'vitest';
import { PHASE } from './phases.ts';
import { isPendingItem } from './pending-items.ts';
import { PHASE_STATUS } from './statuses.ts';

const item = { decision: null, phase: PHASE.idea };
const before = { phase: PHASE.idea, phaseStatus: PHASE_STATUS.waitingCommission };

it.each([
  ['waits for its decision', item, before, true],
  ['is decided on, also where it is before the commission again', { ...item, decision: 5 }, before, false],
  ['has left the commission without a decision', item, { ...before, phaseStatus: PHASE_STATUS.entry }, false],
  ['waits in a later phase, on another list', item, { ...before, phase: PHASE.identification }, false],
])('a project of a list %s', (_what, listed, project, expected) => {
  expect(isPendingItem(listed, project)).toBe(expected);
});
