import { describe, expect, test } from 'vitest';
import { RETURN_KEYS, SEND_KEYS } from './returns.ts';
import { PHASE_STATUS } from './statuses.ts';
import type { Transition } from './transition-types.ts';
import { TRANSITIONS } from './transitions.ts';

const opensForms = ({ outcomes }: Transition) =>
  outcomes.some(
    ({ status, effects }) =>
      status === PHASE_STATUS.formChangeRequested || effects.some(({ kind }) => kind === 'unlockForms'),
  );

describe('a return', () => {
  test('is a step with a comment that opens the form again, or asks that it be opened', () => {
    const returns = TRANSITIONS.filter((row) => row.needs.comment === true && opensForms(row));
    expect(RETURN_KEYS).toEqual(new Set(returns.map(({ key }) => key)));
  });

  test('is so by its key, in whatever phase it is taken', () => {
    const commented = TRANSITIONS.filter(({ key }) => RETURN_KEYS.has(key)).map(({ needs }) => needs.comment);
    expect(commented).not.toContain(undefined);
    expect([...SEND_KEYS].toSorted()).toEqual(['send', 'sendAmendment', 'sendPhase', 'sendQuarter']);
    expect(TRANSITIONS.filter(({ key }) => SEND_KEYS.has(key)).map(({ actors }) => actors.join())).not.toContain('AP');
  });
});
