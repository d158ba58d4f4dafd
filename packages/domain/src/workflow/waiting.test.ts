import { describe, expect, it } from 'vitest';
import { OWNER, PROPOSER, project, someone } from '../../test/workflow.ts';
import type { Claim } from '../access/claims.ts';
import type { ActingUser } from './actors.ts';
import {
  followingSteps,
  isStepOf,
  openStepLabel,
  openStepsAt,
  openStepsOf,
  usersOfStep,
  usersWaitedFor,
  waitingFor,
} from './open-steps.ts';
import { onTurn, STEP_KEYS, stepsOfSide, stepsWaitedForBy } from './turn-sides.ts';

const admin = someone('Administrator', '00000');
const manager = someone('Local_User', OWNER);
const head = someone('Local_Admin', OWNER);
const reviewer = someone('Reviewer', '00000');
const handling = { ...reviewer, claims: new Set<Claim>([...reviewer.claims, 'Project_Manage']) };
const form = (status: number) => ({ id: 1, code: 'form', status, mandatory: true, evaluatorOrganizationId: null });

const DECISIONS = 'commissionYes,commissionNo,commissionStop,commissionPostpone';

/** "phase/status: steps side"; with ? the project waits only if one of the steps is known to be open. */
function waiting(user: ActingUser, phase: number): string[] {
  const found = waitingFor(user).filter((state) => state.phase === phase);
  return found.map(({ status, keys, side, declared, foreignFunds, notSender, notConfirmer }) => {
    const funds = foreignFunds === null ? '' : foreignFunds ? ' foreign funds' : ' own funds';
    const left = `${notSender ? ' not the sender' : ''}${notConfirmer ? ' not the confirmer' : ''}`;
    return `${status}: ${keys.join()} ${side}${declared ? '' : '?'}${funds}${left}`;
  });
}

/** Written by hand from docs/workflow.md. */
describe('states that wait for a user', () => {
  it('of an idea, for its organization, the proposer, the minister and MEI', () => {
    expect(waiting(manager, 0)).toEqual(['1: send own', '25: returnForUpdate own', '21: lockForm own?']);
    expect(waiting(head, 0)).toEqual([
      '1: send own',
      '2: confirm own not the sender',
      '25: returnForUpdate own',
      '20: sendToMinister proposer',
      '22: sendToMinistry proposer own funds',
      '22: sendToMei proposer foreign funds',
      '24: sendToMinistry proposer',
      '21: lockForm own?',
    ]);
    expect(waiting(someone('Minister', PROPOSER), 0)).toEqual(['21: ministerApprove proposer']);
    for (const at of ['10513', OWNER]) expect(waiting(someone('MEI', at), 0)).toEqual(['23: giveOpinion any']);
  });

  it('for the ministry of finance and the administrator', () => {
    const preparation = ['3: approve any', `6: ${DECISIONS} any`, '8: resume any'];
    expect(waiting(reviewer, 0)).toEqual([...preparation, '14: createList any']);
    expect(waiting(admin, 0)).toEqual([
      ...preparation,
      '18: returnToEntry any',
      '14: createList any',
      '14: returnToEntry any?',
    ]);
    expect(waiting(someone('Reviewer', OWNER), 0)).toEqual([]);
    expect(waiting(admin, 5).slice(-2)).toEqual(['5: createList any', '5: withdrawProposal any?']);
  });

  it('of an important project, where a list is chosen first', () => {
    expect(waiting(reviewer, 3).at(-1)).toBe('17: createList any?');
    expect(waiting(admin, 3).slice(-2)).toEqual(['17: createList,returnToEntry any?', '17: putOnList any']);
  });

  it('of reports and corrections', () => {
    expect(waiting(manager, 5)).toEqual(['1: sendQuarter,sendPhase own']);
    expect(waiting(manager, 11)).toEqual([
      '1: send own',
      '25: returnForUpdate own',
      '29: sendAmendment own',
      '33: approveAmendment own',
    ]);
  });

  it('leave out users who sent or confirmed, if they may also handle projects', () => {
    expect(waiting(handling, 0)[1]).toBe('3: approve any not the sender not the confirmer');
    expect(waiting({ ...handling, claims: new Set([...handling.claims, 'Admin' as const]) }, 0)[0]).toBe(
      '3: approve any',
    );
  });
});

