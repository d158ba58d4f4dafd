import { describe, expect, it } from 'vitest';
import { PROJECT_STATUS } from '../constants.ts';
import { PHASE } from './phases.ts';
import { PHASE_STATUS } from './statuses.ts';
import { onTurn, STEP_KEYS, stepsOfSide, TURN_SIDES } from './turn-sides.ts';

const project = (phaseStatus: number, open: string[] | null, status: number = PROJECT_STATUS.pending) =>
  onTurn({ status, phase: PHASE.idea, phaseStatus, foreignFunds: false, open });

describe('whose turn it is', () => {
  it('follows the open step', () => {
    expect(project(PHASE_STATUS.waitingConfirmation, ['confirm'])).toMatchObject({ side: 'own' });
    expect(project(PHASE_STATUS.sentForVerification, ['verify'])).toEqual({
      side: 'proposer',
      label: { sr: 'Верификуј', en: 'Verify' },
    });
    expect(project(PHASE_STATUS.sentToMei, ['giveOpinion'])).toMatchObject({ side: 'mei' });
    expect(project(PHASE_STATUS.ideaList, ['createList'])).toMatchObject({ side: 'administration' });
  });

  it("is nobody's while no step stands open, and of a project that is not under way", () => {
    expect(project(PHASE_STATUS.postponed, [])).toBeNull();
    expect(project(PHASE_STATUS.entry, null)).toBeNull();
    expect(project(PHASE_STATUS.waitingApproval, ['approve'], PROJECT_STATUS.finished)).toBeNull();
  });

  it('puts every step on one side', () => {
    expect(TURN_SIDES.flatMap(stepsOfSide).toSorted()).toEqual(STEP_KEYS);
  });
});
