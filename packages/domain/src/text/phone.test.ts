import { describe, expect, it } from 'vitest';
import { isMaskedPhone, maskPhone, PHONE_PATTERN, readPhone, shownPhone } from './phone.ts';

describe('a phone behind its mask', () => {
  it.each([
    ['', ''],
    ['1', '(1'],
    ['0', '0'],
    ['011', '(11'],
    ['110330', '(11) 033 0'],
    ['11333', '(11) 333'],
    ['113334444', '(11) 333 4444'],
    ['011/333-4444', '(11) 333 4444'],
    ['+', '+'],
    ['+38', '+38'],
    ['0038', '+38'],
    ['+381', ''],
    ['+385', '+385'],
    ['+385 (1) 4567-890', '+385 1 4567 890'],
    [' + 385 1 4007-890/ ', '+385 1 4007 890'],
    ['+381 64 100 4567', '(64) 100 4567'],
    // The country's code, or an area code that looks like it.
    ['38111333444', '(11) 333 444'],
    ['3811133344', '(38) 111 33344'],
    // Nothing is cut: the rest would be a valid other number.
    ['11 333 4444 99', '(11) 333 444499'],
    ['011/333-444 лок. 5', '011/333-444 лок. 5'],
  ])('%s is shown as %s', (typed, shown) => {
    expect(maskPhone(typed)).toBe(shown);
    expect(maskPhone(shown)).toBe(shown);
  });

  it.each([
    '+381 64 123 4567',
    '+381641234567',
    '00381 64 1234567',
    '+381 (0)64 123-45-67',
    '381641234567',
    '064/123-45-67',
    '064.123.4567',
    '064\u00a0123\u201145\u201167',
    '(64) 123 4567',
    '\u202a+381\u200b641234567\u202c',
    '641234567',
  ])('%s is one number, whatever its notation', (typed) => {
    expect(maskPhone(typed)).toBe('(64) 123 4567');
    expect(readPhone(typed)).toBe('+381 (64) 123 4567');
    expect(shownPhone('+381 (64) 123 4567')).toBe('(64) 123 4567');
  });

  it('comes out the same when it is typed sign by sign', () => {
    for (const text of ['+381 64 123 4567', '00381641234567', '064/123-45-67', '381641234567', '+381 (0)64 123 4567']) {
      const shown = [...text].reduce((typed, sign) => maskPhone(typed + sign), '');
      expect([text, shown]).toEqual([text, '(64) 123 4567']);
    }
  });

  it('keeps a foreign number, and takes only whole numbers', () => {
    expect(readPhone('+385 (1) 4567-890')).toBe('+385 1 4567 890');
    expect(readPhone('0049 30 123456')).toBe('+49 30 123456');
    for (const wrong of ['', '+', '+381', '+385 1', '0', '(27) 321 00', '11 333 4444 99', '+1234567890123456']) {
      expect([wrong, readPhone(wrong)]).toEqual([wrong, null]);
    }
    for (const wrong of ['нема', '011/333-444 лок. 5', '011/333-444, 011/333-445', '+0381641234567', '1+2345678']) {
      expect([wrong, readPhone(wrong)]).toEqual([wrong, null]);
    }
    const grouped = `+${'1-'.repeat(15)}`;
    expect(readPhone(grouped)).toMatch(new RegExp(PHONE_PATTERN));
  });

  it('is whole with eight or nine digits', () => {
    expect(isMaskedPhone('(27) 321 00')).toBe(false);
    expect(isMaskedPhone('(27) 321 000')).toBe(true);
    expect(isMaskedPhone('(11) 333 4444')).toBe(true);
  });

  it('is stored with six to thirty digits and signs between them', () => {
    const pattern = new RegExp(PHONE_PATTERN);
    for (const right of ['011333', '+381 (11) 333-444/5\\6', '1'.repeat(30)]) expect(right).toMatch(pattern);
    for (const wrong of ['01133', '1'.repeat(31), '011333x', 'x011333']) expect(wrong).not.toMatch(pattern);
  });
});
