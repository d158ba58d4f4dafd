import { describe, expect, test } from 'vitest';
import { FORM_STATUS } from '../constants.ts';
import { awaitedList, nextStep, placeOf, type FormState } from './next-step.ts';
import { PHASE } from './phases.ts';
import { PHASE_STATUS } from './statuses.ts';

const entry = {
  phase: PHASE.idea,
  phaseStatus: PHASE_STATUS.entry,
  foreignFunds: false,
  open: ['send'],
  returned: null,
};
const open = (errors: number | null): FormState => ({ status: FORM_STATUS.unlocked, errors });

describe('the next step', () => {
  test.each([
    [open(null), 'fillForm'],
    [open(3), 'fixErrors'],
    [open(0), 'lockForm'],
    [{ status: FORM_STATUS.locked, errors: 0 }, 'send'],
    [null, 'send'],
  ])('of an entry with the form %o is %s', (form, key) => {
    expect(nextStep({ ...entry, form })?.key).toBe(key);
  });

  test.each([
    [open(2), { openRemarks: 1, changed: false }, 'fixErrors'],
    [open(0), { openRemarks: 1, changed: true }, 'answerRemarks'],
    [open(0), { openRemarks: 0, changed: false }, 'amendForm'],
    [open(0), { openRemarks: 0, changed: true }, 'lockForm'],
    [{ status: FORM_STATUS.locked, errors: 0 }, { openRemarks: 1, changed: false }, 'send'],
  ])('of a returned entry with the form %o and %o left is %s', (form, returned, key) => {
    expect(nextStep({ ...entry, form, returned })?.key).toBe(key);
  });

  test('is the open turn wherever nothing is entered', () => {
    const waiting = { ...entry, phaseStatus: PHASE_STATUS.waitingCommission, open: ['commissionYes'] };
    expect(nextStep({ ...waiting, form: open(3) })).toEqual({
      key: 'commissionYes',
      label: { sr: 'Унеси одлуку комисије', en: 'Enter the decision of the commission' },
    });
  });

  test('is none while the project rests, and that of the state while nothing more is known', () => {
    expect(nextStep({ ...entry, open: [], form: open(null) })).toBeNull();
    expect(nextStep({ ...entry, open: null, form: null })?.key).toBe('send');
    expect(nextStep({ ...entry, phaseStatus: PHASE_STATUS.approved, open: null, form: null })).toBeNull();
  });

  test('is done in the form, on the page of lists, or on the page of the project', () => {
    expect(['answerRemarks', 'createList', 'putOnList', 'approve'].map(placeOf)).toEqual([
      'form',
      'list',
      'choice',
      'project',
    ]);
    const pending = { phase: PHASE.idea, phaseStatus: PHASE_STATUS.ideaList };
    expect([awaitedList(pending, null), awaitedList(pending, 5), awaitedList(entry, null)]).toEqual([3, 5, null]);
  });
});
