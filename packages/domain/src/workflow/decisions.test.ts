import { describe, expect, it } from 'vitest';
import type { Claim } from '../access/claims.ts';
import { availableActions, decide, isApproval } from './decisions.ts';
import { OWNER, PROPOSER, project, someone } from '../../test/workflow.ts';
import { TRANSITIONS } from './transitions.ts';

const manager = someone('Local_User', OWNER);
const head = someone('Local_Admin', OWNER);
const reviewer = someone('Reviewer', '00000');
const admin = someone('Administrator', '00000');
const minister = someone('Minister', PROPOSER);
const ministryAdmin = someone('Local_Admin', PROPOSER);
const mei = someone('MEI', '10513');

describe('who may take a step', () => {
  it('the one who sent it does not confirm it', () => {
    const facts = project({ phaseStatus: 2, sentBy: head.id });
    expect(decide(facts, head, { action: 1 })).toMatchObject({ ok: false, code: 'InvalidUserPermission' });
    expect(decide(facts, someone('Local_Power_User', OWNER), { action: 1 })).toMatchObject({ ok: true, status: 19 });
  });

  it('so it is at every confirmation, and nothing else is confirmed by a sender without the claim', () => {
    const confirmations = TRANSITIONS.filter(({ actors }) => actors.join() === 'CF');
    expect(confirmations.length).toBeGreaterThan(20);
    for (const { id, phase, status: phaseStatus, action } of confirmations) {
      const input = { action, comment: 'х' };
      const sentByHead = project({ phase, phaseStatus, sentBy: head.id });
      expect(decide(sentByHead, head, input), id).toEqual({ ok: false, code: 'InvalidUserPermission' });
      expect(decide(project({ phase, phaseStatus, sentBy: manager.id }), head, input).ok, id).toBe(true);
      expect(decide(sentByHead, manager, input), id).toEqual({ ok: false, code: 'Forbidden' });
    }
  });

  it('an administrator who sent it may confirm it', () => {
    expect(decide(project({ phaseStatus: 2, sentBy: admin.id }), admin, { action: 1 }).ok).toBe(true);
  });

  it('nobody approves what they sent or confirmed themselves, an administrator excepted', () => {
    const both = { ...reviewer, claims: new Set<Claim>([...reviewer.claims, 'Project_Manage']) };
    for (const own of [{ sentBy: both.id }, { confirmedBy: both.id }]) {
      const facts = project({ phaseStatus: 3, ...own });
      expect(decide(facts, both, { action: 1 })).toEqual({ ok: false, code: 'InvalidUserPermission' });
      expect(availableActions(facts, both).map(({ action }) => action)).not.toContain(1);
      expect(decide(facts, both, { action: 2, comment: 'Допунити.' }).ok).toBe(true);
      expect(decide(facts, admin, { action: 1 }).ok).toBe(true);
    }
    expect(decide(project({ phaseStatus: 3, sentBy: 900, confirmedBy: 901 }), both, { action: 1 }).ok).toBe(true);
  });

  it('an administrator approves what they sent themselves', () => {
    for (const own of [{ sentBy: admin.id }, { confirmedBy: admin.id }]) {
      expect(decide(project({ phaseStatus: 3, ...own }), admin, { action: 1 }).ok).toBe(true);
    }
  });

  it('the ministry of finance approves, with the forms locked', () => {
    expect(TRANSITIONS.filter(isApproval).map(({ id }) => id)).toEqual(
      [0, 1, 2, 3, 4, 7, 8, 9, 10, 11, 13]
        .map((phase) => `${phase}-3-1`)
        .concat('5-13-1', '5-3-1', '11-34-1', '12-13-1'),
    );
    const [approval] = TRANSITIONS.filter(isApproval);
    if (!approval) throw new Error('No approval');
    expect(isApproval({ ...approval, action: 2 })).toBe(false);
    expect(isApproval({ ...approval, needs: {} })).toBe(false);
    expect(isApproval({ ...approval, actors: ['CF'] })).toBe(false);
  });

  it('another organization is refused', () => {
    expect(decide(project(), someone('Local_User', '50101'), { action: 1 })).toMatchObject({ code: 'Forbidden' });
  });

  it('an administrator is neither minister nor MEI, and does not send to the ministries', () => {
    expect(decide(project({ phaseStatus: 21 }), admin, { action: 1 })).toMatchObject({ code: 'Forbidden' });
    expect(decide(project({ phaseStatus: 22 }), admin, { action: 1 })).toMatchObject({ code: 'Forbidden' });
    expect(decide(project({ phaseStatus: 22, foreignFunds: true }), admin, { action: 1 })).toMatchObject({
      code: 'Forbidden',
    });
    expect(decide(project({ phaseStatus: 23 }), admin, { action: 1, comment: 'х' })).toMatchObject({
      code: 'Forbidden',
    });
    expect(decide(project({ phaseStatus: 24 }), admin, { action: 1 })).toMatchObject({ code: 'Forbidden' });
  });

  it('a minister of another ministry does not approve', () => {
    expect(decide(project({ phaseStatus: 21 }), someone('Minister', '10501'), { action: 1 }).ok).toBe(false);
    expect(decide(project({ phaseStatus: 21 }), minister, { action: 1 })).toMatchObject({ ok: true, status: 22 });
  });
});

describe('the way of an idea', () => {
  it('goes to the ministry of finance without foreign funds, through MEI with them', () => {
    expect(decide(project({ phaseStatus: 22 }), ministryAdmin, { action: 1 })).toMatchObject({ status: 3 });
    expect(decide(project({ phaseStatus: 22, foreignFunds: true }), ministryAdmin, { action: 1 })).toMatchObject({
      status: 23,
    });
    expect(
      decide(project({ phaseStatus: 23, foreignFunds: true }), mei, { action: 1, comment: 'мишљење' }),
    ).toMatchObject({ status: 24 });
    expect(decide(project({ phaseStatus: 24, foreignFunds: true }), ministryAdmin, { action: 1 })).toMatchObject({
      status: 3,
    });
  });

  it('needs its form locked, and names the missing comment, date and postponed date', () => {
    const open = [{ id: 1, code: 'ideja', status: 1, mandatory: true, evaluatorOrganizationId: null }];
    expect(decide(project({ forms: open }), manager, { action: 1 })).toEqual({
      ok: false,
      code: 'UncompletedPhaseForms',
    });
    expect(decide(project({ phaseStatus: 3 }), reviewer, { action: 2, comment: '  ' })).toEqual({
      ok: false,
      code: 'ValidationError',
      fields: [{ field: 'comment', code: 'EmptyField' }],
    });
    expect(decide(project({ phaseStatus: 6 }), reviewer, { action: 1 })).toMatchObject({
      fields: [{ field: 'date', code: 'EmptyField' }],
    });
    expect(decide(project({ phaseStatus: 6 }), reviewer, { action: 1, date: '2026-02-30' })).toMatchObject({
      fields: [{ field: 'date', code: 'InvalidField' }],
    });
    expect(decide(project({ phaseStatus: 6 }), reviewer, { action: 4, date: '2026-02-20' })).toMatchObject({
      fields: [{ field: 'postponedDate', code: 'EmptyField' }],
    });
  });

  it('opens identification with the commission’s yes', () => {
    const decision = decide(project({ phaseStatus: 6 }), reviewer, { action: 1, date: '2026-05-04' });
    expect(decision).toMatchObject({ ok: true, status: 4 });
    expect(decision.ok && decision.effects).toContainEqual({ kind: 'openPhase', phase: 10 });
  });
});
