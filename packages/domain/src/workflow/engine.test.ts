import { describe, expect, it } from 'vitest';
import { availableActions, decide, mainAction } from './engine.ts';
import { formRights } from './form-rights.ts';
import { OWNER, PROPOSER, project, someone } from './testing.ts';
import { followingTurns, turnsAt, waitingFor } from './turns.ts';

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

  it('an administrator who sent it may confirm it', () => {
    expect(decide(project({ phaseStatus: 2, sentBy: admin.id }), admin, { action: 1 }).ok).toBe(true);
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
      fields: ['comment'],
    });
    expect(decide(project({ phaseStatus: 6 }), reviewer, { action: 1 })).toMatchObject({ fields: ['date'] });
    expect(decide(project({ phaseStatus: 6 }), reviewer, { action: 1, date: '2026-02-30' })).toMatchObject({
      fields: ['date'],
    });
    expect(decide(project({ phaseStatus: 6 }), reviewer, { action: 4, date: '2026-02-20' })).toMatchObject({
      fields: ['postponedDate'],
    });
  });

  it('opens identification with the commission’s yes', () => {
    const decision = decide(project({ phaseStatus: 6 }), reviewer, { action: 1, date: '2026-05-04' });
    expect(decision).toMatchObject({ ok: true, status: 4 });
    expect(decision.ok && decision.effects).toContainEqual({ kind: 'openPhase', phase: 10 });
  });
});

describe('what is offered', () => {
  it('is never refused to the one it is offered to', () => {
    for (const user of [manager, head, reviewer, admin, minister, ministryAdmin, mei]) {
      for (let phaseStatus = 1; phaseStatus <= 34; phaseStatus += 1) {
        for (const phase of [0, 3, 5, 9, 11, 12, 13]) {
          const facts = project({ phase, phaseStatus, statusBefore: 14 });
          for (const offer of availableActions(facts, user)) {
            const decision = decide(facts, user, {
              action: offer.action,
              comment: 'х',
              date: '2026-05-04',
              postponedDate: '2026-06-01',
            });
            if (offer.disabled === null) expect(decision).toMatchObject({ ok: true, status: offer.followUp.status });
            else expect(decision.ok).toBe(false);
          }
        }
      }
    }
  });

  it('has a main button for whose turn it is, and none at 7 and 10 or for an important project’s approval', () => {
    expect(mainAction(availableActions(project(), manager))).toMatchObject({ key: 'send' });
    expect(mainAction(availableActions(project(), reviewer))).toBeNull();
    expect(mainAction(availableActions(project({ phase: 3, phaseStatus: 3 }), reviewer))).toBeNull();
    expect(mainAction(availableActions(project({ phase: 13, phaseStatus: 10 }), admin))).toBeNull();
  });
});

describe('whose turn it is', () => {
  it('follows the idea from the organization to the proposer’s side and the ministry', () => {
    expect(turnsAt(0, 2, false)[0]?.actors).toEqual(['CF']);
    expect(followingTurns({ phase: 0, phaseStatus: 2, foreignFunds: false }).map((turn) => turn.key)).toEqual([
      'verify',
      'sendToMinister',
      'ministerApprove',
    ]);
    expect(turnsAt(0, 14, false)[0]?.key).toBe('createList');
    expect(turnsAt(0, 22, true)[0]?.key).toBe('sendToMei');
  });

  it('gives each user the states that wait for them', () => {
    const states = (user: typeof manager) =>
      waitingFor(user)
        .filter((state) => state.phase === 0)
        .map((state) => state.status)
        .sort((a, b) => a - b);
    expect(states(manager)).toEqual([1, 25]);
    expect(states(minister)).toEqual([21]);
    expect(states(mei)).toEqual([23]);
    expect(states(reviewer)).toEqual([3, 6, 8, 14]);
    expect(waitingFor(head).find((state) => state.phase === 0 && state.status === 2)).toMatchObject({
      side: 'own',
      notSender: true,
    });
  });
});

describe('rights on a form', () => {
  const form = {
    id: 1,
    code: 'ideja',
    status: 1,
    mandatory: true,
    evaluatorOrganizationId: null,
    phase: 0,
    current: true,
  };

  it('its organization edits it in entry, at an amendment, and an idea also with the minister', () => {
    for (const phaseStatus of [1, 29, 21]) expect(formRights(project({ phaseStatus }), form, manager).edit).toBeNull();
    for (const phaseStatus of [2, 3, 6, 14, 19, 22]) {
      expect(formRights(project({ phaseStatus }), form, manager).edit).toBe('InvalidProjectFormAction');
    }
    expect(formRights(project({ phase: 10, phaseStatus: 21 }), { ...form, phase: 10 }, manager).edit).toBe(
      'InvalidProjectFormAction',
    );
  });

  it('refuses others, locked forms, past phases and finished projects, each with its code', () => {
    expect(formRights(project(), form, someone('Local_User', '50101')).edit).toBe('InvalidProjectFormSubmitor');
    expect(formRights(project(), form, reviewer).edit).toBe('InvalidUserPermission');
    expect(formRights(project(), { ...form, status: 2 }, manager).edit).toBe('InvalidProjectFormAction');
    expect(formRights(project(), { ...form, status: 2 }, manager).unlock).toBeNull();
    expect(formRights(project(), { ...form, current: false }, manager).edit).toBe('InvalidProjectFormPhase');
    expect(formRights(project({ projectStatus: 1 }), form, manager).edit).toBe('ForbiddenProjectChange');
  });

  it('additional comments are the administrator’s at their statuses and MEI’s while the phase is current', () => {
    expect(formRights(project({ phaseStatus: 14 }), form, admin).comment).toBeNull();
    expect(formRights(project({ phaseStatus: 2 }), form, admin).comment).toBe('InvalidProjectFormAction');
    expect(formRights(project({ phaseStatus: 2 }), form, mei).comment).toBeNull();
    expect(formRights(project({ phaseStatus: 14 }), form, reviewer).comment).toBe('InvalidUserPermission');
  });
});
