import { describe, expect, it } from 'vitest';
import { fullPhone, isMaskedPhone, maskPhone, PHONE_PATTERN, shownPhone } from './phone.ts';

describe('a phone behind its mask', () => {
  it.each([
    ['', ''],
    ['1', '(1'],
    ['011', '(11'],
    ['110330', '(11) 033 0'],
    ['11333', '(11) 333'],
    ['113334444', '(11) 333 4444'],
    ['011/333-4444', '(11) 333 4444'],
    ['11 333 4444 99', '(11) 333 4444'],
  ])('%s is shown as %s', (typed, masked) => {
    expect(maskPhone(typed)).toBe(masked);
    expect(shownPhone(fullPhone(masked))).toBe(masked);
    if (isMaskedPhone(masked)) expect(fullPhone(masked)).toMatch(new RegExp(PHONE_PATTERN));
  });

  it('is whole with eight or nine digits', () => {
    expect(isMaskedPhone('(27) 321 00')).toBe(false);
    expect(isMaskedPhone('(27) 321 000')).toBe(true);
    expect(isMaskedPhone('(11) 333 4444')).toBe(true);
  });
});
