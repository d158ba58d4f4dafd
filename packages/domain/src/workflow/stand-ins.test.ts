import { describe, expect, it } from 'vitest';
import type { Claim } from '../access/claims.ts';
import { OWNER, project, PROPOSER, someone } from '../../test/workflow.ts';
import type { ActingUser } from './actors.ts';
import { openStepsOf } from './open-steps.ts';
import type { ProjectFacts } from './project-facts.ts';
import { sharedClaims, standsInFor, statesOfAbsent, workClaims } from './stand-ins.ts';
import { transitionsOf } from './transitions.ts';

const CONFIRMATION = { phase: 0, phaseStatus: 2 };
const APPROVAL = { phase: 2, phaseStatus: 3 };
/** An important project waits for a list here: the secretary creates it, an administrator may return the project. */
const IMPORTANT_PENDING = { phase: 3, phaseStatus: 17, important: true };

const reviewer = () => someone('Reviewer', '00000');
const administrator = () => someone('Administrator', '00000');

/** A reviewer who sends and confirms too. */
function handling(): ActingUser {
  const user = reviewer();
  return { ...user, claims: new Set<Claim>([...user.claims, 'Project_Manage', 'Form_ConfirmationResolve']) };
}

/** The absent user for whom `user` takes the step of the action. */
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
    expect(sharedClaims(someone('Minister', PROPOSER), someone('Minister', PROPOSER))).toEqual(['Minister']);
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
    // An administrator approves what they handled, but nobody does so for them.
    for (const away of [reviewer(), administrator()]) {
      expect(standIn(project(APPROVAL), 1, reviewer(), away)).toBe(away.id);
      expect(standIn(project({ ...APPROVAL, confirmedBy: away.id }), 1, reviewer(), away)).toBeNull();
      expect(standIn(project({ ...APPROVAL, sentBy: away.id }), 1, reviewer(), away)).toBeNull();
    }
  });

  it('is none that only one of the two may take, though the project waits for both', () => {
    const facts = project(IMPORTANT_PENDING);
    const row = transitionsOf(3, 17).find(({ key }) => key === 'returnToEntry');
    if (!row) throw new Error('No such step');
    const open = ['createList', 'returnToEntry'];
    expect(standsInFor(row, facts, open, administrator(), [administrator()])).not.toBeNull();
    expect(standsInFor(row, facts, open, administrator(), [reviewer()])).toBeNull();
    expect(standsInFor(row, facts, open, reviewer(), [administrator()])).toBeNull();
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

  it('is an approval that two who are present sent and confirmed, but none that a third may give', () => {
    const approves = (present: ActingUser[]) =>
      statesOfAbsent([handling()], present).filter(({ state }) => state.phase === 2 && state.status === 3);
    const [sender, confirmer] = [handling(), handling()];
    expect(approves([sender, confirmer])).toMatchObject([{ others: [sender.id, confirmer.id] }]);
    expect(approves([sender, confirmer, handling()])).toEqual([]);
  });

  it('is a step of the state that no one present has, whatever else of it they have', () => {
    const waits = (absent: ActingUser, present: ActingUser) =>
      statesOfAbsent([absent], [present])
        .filter(({ state }) => state.phase === 3 && state.status === 17)
        .flatMap(({ state }) => state.keys);
    expect(waits(administrator(), reviewer()).toSorted()).toEqual(['putOnList', 'returnToEntry']);
    expect(waits(reviewer(), administrator())).toEqual([]);
    const decisions = statesOfAbsent([reviewer()], []).filter(({ state }) => state.phase === 3 && state.status === 6);
    expect(decisions.map(({ state }) => state.keys)).toEqual([
      ['commissionYes', 'commissionNo', 'commissionStop', 'commissionPostpone'],
    ]);
  });
});
