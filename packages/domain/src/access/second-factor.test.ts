import { describe, expect, test } from 'vitest';
import { readSecondCode, recoveryCodeOf, secondStepAfter } from './second-factor.ts';

describe('the second step of a sign-in', () => {
  test('is asked of users who have a second factor, and set up by users whose role requires it', () => {
    expect(secondStepAfter({ active: false, required: false })).toBe('none');
    expect(secondStepAfter({ active: false, required: true })).toBe('setUp');
    expect(secondStepAfter({ active: true, required: false })).toBe('code');
    expect(secondStepAfter({ active: true, required: true })).toBe('code');
  });

  test('reads codes as people type them', () => {
    expect(readSecondCode(' 123 456 ')).toEqual({ kind: 'app', code: '123456' });
    expect(readSecondCode('abcd-efgh-2345-6789')).toEqual({ kind: 'recovery', code: 'ABCDEFGH23456789' });
    for (const wrong of ['', '12345', '1234567', 'ABCD-EFGH-2345-678', 'ABCD-EFGH-2345-678O', '١٢٣٤٥٦']) {
      expect(readSecondCode(wrong)).toBeNull();
    }
  });

  test('makes recovery codes that it reads', () => {
    const shown = recoveryCodeOf(Uint8Array.from({ length: 16 }, (_, index) => index * 16 + 5));
    expect(shown).toMatch(/^([2-9A-HJ-NP-Z]{4}-){3}[2-9A-HJ-NP-Z]{4}$/);
    expect(readSecondCode(shown)).toEqual({ kind: 'recovery', code: shown.replaceAll('-', '') });
  });
});
