import { describe, expect, it } from 'vitest';
import { OWNER, project, PROPOSER, someone } from '../../test/workflow.ts';
import { openStepsOf } from './open-steps.ts';
import type { ProjectFacts } from './project-facts.ts';
import { sharedClaims, standsInFor, statesOfAbsent, workClaims } from './stand-ins.ts';
import { transitionsOf } from './transitions.ts';

const CONFIRMATION = { phase: 0, phaseStatus: 2 };

/** Whom `user` stands in for with the step of the action. */
function standIn(facts: ProjectFacts, action: number, user: ReturnType<typeof someone>, absent: typeof user) {
  const transition = transitionsOf(facts.phase, facts.phaseStatus).find((row) => row.action === action);
  if (!transition) throw new Error('No such step');
  const open = openStepsOf(facts).map(({ key }) => key);
  return standsInFor(transition, facts, open, user, [absent])?.id ?? null;
}

describe('who may stand in', () => {
  it('is of the same body and shares a claim that steps wait for', () => {
    const head = someone('Local_Admin', OWNER);
    expect(sharedClaims(head, someone('Local_Power_User', OWNER))).toEqual([
      'Project_Manage',
      'Form_ConfirmationResolve',
    ]);
    expect(sharedClaims(head, someone('Local_Power_User', PROPOSER))).toEqual([]);
    expect(sharedClaims(head, head)).toEqual([]);
    expect(sharedClaims(someone('Minister', PROPOSER), someone('Local_Admin', PROPOSER))).toEqual([]);
    expect(sharedClaims(someone('Evaluator', OWNER), someone('Evaluator', OWNER))).toEqual(['Project_Evaluate']);
  });

  it('a claim of a central body counts only there', () => {
    expect(workClaims(someone('Reviewer', OWNER))).toEqual([]);
    expect(workClaims(someone('Reviewer', '00000'))).toContain('Form_ApprovalResolve');
    expect(workClaims(someone('MEI', OWNER))).toEqual(['Mei']);
  });
});

describe('a step for an absent person', () => {
  const absent = someone('Local_Admin', OWNER);
  const user = someone('Local_Power_User', OWNER);

  it('is one that waits for both', () => {
    expect(standIn(project(CONFIRMATION), 1, user, absent)).toBe(absent.id);
    expect(standIn(project(CONFIRMATION), 2, user, absent)).toBe(absent.id);
    expect(standIn(project(CONFIRMATION), 1, user, someone('Local_User', OWNER))).toBeNull();
    expect(standIn(project(CONFIRMATION), 1, user, someone('Local_Admin', PROPOSER))).toBeNull();
  });

  it('is none that the absent person sent, nor the approval of what they confirmed', () => {
    expect(standIn(project({ ...CONFIRMATION, sentBy: absent.id }), 1, user, absent)).toBeNull();
    const reviewer = someone('Reviewer', '00000');
    const other = someone('Reviewer', '00000');
    const approval = { phase: 2, phaseStatus: 3 };
    expect(standIn(project(approval), 1, other, reviewer)).toBe(reviewer.id);
    expect(standIn(project({ ...approval, confirmedBy: reviewer.id }), 1, other, reviewer)).toBeNull();
    expect(standIn(project({ ...approval, sentBy: reviewer.id }), 1, other, reviewer)).toBeNull();
  });

  it('is none of a clerk, who sends in the own name', () => {
    expect(standIn(project(), 1, user, absent)).toBeNull();
  });
});

describe('what waits only for absent people', () => {
  const head = someone('Local_Admin', OWNER);
  const confirms = (states: ReturnType<typeof statesOfAbsent>) =>
    states.filter(({ state }) => state.phase === 0 && state.status === 2);

  it('is a state that no one present may end, or only one who may have sent it', () => {
    expect(confirms(statesOfAbsent([head], []))).toMatchObject([{ others: [] }]);
    expect(confirms(statesOfAbsent([head], [someone('Local_User', OWNER)]))).toMatchObject([{ others: [] }]);
    const power = someone('Local_Power_User', OWNER);
    expect(confirms(statesOfAbsent([head], [power]))).toMatchObject([{ others: [power.id] }]);
    expect(confirms(statesOfAbsent([head], [power, someone('Local_Admin', OWNER)]))).toEqual([]);
  });

  it('is no state of a clerk while another clerk is present', () => {
    const states = statesOfAbsent([someone('Local_User', OWNER)], [someone('Local_User', OWNER)]);
    expect(states).toEqual([]);
  });
});
