import { describe, expect, test } from 'vitest';
import { FORM_STATUS } from '../constants.ts';
import { nextStep } from './next-step.ts';
import { PHASE_STATUS } from './statuses.ts';

const send = { key: 'send', label: { sr: 'Пошаљи на потврду', en: 'Send for confirmation' } };
const open = (errors: number | null) => ({ status: FORM_STATUS.unlocked, errors });

describe('the next step', () => {
  test.each([
    [open(null), 'fillForm'],
    [open(3), 'fixErrors'],
    [open(0), 'lockForm'],
    [{ status: FORM_STATUS.locked, errors: 0 }, 'send'],
    [null, 'send'],
  ])('of an entry with the form %o is %s', (form, key) => {
    expect(nextStep(send, PHASE_STATUS.entry, form).key).toBe(key);
  });

  test('is the open turn wherever nothing is entered', () => {
    expect(nextStep(send, PHASE_STATUS.waitingCommission, open(3))).toBe(send);
  });
});
