import { expect, it } from 'vitest';
import { archiverProblem } from './archiver.ts';

const EARLIER = new Date('2026-11-29T09:00:00Z');
const LATER = new Date('2026-11-29T10:00:00Z');

it.each([
  [null, null, null],
  [EARLIER, null, null],
  [LATER, EARLIER, null],
  [EARLIER, LATER, 'segment 0000000100000002 was not archived at 2026-11-29T10:00:00.000Z'],
  [null, EARLIER, 'segment 0000000100000002 was not archived at 2026-11-29T09:00:00.000Z'],
])('archived last at %s, failed last at %s: %s', (archivedAt, failedAt, problem) => {
  expect(archiverProblem({ isOn: true, archivedAt, failedAt, segment: '0000000100000002' })).toBe(problem);
});
