import { describe, expect, it } from 'vitest';
import type { Claim } from '../access/claims.ts';
import { ADMINISTRATION_ORGANIZATION, PROJECT_STATUS } from '../constants.ts';
import { ACTORS } from './actors.ts';
import { WAITED_STEPS } from './open-steps.ts';
import { PHASE } from './phases.ts';
import { PHASE_STATUS } from './statuses.ts';
import { CENTRAL_BODIES, onTurn, STEP_KEYS, stepsWaitedForBy, stepsOfSide, TURN_SIDES } from './turn-sides.ts';

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

  it('has a name where the side is one body for every project', () => {
    expect(TURN_SIDES.filter((side) => side in CENTRAL_BODIES)).toEqual(['administration', 'mei']);
  });

  it('puts every step on one side', () => {
    expect(TURN_SIDES.flatMap(stepsOfSide).toSorted()).toEqual(STEP_KEYS);
    for (const { key, actor } of WAITED_STEPS)
      expect([key, stepsOfSide(ACTORS[actor].side)]).toEqual([key, expect.arrayContaining([key])]);
  });
});

describe('steps that may wait for a user', () => {
  const keys = (organizationId: string, ...claims: Claim[]) =>
    stepsWaitedForBy({ id: 1, organizationId, claims: new Set(claims) }).map(({ key }) => key);

  it('are those of their claims, the decisions of the commission as one', () => {
    expect(keys('50112', 'Form_ConfirmationResolve')).toEqual(['confirm', 'confirmQuarter', 'approveAmendment']);
    expect(keys(ADMINISTRATION_ORGANIZATION, 'Project_ListManage').toSorted()).toEqual([
      'commissionYes',
      'createList',
      'resume',
    ]);
    expect(keys('50112')).toEqual([]);
  });
});
