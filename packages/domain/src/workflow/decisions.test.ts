import { describe, expect, it } from 'vitest';
import type { Claim } from '../access/claims.ts';
import { availableActions, decide, isApproval, mainAction, taskAction } from './decisions.ts';
import { FORM_STATUS } from '../constants.ts';
import { nextStep, placeOf } from './next-step.ts';
import { PHASES } from './phases.ts';
import { STATUSES } from './statuses.ts';
import { everyone, OWNER, PROPOSER, project, someone, wholeInput } from '../../test/workflow.ts';
import { phaseAfter } from './transition-types.ts';
import { TRANSITIONS } from './transitions.ts';
import { followingSteps, isStepOf, openStepsAt, openStepsOf, waitingFor } from './open-steps.ts';

const manager = someone('Local_User', OWNER);
const head = someone('Local_Admin', OWNER);
const reviewer = someone('Reviewer', '00000');
const admin = someone('Administrator', '00000');
const minister = someone('Minister', PROPOSER);
const ministryAdmin = someone('Local_Admin', PROPOSER);
const mei = someone('MEI', '10513');
const STATES = PHASES.flatMap((phase) => STATUSES.map((status) => ({ phase: phase.id, status: status.id })));

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

  it('an approval is what the ministry of finance approves, with the forms locked', () => {
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

describe('what a step needs', () => {
  const form = (status: number, changes = {}) => ({
    id: 1,
    code: 'form',
    status,
    mandatory: true,
    evaluatorOrganizationId: null,
    ...changes,
  });
  const quarter = { phase: 5, phaseStatus: 1, forms: [form(2)] };

  it('a comment for every return, and it must say something', () => {
    const returns = TRANSITIONS.filter(({ action, status }) => action === 2 && status !== 6 && status !== 1);
    expect(returns.length).toBeGreaterThan(30);
    for (const row of returns) {
      const facts = project({ phase: row.phase, phaseStatus: row.status });
      for (const comment of [undefined, null, '', ' \n ', '\u200b \u00ad']) {
        expect(decide(facts, admin, { action: 2, comment }), row.id).toEqual({
          ok: false,
          code: 'ValidationError',
          fields: [{ field: 'comment', code: 'EmptyField' }],
        });
      }
      expect(decide(facts, admin, { action: 2, comment: 'допунити' }).ok, row.id).toBe(true);
    }
  });

  it('both days for a postponement, and a day that exists', () => {
    const facts = project({ phaseStatus: 6 });
    expect(decide(facts, reviewer, { action: 4 })).toMatchObject({
      fields: [{ field: 'date' }, { field: 'postponedDate' }],
    });
    for (const date of ['2026-13-01', '2026-02-29', '04.05.2026', '2026-5-4', 'данас']) {
      expect(decide(facts, reviewer, { action: 2, date }), date).toMatchObject({ fields: [{ field: 'date' }] });
    }
    const leap = project({ phaseStatus: 6, today: '2028-03-01' });
    expect(decide(leap, reviewer, { action: 2, date: '2028-02-29' })).toMatchObject({ ok: true, status: 18 });
  });

  it('every mandatory form locked, of the newest round alone where there are rounds', () => {
    const forms = [form(1), form(2)];
    expect(decide(project({ phase: 4, forms }), manager, { action: 1 })).toMatchObject({
      code: 'UncompletedPhaseForms',
    });
    expect(
      decide(project({ phase: 4, forms: [form(1, { mandatory: false }), form(2)] }), manager, { action: 1 }).ok,
    ).toBe(true);
    expect(decide(project({ phase: 13, forms }), manager, { action: 1 }).ok).toBe(true);
    expect(decide(project({ phase: 13, forms: [form(2), form(1)] }), manager, { action: 1 }).ok).toBe(false);
    for (const none of [[], [form(2, { mandatory: false })]]) {
      expect(decide(project({ forms: none }), manager, { action: 1 })).toMatchObject({ code: 'UncompletedPhaseForms' });
    }
    for (const status of [2, 3, 4]) {
      expect(decide(project({ forms: [form(status)] }), manager, { action: 1 }).ok).toBe(true);
    }
  });

  it('an identification marked by its evaluator', () => {
    const at = (status: number) =>
      decide(
        project({ phase: 1, phaseStatus: 3, forms: [form(status, { evaluatorOrganizationId: '10524' })] }),
        admin,
        {
          action: 1,
        },
      );
    expect(at(2)).toEqual({ ok: false, code: 'InvalidProjectFormEvaluator' });
    expect(at(3).ok).toBe(true);
  });

  it('for a quarter: not approved yet; for the phase: the end of the plan reached', () => {
    expect(decide(project(quarter), manager, { action: 2 })).toMatchObject({ ok: true, status: 12 });
    expect(decide(project({ ...quarter, forms: [form(4)] }), manager, { action: 2 }).ok).toBe(false);
    expect(decide(project({ ...quarter, forms: [form(4)] }), manager, { action: 1 })).toMatchObject({ status: 2 });
    expect(decide(project({ ...quarter, quarterReachesEnd: false }), manager, { action: 1 }).ok).toBe(false);
    expect(decide(project({ ...quarter, forms: [form(4), form(1)] }), manager, { action: 1 })).toMatchObject({
      code: 'UncompletedPhaseForms',
    });
  });

  it('for a new quarter: all approved, begun, and below the limit', () => {
    const approved = { ...quarter, forms: [form(4), form(4)] };
    expect(decide(project(approved), reviewer, { action: 4 })).toMatchObject({ ok: true, status: 1 });
    expect(decide(project({ ...approved, forms: [form(4), form(2)] }), reviewer, { action: 4 })).toMatchObject({
      code: 'UncompletedPhaseForms',
    });
    expect(decide(project({ ...approved, quarterHasBegun: false }), reviewer, { action: 4 }).ok).toBe(false);
    expect(decide(project({ ...approved, formsLimitReached: true }), reviewer, { action: 4 }).ok).toBe(false);
  });

  it('for a correction: below the limit of the year; a reached limit is shown as the reason', () => {
    const reached = project({ ...quarter, planCorrectionReached: true });
    expect(decide(project(quarter), manager, { action: 5, comment: 'х' })).toMatchObject({ ok: true, status: 26 });
    expect(decide(reached, manager, { action: 5, comment: 'х' })).toEqual({ ok: false, code: 'InvalidProjectAction' });
    const offer = availableActions(reached, manager).find(({ action }) => action === 5);
    expect(offer?.disabled?.reasonKey).toBe('planCorrectionLimit');
  });

  it('for a proposal of rationalization: below the limit of the commission; withdrawing one counts anew', () => {
    const reached = project({ ...quarter, sendingToCommissionReached: true });
    expect(decide(project(quarter), admin, { action: 3, comment: 'х' })).toMatchObject({ ok: true, status: 5 });
    expect(decide(reached, admin, { action: 3, comment: 'х' })).toEqual({ ok: false, code: 'InvalidProjectAction' });
    const offer = availableActions(reached, admin).find(({ key }) => key === 'proposeRationalization');
    expect(offer?.disabled?.reasonKey).toBe('commissionLimit');
    const withdrawn = decide(project({ phase: 5, phaseStatus: 5 }), admin, { action: 2, comment: 'х' });
    expect(withdrawn).toMatchObject({ ok: true, effects: [{ kind: 'resetCommissionCount' }] });
  });

  it('for a decision: a day between the creation and today, a postponement later than that', () => {
    const facts = project({ phaseStatus: 6 });
    const refused = (input: object) => {
      const decision = decide(facts, reviewer, { action: 4, ...input });
      return decision.ok ? [] : decision.fields?.map(({ field, code }) => `${field} ${code}`);
    };
    expect(refused({})).toEqual(['date EmptyField', 'postponedDate EmptyField']);
    expect(refused({ date: '0000-05-04', postponedDate: '2026-05-05' })).toContain('date InvalidField');
    expect(refused({ date: '2026-05-04', postponedDate: '2026-05-05' })).toEqual([]);
    expect(refused({ date: '2026-01-12', postponedDate: '2026-05-03' })).toEqual([]);
    expect(refused({ date: '2026-05-05', postponedDate: '2026-06-01' })).toEqual(['date InvalidField']);
    expect(refused({ date: '1900-01-01', postponedDate: '2026-06-01' })).toEqual(['date InvalidField']);
    expect(refused({ date: '2019-01-31', postponedDate: '2026-06-01' })).toEqual(['date InvalidField']);
    expect(refused({ date: '2019-02-01', postponedDate: '2026-06-01' })).toEqual([]);
    expect(refused({ date: '2026-05-04', postponedDate: '2026-05-04' })).toEqual(['postponedDate InvalidField']);
    expect(refused({ date: '2026-04-01', postponedDate: '2026-02-30' })).toEqual(['postponedDate InvalidField']);
  });

  it('to resume: the status from before the commission', () => {
    const postponed = { phase: 5, phaseStatus: 8 };
    expect(decide(project({ ...postponed, statusBefore: 5 }), reviewer, { action: 1 })).toMatchObject({ status: 5 });
    expect(decide(project(postponed), reviewer, { action: 1 })).toEqual({ ok: false, code: 'InvalidProjectAction' });
    expect(availableActions(project(postponed), reviewer)).toEqual([]);
  });
});

describe('a day that a step does not ask for', () => {
  it('is refused, whether it exists or not', () => {
    for (const day of ['2026-05-04', '2026-02-30', '2026-99-99']) {
      const decided = decide(project({ phaseStatus: 6 }), someone('Reviewer', '00000'), {
        action: 1,
        date: '2026-05-04',
        postponedDate: day,
      });
      expect(decided).toMatchObject({ code: 'ValidationError', fields: [{ field: 'postponedDate' }] });
      const sent = decide(project(), someone('Local_User', OWNER), { action: 1, date: day });
      expect(sent).toMatchObject({ code: 'ValidationError', fields: [{ field: 'date', code: 'InvalidField' }] });
    }
  });
});

describe('what is offered', () => {
  /** Forms as a project may have them: open, locked, approved, with an evaluator, none. */
  const FORMS = [
    [],
    ...[1, 2, 3, 4].map((status) => [
      { id: 1, code: 'form', status, mandatory: true, evaluatorOrganizationId: '10524' },
    ]),
  ];

  it('is never refused as forbidden to the one it is offered to, and what is open is accepted', () => {
    let offers = 0;
    for (const { name, user } of everyone()) {
      for (const { phase, status: phaseStatus } of STATES) {
        for (const forms of FORMS) {
          for (const satisfied of [true, false]) {
            const facts = project({
              phase,
              phaseStatus,
              forms,
              statusBefore: satisfied ? 14 : null,
              foreignFunds: satisfied,
              quarterReachesEnd: satisfied,
              newestQuarterFrom: satisfied ? null : '2027-01-01',
              quarterHasBegun: satisfied,
              formsLimitReached: !satisfied,
              planCorrectionReached: !satisfied,
            });
            for (const offer of availableActions(facts, user)) {
              offers += 1;
              const decision = decide(facts, user, wholeInput(facts, offer.action));
              const what = `${offer.id} by ${name}`;
              if (!offer.disabled) expect(decision, what).toMatchObject({ ok: true, status: offer.followUp.status });
              else if (decision.ok) expect.fail(`${what} is disabled, yet accepted`);
              else expect(['Forbidden', 'InvalidUserPermission', 'ValidationError'], what).not.toContain(decision.code);
            }
          }
        }
      }
    }
    expect(offers).toBeGreaterThan(2000);
  });

  it('is everything that would be accepted', () => {
    for (const { name, user } of everyone()) {
      for (const { phase, status: phaseStatus } of STATES) {
        const facts = project({ phase, phaseStatus, statusBefore: 14 });
        const offered = availableActions(facts, user).map(({ action }) => action);
        for (const action of [1, 2, 3, 4, 5, 6]) {
          const decision = decide(facts, user, wholeInput(facts, action));
          if (decision.ok) expect(offered, `${decision.transition.id} by ${name}`).toContain(action);
        }
      }
    }
  });

  it('is told whole: what it needs, whether it is held up, where it leads, and whether it stands out', () => {
    const form = (id: number, status: number) => ({
      id,
      code: 'form',
      status,
      mandatory: true,
      evaluatorOrganizationId: null,
    });
    const [confirm, back] = availableActions(project({ phaseStatus: 2, forms: [form(1, 2), form(2, 1)] }), head);
    expect(confirm).toEqual({
      id: '0-2-1',
      action: 1,
      key: 'confirm',
      label: { sr: 'Потврди', en: 'Confirm' },
      needs: { comment: false, date: false, postponedDate: false },
      disabled: { reasonKey: 'lock', reason: { sr: 'Закључајте све обрасце.', en: 'Lock every form first.' } },
      prominent: true,
      followUp: { status: 19, phase: null },
    });
    expect(back).toMatchObject({ key: 'return', needs: { comment: true }, disabled: null, prominent: false });
    expect(back?.followUp).toEqual({ status: 1, phase: null });
    // Remarks that are not sent say why: a return with them needs no comment, and is the main button.
    const withRemarks = availableActions(project({ phaseStatus: 2, forms: [form(1, 2), form(2, 2)] }), head, 3);
    expect(withRemarks.map(({ key, needs }) => [key, needs.comment])).toEqual([
      ['confirm', false],
      ['return', false],
    ]);
    expect(mainAction(withRemarks, { key: 'confirm' }, 3)?.key).toBe('return');
    expect(mainAction(withRemarks, { key: 'confirm' })?.key).toBe('confirm');
    const wordless = { action: 2, comment: ' ' };
    expect(decide(project({ phaseStatus: 2 }), head, wordless)).toMatchObject({ code: 'ValidationError' });
    expect(decide(project({ phaseStatus: 2 }), head, { ...wordless, unsentRemarks: 1 })).toMatchObject({ ok: true });
    const [approve] = availableActions(project({ phase: 4, phaseStatus: 3 }), reviewer);
    expect(approve?.followUp).toEqual({ status: 4, phase: 5 });
    const [open] = availableActions(project({ phaseStatus: 2, forms: [form(1, 1)] }), head);
    expect(open?.prominent).toBe(false);
    expect(availableActions(project({ phase: 13, phaseStatus: 10 }), admin).map(({ prominent }) => prominent)).toEqual([
      false,
    ]);
  });

  it('says what it will ask for', () => {
    const offers = availableActions(project({ phaseStatus: 6 }), reviewer);
    expect(offers.map(({ key, needs }) => [key, needs])).toEqual([
      ['commissionYes', { comment: false, date: true, postponedDate: false }],
      ['commissionNo', { comment: false, date: true, postponedDate: false }],
      ['commissionStop', { comment: false, date: true, postponedDate: false }],
      ['commissionPostpone', { comment: false, date: true, postponedDate: true }],
    ]);
  });

  it('stops and postpones a correction, not its project', () => {
    const labels = (phase: number) =>
      availableActions(project({ phase, phaseStatus: 6 }), reviewer).map(({ label }) => label.en);
    expect(labels(11)).toEqual(['Accept', 'Stop the correction', 'Postpone the correction', 'Ask for an amendment']);
    expect(labels(13)).toEqual(['Accept', 'Reject', 'Stop the project', 'Postpone the project']);
  });

  it('does not offer an administrator what is the minister’s, MEI’s or for sending', () => {
    const keys = (phaseStatus: number, foreignFunds = false) =>
      availableActions(project({ phaseStatus, foreignFunds }), admin).map(({ key }) => key);
    expect(keys(21)).toEqual(['return']);
    expect(keys(22)).toEqual(['returnToEntry']);
    expect(keys(22, true)).toEqual(['returnToEntry']);
    expect(keys(23)).toEqual(['requestChange', 'returnToEntry']);
    expect(keys(24)).toEqual(['returnToEntry']);
  });

  it('does not let an administrator send to the ministries, even with the claims on the proposer’s side', () => {
    const both = { ...ministryAdmin, claims: new Set([...ministryAdmin.claims, 'Admin' as const]) };
    for (const [phaseStatus, foreignFunds] of [
      [22, false],
      [22, true],
      [24, true],
    ] as const) {
      const facts = project({ phaseStatus, foreignFunds });
      expect(decide(facts, ministryAdmin, { action: 1 }).ok).toBe(true);
      expect(decide(facts, both, { action: 1 })).toEqual({ ok: false, code: 'Forbidden' });
    }
  });

  it('does not offer the confirmation to the sender', () => {
    expect(availableActions(project({ phase: 4, phaseStatus: 2, sentBy: head.id }), head)).toEqual([]);
    expect(availableActions(project({ phase: 4, phaseStatus: 2, sentBy: manager.id }), head)).toHaveLength(2);
  });
});

describe('the main button', () => {
  const stepsOf = (changes: Parameters<typeof project>[0], user: typeof manager) => {
    const facts = project(changes);
    const open = openStepsOf(facts).map(({ key }) => key);
    const form = { status: facts.forms.at(-1)?.status ?? FORM_STATUS.unlocked, errors: 0 };
    const next = isStepOf(user, facts, open) ? nextStep({ ...facts, open, form, returned: null }) : null;
    return { offered: availableActions(facts, user), next };
  };
  const buttonOf = (...input: Parameters<typeof stepsOf>) => {
    const { offered, next } = stepsOf(...input);
    return mainAction(offered, next);
  };
  const ofTask = (...input: Parameters<typeof stepsOf>) => {
    const { offered, next } = stepsOf(...input);
    return taskAction(offered, next)?.key ?? null;
  };
  const main = (...input: Parameters<typeof buttonOf>) => buttonOf(...input)?.key ?? null;

  it('belongs to the one whose turn it is', () => {
    expect(main({}, manager)).toBe('send');
    expect(main({}, reviewer)).toBeNull();
    // An administrator may send it too; it is not theirs to do.
    expect(main({}, admin)).toBeNull();
    expect(main({ phaseStatus: 3 }, admin)).toBe('approve');
    expect(main({ phaseStatus: 2 }, head)).toBe('confirm');
    expect(main({ phaseStatus: 2 }, manager)).toBeNull();
    expect(main({ phaseStatus: 3 }, reviewer)).toBe('approve');
    expect(main({ phaseStatus: 3 }, manager)).toBeNull();
    expect(main({ phase: 11, phaseStatus: 29 }, manager)).toBe('sendAmendment');
    expect(main({ phase: 11, phaseStatus: 33 }, manager)).toBe('approveAmendment');
    expect(main({ phase: 11, phaseStatus: 34 }, reviewer)).toBe('confirmAmendment');
    expect(main({ phaseStatus: 21 }, minister)).toBe('ministerApprove');
  });

  it('is an action 1 or 2, and waits until a form is locked', () => {
    const open = [{ id: 1, code: 'form', status: 1, mandatory: true, evaluatorOrganizationId: null }];
    expect(main({ forms: open }, manager)).toBeNull();
    expect(main({ phase: 5, phaseStatus: 26 }, reviewer)).toBeNull();
    let shown = 0;
    for (const { user } of everyone()) {
      for (const { phase, status: phaseStatus } of STATES) {
        const button = buttonOf({ phase, phaseStatus }, user);
        if (button) shown += 1;
        if (button) expect([1, 2]).toContain(button.action);
      }
    }
    expect(shown).toBeGreaterThan(50);
  });

  it('is hidden at 4, 7 and 10, for an important project at 3, and when the project is not pending', () => {
    for (const { name, user } of everyone()) {
      for (const { id: phase } of PHASES) {
        for (const phaseStatus of [4, 7, 10]) expect(main({ phase, phaseStatus }, user), name).toBeNull();
      }
      expect(main({ phase: 3, phaseStatus: 3, important: true }, user), name).toBeNull();
      for (const projectStatus of [1, 2]) expect(main({ projectStatus }, user), name).toBeNull();
    }
    // At 10 and at an important project's 3 there are actions; they are further buttons.
    expect(availableActions(project({ phase: 13, phaseStatus: 10 }), admin)).toHaveLength(1);
    expect(availableActions(project({ phase: 3, phaseStatus: 3 }), reviewer).map(({ key }) => key)).toEqual([
      'approveImportant',
      'updateImportant',
      'requestChange',
    ]);
  });

  it('leaves no step that a task names without a button: where it is not the main one, it is a further one', () => {
    expect(ofTask({ phase: 5, phaseStatus: 26 }, reviewer)).toBe('openCorrection');
    expect(ofTask({ phase: 3, phaseStatus: 3, important: true }, reviewer)).toBe('approveImportant');
    expect(ofTask({ phase: 0, phaseStatus: 18 }, admin)).toBe('returnToEntry');
    expect(ofTask({ phaseStatus: 2 }, reviewer)).toBeNull();
    for (const { name, user } of everyone()) {
      for (const { phase, status: phaseStatus } of STATES) {
        const { offered, next } = stepsOf({ phase, phaseStatus, statusBefore: 14 }, user);
        const main = mainAction(offered, next);
        const task = taskAction(offered, next);
        if (main) expect(task, name).toBe(main);
        // Steps taken in a form or on the page of lists have their own way there.
        if (next && placeOf(next.key) === 'project')
          expect(task?.key, `${name} ${phase}/${phaseStatus}`).toBe(next.key);
      }
    }
  });

  it('gives way to the return, where remarks are not sent', () => {
    const { offered, next } = stepsOf({ phase: 3, phaseStatus: 3, important: true }, reviewer);
    expect(taskAction(offered, next, 1)?.key).toBe('updateImportant');
  });
});

describe('whose turn it is', () => {
  it('follows the idea from the organization to the proposer’s side and the ministry', () => {
    expect(openStepsAt(0, 2, false)[0]?.actors).toEqual(['CF']);
    expect(followingSteps(project({ phaseStatus: 2 })).map((turn) => turn.key)).toEqual([
      'verify',
      'sendToMinister',
      'ministerApprove',
    ]);
    expect(openStepsAt(0, 14, false)[0]?.key).toBe('createList');
    expect(openStepsAt(0, 22, true)[0]?.key).toBe('sendToMei');
  });

  it('gives each user the states that wait for them', () => {
    const states = (user: typeof manager) =>
      waitingFor(user)
        .filter((state) => state.phase === 0)
        .map((state) => state.status)
        .sort((a, b) => a - b);
    expect(states(manager)).toEqual([1, 21, 25]);
    expect(states(minister)).toEqual([21]);
    expect(states(mei)).toEqual([23]);
    expect(states(reviewer)).toEqual([3, 6, 8, 14]);
    expect(waitingFor(head).find((state) => state.phase === 0 && state.status === 2)).toMatchObject({
      side: 'own',
      notSender: true,
    });
  });
});

it('the phase that a step leads to is the one it opens, reporting where it returns there, or the same', () => {
  expect(phaseAfter([{ kind: 'approveForms' }, { kind: 'openPhase', phase: 4 }])).toBe(4);
  expect(phaseAfter([{ kind: 'planTakesEffect' }, { kind: 'returnToReporting' }])).toBe(5);
  expect(phaseAfter([{ kind: 'unlockForms' }])).toBeNull();
});
