import { describe, expect, test } from 'vitest';
import { RETURN_KEYS, SEND_KEYS } from './returns.ts';
import { TRANSITIONS } from './transitions.ts';

describe('a return', () => {
  test('is a step with a comment that opens the form again, or asks that it be opened', () => {
    expect([...RETURN_KEYS].toSorted()).toEqual([
      'commissionAmend',
      'requestChange',
      'return',
      'returnToEntry',
      'updateImportant',
    ]);
  });

  test('is so by its key, in whatever phase it is taken', () => {
    const commented = TRANSITIONS.filter(({ key }) => RETURN_KEYS.has(key)).map(({ needs }) => needs.comment);
    expect(commented).not.toContain(undefined);
    expect([...SEND_KEYS].toSorted()).toEqual(['send', 'sendAmendment', 'sendPhase', 'sendQuarter']);
    expect(TRANSITIONS.filter(({ key }) => SEND_KEYS.has(key)).map(({ actors }) => actors.join())).not.toContain('AP');
  });
});
