import { expect, it } from 'vitest';
import { PROJECT_STATUS } from '../constants.ts';
import { PHASE } from '../workflow/phases.ts';
import { PHASE_STATUS } from '../workflow/statuses.ts';
import { renamingRefusal } from './renaming.ts';

const idea = {
  type: 3,
  important: false,
  migrated: false,
  status: PROJECT_STATUS.pending,
  phase: PHASE.idea,
  phaseStatus: PHASE_STATUS.entry,
};

it.each([
  ['in entry of its first phase', idea, null],
  ['of special importance in its first phase', { ...idea, important: true, phase: PHASE.important }, null],
  ['in a later phase', { ...idea, phase: PHASE.identification }, 'InvalidProjectUpdatePhase'],
  ['that was sent', { ...idea, phaseStatus: PHASE_STATUS.waitingApproval }, 'InvalidProjectUpdatePhaseStatus'],
  ['that is finished', { ...idea, status: PROJECT_STATUS.finished }, 'ForbiddenProjectChange'],
  ['that is archived', { ...idea, status: PROJECT_STATUS.archived }, 'ProjectArchived'],
])('a project %s is renamed, or refused with the reason', (_, project, refusal) => {
  expect(renamingRefusal(project)).toBe(refusal);
});
