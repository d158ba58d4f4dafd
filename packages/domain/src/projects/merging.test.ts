import { expect, it } from 'vitest';
import { PROJECT_STATUS } from '../constants.ts';
import { PHASE_STATUS } from '../workflow/statuses.ts';
import { mayLeaveInMerge, mayStayInMerge } from './merging.ts';

const project = { status: PROJECT_STATUS.pending, phaseStatus: PHASE_STATUS.entry, isMerged: false };

it.each([
  ['in entry', project, true, true],
  ['before the commission', { ...project, phaseStatus: PHASE_STATUS.waitingCommission }, true, false],
  ['finished', { ...project, status: PROJECT_STATUS.finished }, false, false],
  ['archived', { ...project, status: PROJECT_STATUS.archived }, false, false],
  ['merged before', { ...project, isMerged: true }, false, false],
])('a project %s may stay or be merged into another one', (_, one, stays, leaves) => {
  expect([mayStayInMerge(one), mayLeaveInMerge(one)]).toEqual([stays, leaves]);
});
