import { describe, expect, it } from 'vitest';
import { FORM_STATUS } from '../constants.ts';
import { project } from '../../test/workflow.ts';
import { type Guard, guardOf } from './guard-records.ts';
import { conditionsOf, formsAreLocked, obstacleOf, roundForms, stateAllows } from './guards.ts';
import { PHASE } from './phases.ts';
import { PHASE_STATUS } from './statuses.ts';
import { transitionsOf } from './transitions.ts';

const form = (id: number, status: number, more: { mandatory?: boolean; evaluatorOrganizationId?: string } = {}) => ({
  id,
  code: 'form',
  status,
  mandatory: true,
  evaluatorOrganizationId: null,
  ...more,
});

function step(phase: number, status: number, key: string) {
  const found = transitionsOf(phase, status).find((row) => row.key === key);
  if (!found) throw new Error(`No step ${key}`);
  return found;
}

const approval = step(PHASE.projectIdentification, PHASE_STATUS.waitingApproval, 'approve');

describe('the conditions of a step', () => {
  const forms = [
    form(1, FORM_STATUS.locked),
    form(2, FORM_STATUS.unlocked),
    form(3, FORM_STATUS.unlocked, { mandatory: false, evaluatorOrganizationId: '10524' }),
  ];

  it('are the lock of each mandatory form, then its guards; what work on forms clears leads to the newest form', () => {
    expect(conditionsOf(approval, project({ phase: PHASE.projectIdentification, forms }))).toEqual([
      { key: 'lock', label: { sr: 'Образац је закључан', en: 'The form is locked' }, met: true, formId: 1 },
      { key: 'lock', label: { sr: 'Образац је закључан', en: 'The form is locked' }, met: false, formId: 2 },
      { key: 'evaluatorMarked', label: guardOf('evaluatorMarked').condition, met: false, formId: 3 },
    ]);
  });

  it('lead nowhere where no form clears them, and there is none without needs', () => {
    const addition = step(PHASE.reporting, PHASE_STATUS.entry, 'addQuarter');
    const conditions = conditionsOf(addition, project({ phase: PHASE.reporting, forms }));
    expect(conditions.map(({ key, formId }) => [key, formId])).toEqual([
      ['allQuartersApproved', null],
      ['quarterHasBegun', null],
      ['formsLimit', null],
    ]);
    const opening = step(PHASE.reporting, PHASE_STATUS.correctionRequested, 'openCorrection');
    expect(conditionsOf(opening, project({ phase: PHASE.reporting, forms }))).toEqual([]);
  });

  it('have no form to lead to before there is one', () => {
    expect(conditionsOf(approval, project({ phase: PHASE.projectIdentification, forms: [] }))).toEqual([
      { key: 'evaluatorMarked', label: guardOf('evaluatorMarked').condition, met: true, formId: null },
    ]);
  });
});

describe('forms of a round', () => {
  const forms = [form(1, FORM_STATUS.unlocked), form(2, FORM_STATUS.locked)];

  it('are the newest where a phase has rounds, and all of them elsewhere', () => {
    expect(roundForms({ phase: PHASE.reporting, forms }).map(({ id }) => id)).toEqual([2]);
    expect(roundForms({ phase: PHASE.idea, forms }).map(({ id }) => id)).toEqual([1, 2]);
    expect(formsAreLocked(project({ phase: PHASE.reporting, forms }))).toBe(true);
    expect(formsAreLocked(project({ phase: PHASE.idea, forms }))).toBe(false);
  });

  it('are not locked while there is no mandatory one', () => {
    expect(formsAreLocked(project({ phase: PHASE.idea, forms: [] }))).toBe(false);
    expect(formsAreLocked(project({ phase: PHASE.idea, forms: [form(1, 2, { mandatory: false })] }))).toBe(false);
  });
});

it('a state waits for a step whose guards hold or are cleared by work on the forms', () => {
  const unmarked = [form(1, FORM_STATUS.locked, { evaluatorOrganizationId: '10524' })];
  expect(stateAllows(approval, project({ phase: PHASE.projectIdentification, forms: unmarked }))).toBe(true);
  const request = step(PHASE.reporting, PHASE_STATUS.entry, 'requestCorrection');
  expect(stateAllows(request, project({ phase: PHASE.reporting, planCorrectionReached: true }))).toBe(false);
  expect(stateAllows(request, project({ phase: PHASE.reporting, planCorrectionReached: false }))).toBe(true);
});

describe('the report of a quarter that has not begun', () => {
  const at = { phase: PHASE.reporting, phaseStatus: PHASE_STATUS.entry, forms: [form(1, FORM_STATUS.locked)] };
  const sending = ['sendQuarter', 'sendPhase'].map((key) => step(PHASE.reporting, PHASE_STATUS.entry, key));
  const from = (newestQuarterFrom: string | null) => project({ ...at, today: '2026-06-30', newestQuarterFrom });

  it('is not sent, for a reason that names its day, alone or with the phase', () => {
    for (const one of sending) {
      expect(obstacleOf(one, from('2026-07-01'))).toEqual({
        code: 'QuarterNotBegun',
        reasonKey: 'newestQuarterBegun',
        reason: {
          sr: 'Извештај се шаље кад квартал почне: 1.7.2026.',
          en: 'The report can be sent when its quarter begins: 1.7.2026.',
        },
      });
      expect(obstacleOf(one, from('2026-06-30'))).toBeNull();
      expect(obstacleOf(one, from(null))).toBeNull();
    }
  });

  it('stays the turn of the people who fill it in, and no form clears it', () => {
    for (const one of sending) expect(stateAllows(one, from('2026-07-01'))).toBe(true);
    const [alone] = sending;
    if (!alone) throw new Error('No step');
    expect(conditionsOf(alone, from('2026-07-01')).at(-1)).toEqual({
      key: 'newestQuarterBegun',
      label: guardOf('newestQuarterBegun').condition,
      met: false,
      formId: null,
    });
  });
});

it('one unmarked form of an evaluator, or one unapproved quarter, blocks the step among others that do not', () => {
  const done = form(1, FORM_STATUS.approved, { evaluatorOrganizationId: '10524' });
  const open = form(2, FORM_STATUS.locked, { evaluatorOrganizationId: '10524' });
  const holds = (guard: Guard, forms: readonly ReturnType<typeof form>[]) => guardOf(guard).holds(project({ forms }));
  expect([[done], [done, open], [open, done], []].map((forms) => holds('evaluatorMarked', forms))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect([[done], [done, open], [open, done], []].map((forms) => holds('allQuartersApproved', forms))).toEqual([
    true,
    false,
    false,
    false,
  ]);
  expect([[done], [done, open], [open, done], []].map((forms) => holds('lastFormNotApproved', forms))).toEqual([
    false,
    true,
    false,
    false,
  ]);
});

it('a step without its forms locked says so, before its guards', () => {
  const obstacle = obstacleOf(approval, project({ phase: PHASE.projectIdentification, forms: [form(1, 1)] }));
  expect(obstacle).toMatchObject({ code: 'UncompletedPhaseForms', reasonKey: 'lock' });
  expect(obstacleOf(approval, project({ phase: PHASE.projectIdentification, forms: [form(1, 2)] }))).toBeNull();
});
