import { describe, expect, it } from 'vitest';
import { availableActions, decide } from './decisions.ts';
import { OWNER, project, someone } from '../../test/workflow.ts';
import { TRANSITIONS } from './transitions.ts';

const manager = someone('Local_User', OWNER);
const reviewer = someone('Reviewer', '00000');
const admin = someone('Administrator', '00000');

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
