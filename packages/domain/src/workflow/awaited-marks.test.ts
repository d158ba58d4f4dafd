import { describe, expect, it } from 'vitest';
import { OWNER, project, someone } from '../../test/workflow.ts';
import { FORM_STATUS, PROJECT_STATUS } from '../constants.ts';
import {
  awaitedMarks,
  bodiesToMarkBefore,
  bodiesToMarkNow,
  formsToMark,
  formToMarkOf,
  MARK_FORM,
} from './awaited-marks.ts';
import { formRights } from './form-rights.ts';
import { placeOf } from './next-step.ts';
import { PHASE } from './phases.ts';
import { PHASE_STATUS } from './statuses.ts';
import { stepNoun } from './step-nouns.ts';

const BODY = '10524';
const form = (changes: object = {}) => ({
  id: 1,
  code: 'pif-mini',
  status: FORM_STATUS.locked as number,
  mandatory: true,
  evaluatorOrganizationId: BODY as string | null,
  ...changes,
});
const identification = (phaseStatus: number, ...forms: ReturnType<typeof form>[]) =>
  project({ type: 2, phase: PHASE.projectIdentification, phaseStatus, forms });
const evaluator = someone('Evaluator', BODY);

describe('a form waits for marks', () => {
  it('of the body that is named for it, from its lock until they are locked', () => {
    const ids = (changes: object) => formsToMark(identification(PHASE_STATUS.entry, form(changes))).map(({ id }) => id);
    expect(ids({})).toEqual([1]);
    expect(ids({ status: FORM_STATUS.unlocked })).toEqual([]);
    expect(ids({ status: FORM_STATUS.marked })).toEqual([]);
    expect(ids({ evaluatorOrganizationId: null })).toEqual([]);
    expect(ids({ code: 'plan' })).toEqual([]);
    expect(formsToMark({ ...identification(3, form()), projectStatus: PROJECT_STATUS.finished })).toEqual([]);
  });

  it('of those people of the body who may mark; an administrator is not asked', () => {
    const facts = identification(PHASE_STATUS.waitingApproval, form({ id: 7 }));
    expect(formToMarkOf(evaluator, facts)?.id).toBe(7);
    expect(formToMarkOf(someone('Evaluator', '10525'), facts)).toBeNull();
    expect(formToMarkOf(someone('Local_User', BODY), facts)).toBeNull();
    expect(formToMarkOf(someone('Administrator', BODY), facts)).toBeNull();
    const claims = new Set([...evaluator.claims, 'Admin' as const]);
    expect(formToMarkOf({ ...evaluator, claims }, facts)).toBeNull();
  });

  it('only while its body has the right to give them', () => {
    for (const projectStatus of Object.values(PROJECT_STATUS)) {
      for (const code of ['pif-mini', '1-5-5', 'spremnost', 'plan', 'ideja']) {
        for (const status of Object.values(FORM_STATUS)) {
          const one = form({ code, status });
          const facts = { ...identification(PHASE_STATUS.waitingApproval, one), projectStatus };
          const rights = formRights(facts, { ...one, phase: facts.phase, current: true }, evaluator);
          const isAsked = formToMarkOf(evaluator, facts) !== null;
          expect(isAsked, `${projectStatus} ${code} ${status}`).toBe(
            rights.mark === null && status !== FORM_STATUS.marked,
          );
        }
      }
    }
  });
});

describe('the approval waits', () => {
  it('for each body whose marks are missing, and for none afterwards', () => {
    const at = (...forms: ReturnType<typeof form>[]) =>
      bodiesToMarkNow(identification(PHASE_STATUS.waitingApproval, ...forms));
    expect(at(form())).toEqual([BODY]);
    expect(at(form(), form({ id: 2 }), form({ id: 3, evaluatorOrganizationId: OWNER }))).toEqual([BODY, OWNER]);
    expect(at(form({ status: FORM_STATUS.marked }), form({ id: 2 }))).toEqual([BODY]);
    expect(at(form({ status: FORM_STATUS.marked }))).toEqual([]);
    expect(at(form({ evaluatorOrganizationId: null }))).toEqual([]);
  });

  it('not before its turn, nor in preparedness, where marks are advice', () => {
    for (const status of [PHASE_STATUS.entry, PHASE_STATUS.waitingConfirmation]) {
      expect(bodiesToMarkNow(identification(status, form()))).toEqual([]);
    }
    const ready = project({
      phase: PHASE.preparedness,
      phaseStatus: PHASE_STATUS.waitingApproval,
      forms: [form({ code: 'spremnost' })],
    });
    expect(bodiesToMarkNow(ready)).toEqual([]);
    expect(bodiesToMarkBefore({ key: 'approve' }, ready)).toEqual([]);
    expect(formToMarkOf(evaluator, ready)).not.toBeNull();
  });

  it('only where the table says so; the body is asked as soon as the form is locked', () => {
    const at = (status: number) => awaitedMarks(identification(status, form(), form({ id: 2 })));
    expect(at(PHASE_STATUS.entry)).toEqual({ bodies: [BODY], holdUp: false });
    expect(at(PHASE_STATUS.waitingApproval)).toEqual({ bodies: [BODY], holdUp: true });
    const marked = identification(PHASE_STATUS.waitingApproval, form({ status: FORM_STATUS.marked }));
    expect(awaitedMarks(marked)).toEqual({ bodies: [], holdUp: false });
  });

  it('as a later step, for marks of forms that are still filled in too', () => {
    const facts = identification(PHASE_STATUS.entry, form({ status: FORM_STATUS.unlocked }));
    expect(bodiesToMarkBefore({ key: 'approve' }, facts)).toEqual([BODY]);
    expect(bodiesToMarkBefore({ key: 'confirm' }, facts)).toEqual([]);
    const marked = identification(PHASE_STATUS.entry, form({ status: FORM_STATUS.marked }));
    expect(bodiesToMarkBefore({ key: 'approve' }, marked)).toEqual([]);
  });
});

it('is done on the form, and has the noun of every step that waits', () => {
  expect(placeOf(MARK_FORM.key)).toBe('form');
  expect(stepNoun(MARK_FORM.key)).toEqual({ sr: 'оцењивање обрасца', en: 'marking the form' });
});