describe('whom a project waits for', () => {
  const waited = (phase: number, phaseStatus: number, open: string[] | null = null, foreignFunds = false) =>
    usersWaitedFor({ phase, phaseStatus, foreignFunds, open });
  const APPROVERS = { claim: 'Form_ApprovalResolve', side: 'administration', admins: true };
  const COMMISSION = { claim: 'Project_ListManage', side: 'administration', admins: true };
  const NOBODY_LEFT_OUT = { notSender: false, notConfirmer: false };

  it('by its state, and by the steps that are known to be open', () => {
    expect(waited(0, 3)).toEqual([{ ...APPROVERS, notSender: true, notConfirmer: true }]);
    expect(waited(0, 2)).toEqual([
      { claim: 'Form_ConfirmationResolve', side: 'own', admins: false, notSender: true, notConfirmer: false },
    ]);
    expect(waited(0, 14)).toEqual([{ ...COMMISSION, ...NOBODY_LEFT_OUT }]);
    expect(waited(0, 14, ['returnToEntry'])).toEqual([
      { claim: 'Admin', side: 'administration', admins: true, ...NOBODY_LEFT_OUT },
    ]);
    expect(waited(0, 21, ['lockForm'])).toEqual([
      { claim: 'Project_Manage', side: 'own', admins: false, ...NOBODY_LEFT_OUT },
    ]);
    expect(waited(0, 23, null, true)).toEqual([{ claim: 'Mei', side: 'any', admins: false, ...NOBODY_LEFT_OUT }]);
    expect([waited(0, 3, []), waited(0, 4), waited(1, 14)]).toEqual([[], [], []]);
  });

  it('by its funds, each group of people once', () => {
    const claims = (foreignFunds: boolean) => waited(0, 22, null, foreignFunds).map(({ claim }) => claim);
    expect([claims(false), claims(true)]).toEqual([['Project_Send_Ministry'], ['Mei_Approval_Comment_Send']]);
    expect(waited(0, 6)).toEqual([{ ...COMMISSION, ...NOBODY_LEFT_OUT }]);
    expect(waited(5, 1, ['sendQuarter', 'sendPhase'])).toHaveLength(1);
  });

  it('are the people of an open step', () => {
    expect(usersOfStep({ key: 'approve', actors: ['AP'] })).toEqual([
      { ...APPROVERS, notSender: true, notConfirmer: true },
    ]);
    expect(
      usersOfStep({ key: 'requestChange', actors: ['AP', 'REQ'] }).map(({ claim, admins }) => [claim, admins]),
    ).toEqual([
      ['Form_ApprovalResolve', true],
      ['Send_Request_Change_Form', false],
    ]);
    expect(usersOfStep({ key: 'createList', actors: ['COM'] })).toEqual([{ ...COMMISSION, ...NOBODY_LEFT_OUT }]);
  });

  it('are asked one by one: place, funds, organization and who sent or confirmed count', () => {
    const isOf = (user: ActingUser, changes: Parameters<typeof project>[0], ...open: string[]) =>
      isStepOf(user, project({ phaseStatus: 3, ...changes }), open);
    expect(isOf(handling, {}, 'approve')).toBe(true);
    expect(isOf(handling, { sentBy: handling.id }, 'approve')).toBe(false);
    expect(isOf(handling, { confirmedBy: handling.id }, 'approve')).toBe(false);
    expect(isOf(admin, { sentBy: admin.id, confirmedBy: admin.id }, 'approve')).toBe(true);
    expect([isOf(handling, {}), isOf(handling, {}, 'confirm'), isOf(handling, { phase: 5 }, 'send')]).toEqual([
      false,
      false,
      false,
    ]);
    expect([isOf(head, { phaseStatus: 2 }, 'confirm'), isOf(head, { phaseStatus: 1 }, 'confirm')]).toEqual([
      true,
      false,
    ]);
    expect(isOf(head, { phaseStatus: 2, confirmedBy: head.id }, 'confirm')).toBe(true);
    expect(isOf(head, { phaseStatus: 2, sentBy: head.id }, 'confirm')).toBe(false);
    expect(isOf(someone('Local_Admin', '50101'), { phaseStatus: 2 }, 'confirm')).toBe(false);
    const sender = someone('Local_Admin', PROPOSER);
    expect(isOf(sender, { phaseStatus: 22 }, 'sendToMinistry')).toBe(true);
    expect(isOf(sender, { phaseStatus: 22, foreignFunds: true }, 'sendToMinistry')).toBe(false);
    expect(isOf(head, { phaseStatus: 22 }, 'sendToMinistry')).toBe(false);
  });
});

