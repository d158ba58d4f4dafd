import { describe, expect, it } from 'vitest';
import { decideDue, declaredTransitions, stepConditions } from './decisions.ts';
import { project } from '../../test/workflow.ts';

const form = { id: 1, code: 'kvartalni', mandatory: true, evaluatorOrganizationId: null };
/** A project whose quarter is approved. */
const reporting = (changes: Parameters<typeof project>[0] = {}) =>
  project({ phase: 5, phaseStatus: 1, forms: [{ ...form, status: 4 }], quarterReachesEnd: false, ...changes });

describe('a step that time takes', () => {
  it('is the one that is named, with its outcome, when nothing holds it up', () => {
    expect(decideDue(reporting(), 'addQuarter')).toMatchObject({ ok: true, transition: { key: 'addQuarter' } });
    expect(decideDue(reporting(), 'addQuarter')?.status).toBe(1);
  });

  it('is none where the state has none of the name, or something holds it up', () => {
    expect(decideDue(reporting(), 'noSuchStep')).toBeNull();
    expect(decideDue(reporting({ quarterHasBegun: false }), 'addQuarter')).toBeNull();
    expect(decideDue(reporting({ formsLimitReached: true }), 'addQuarter')).toBeNull();
    expect(decideDue(reporting({ projectStatus: 1 }), 'addQuarter')).toBeNull();
    const postponed = { phaseStatus: 8, statusBefore: null };
    expect(decideDue(reporting(postponed), 'resume')).toBeNull();
    expect(decideDue(reporting({ ...postponed, statusBefore: 5 }), 'resume')?.status).toBe(5);
  });
});

describe('what the next step waits for', () => {
  it('is each mandatory form and each guard, with whether it holds', () => {
    const conditions = stepConditions(project({ forms: [{ ...form, code: 'ideja', status: 1 }] }));
    expect(conditions).toMatchObject([{ key: 'lock', met: false, formId: 1 }]);
    const locked = stepConditions(project({ forms: [{ ...form, code: 'ideja', status: 2 }] }));
    expect(locked.map(({ met }) => met)).toEqual([true]);
  });

  it('is what the open step asks for, not a step that cannot come any more', () => {
    const keys = (facts: ReturnType<typeof project>) => stepConditions(facts).map(({ key, met }) => [key, met]);
    const locked = [{ ...form, status: 2 }];
    expect(keys(reporting({ forms: locked }))).toEqual([
      ['lock', true],
      ['lastFormNotApproved', true],
      ['newestQuarterBegun', true],
    ]);
    // The last quarter is approved: the phase is sent.
    expect(keys(reporting({ quarterReachesEnd: true }))).toEqual([
      ['lock', true],
      ['quarterReachesEnd', true],
      ['newestQuarterBegun', true],
    ]);
    // Until the next quarter begins nobody is waited for.
    expect(keys(reporting())).toEqual([]);
    // Marking is work on the form, so the step is already waited for.
    const unmarked = { ...form, code: 'pif', status: 2, evaluatorOrganizationId: '10524' };
    expect(keys(project({ phase: 1, phaseStatus: 3, forms: [unmarked] }))).toContainEqual(['evaluatorMarked', false]);
  });

  it('is nothing where no step asks for anything, or nothing is waited for', () => {
    expect(stepConditions(project({ projectStatus: 1 }))).toEqual([]);
    const asking = project({ phaseStatus: 14 });
    expect(declaredTransitions(asking).filter(({ turn, needs }) => turn && needs.lock)).toEqual([]);
    expect(stepConditions(asking)).toEqual([]);
    // The approval of special importance is never the main step, so no message names what it waits for.
    expect(stepConditions(project({ phase: 3, phaseStatus: 3 }))).toEqual([]);
  });
});