describe('steps that a state waits for', () => {
  it('are those of its own phase and status', () => {
    const keys = (phase: number, status: number) => openStepsAt(phase, status, false).map(({ key }) => key);
    expect([keys(0, 14), keys(1, 14), keys(3, 17), keys(3, 1), keys(0, 17)]).toEqual([
      ['createList'],
      [],
      ['putOnList'],
      ['send'],
      [],
    ]);
    expect(openStepsAt(3, 17, false)[0]?.actors).toEqual(['ADM']);
    expect(openStepsAt(0, 14, false)[0]?.actors).toEqual(['COM']);
  });

  it('are to lock the form only of an idea that the minister has', () => {
    const keys = (phase: number, phaseStatus: number) =>
      openStepsOf(project({ phase, phaseStatus, forms: [form(1)] })).map(({ key }) => key);
    expect([keys(0, 21), keys(0, 3), keys(10, 3)]).toEqual([['lockForm'], ['approve'], ['approve']]);
  });

  it('have the words of their row, of the first open step where the key is unknown, or none', () => {
    const label = (key: string | null, phaseStatus: number) =>
      openStepLabel(key, { phase: 0, phaseStatus, foreignFunds: false })?.en ?? null;
    expect([label('return', 2), label('confirm', 2), label('gone', 2), label(null, 2), label('gone', 4)]).toEqual([
      'Return for amendment',
      'Confirm',
      'Confirm',
      'Confirm',
      null,
    ]);
  });

  it.each([
    [0, 1, ['confirm', 'verify', 'sendToMinister']],
    [0, 22, ['approve', 'createList']],
    [0, 3, ['createList']],
    [3, 1, ['confirm', 'approveImportant', 'putOnList']],
    [4, 1, ['confirm', 'approve']],
    [4, 3, []],
    [8, 3, []],
    [5, 8, []],
    [0, 4, []],
  ])('in phase %i with status %i are followed by %j', (phase, phaseStatus, keys) => {
    expect(followingSteps(project({ phase, phaseStatus, statusBefore: 5 })).map(({ key }) => key)).toEqual(keys);
  });
});

describe('whose turn it is', () => {
  it('is known of each step by its side', () => {
    expect(stepsOfSide('mei')).toEqual(['giveOpinion']);
    expect(stepsOfSide('proposer')).toEqual([
      'ministerApprove',
      'sendToMei',
      'sendToMinister',
      'sendToMinistry',
      'verify',
    ]);
    expect(STEP_KEYS).toEqual(STEP_KEYS.toSorted());
  });

  it('is that of the first open step of a pending project', () => {
    const at = { status: 0, phase: 0, phaseStatus: 2, foreignFunds: false };
    expect(onTurn({ ...at, open: ['confirm', 'send'] })).toEqual({
      side: 'own',
      label: { sr: 'Потврди', en: 'Confirm' },
    });
    expect([null, []].map((open) => onTurn({ ...at, open }))).toEqual([null, null]);
    expect(onTurn({ ...at, status: 1, open: ['confirm'] })).toBeNull();
    expect(onTurn({ ...at, open: ['noSuchStep'] })).toBeNull();
    expect(onTurn({ ...at, phaseStatus: 4, open: ['confirm'] })).toBeNull();
  });

  it('is offered as a filter once by its words', () => {
    expect(stepsWaitedForBy(reviewer).map(({ key, label }) => `${key}: ${label.en}`)).toEqual([
      'approve: Approve',
      'approveImportant: Approve special importance',
      'approveQuarter: Approve the quarter',
      'openCorrection: Open the correction',
      'confirmAmendment: Confirm the amendment',
      'commissionYes: Enter the decision of the commission',
      'resume: Resume',
      'createList: Create the list',
    ]);
    const sender = stepsWaitedForBy(someone('Local_Admin', PROPOSER)).map(({ key }) => key);
    expect(sender).toEqual(expect.arrayContaining(['sendToMinistry', 'sendToMei']));
    const ofAdmin = stepsWaitedForBy(admin).map(({ key, label }) => `${key}: ${label.en}`);
    expect(ofAdmin).toContain('putOnList: Put the project on a list');
  });
});
