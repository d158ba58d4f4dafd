import { describe, expect, it } from 'vitest';
import {
  COMPANY_NUMBER_PATTERN,
  IDENTITY_NUMBER_PATTERN,
  partsOf,
  phonePartsOf,
  SHORT_NAME_PATTERN,
  SUPPORT_TEXT_LENGTH,
  supportEmailsProblem,
  supportPhone,
  supportPhonesProblem,
  TAX_ID_NUMBER_PATTERN,
} from './contacts.ts';

describe('contacts of support', () => {
  it('are parted by commas, semicolons and spaces', () => {
    expect(partsOf(' a@b.rs, c@d.rs;e@f.rs\n')).toEqual(['a@b.rs', 'c@d.rs', 'e@f.rs']);
    expect(partsOf(' ; ')).toEqual([]);
    expect(partsOf('a@b.rs,  c@d.rs')).toEqual(['a@b.rs', 'c@d.rs']);
  });

  it('are three at most, each as it should be', () => {
    expect(supportEmailsProblem(['a@b.rs', 'c@d.rs', 'e@f.rs'])).toBeNull();
    expect(supportEmailsProblem(['a@b.rs', 'c@d'])).toBe('InvalidField');
    expect(supportEmailsProblem(Array(4).fill('a@b.rs'))).toBe('ExceededSupportEmailsLimit');
    expect(supportPhonesProblem(['011/333-444', '+381(11)3334444'])).toBeNull();
    expect(supportPhonesProblem(['011333444', '011333445', '011333446'])).toBeNull();
    expect(supportPhonesProblem(['011333444', '12345678'])).toBe('InvalidField');
    expect(supportPhonesProblem(['12345678'])).toBe('InvalidField');
    expect(supportPhonesProblem(['1'.repeat(21)])).toBe('InvalidField');
    expect(supportPhonesProblem(Array(4).fill('011333444'))).toBe('ExceededSupportPhoneNumbersLimit');
  });

  it('numbers may have spaces, and are stored without them', () => {
    expect(phonePartsOf('+381 64 123 4567, 011/306-1500; 0800 123 456')).toEqual([
      '+381 64 123 4567',
      '011/306-1500',
      '0800 123 456',
    ]);
    expect(phonePartsOf('011/306-1500 064/123-4567')).toEqual(['011/306-1500', '064/123-4567']);
    expect(phonePartsOf(' ;')).toEqual([]);
    for (const typed of ['064 123 4567 lok', '011/306-1500 lok']) expect(phonePartsOf(typed)).toEqual([typed]);
    for (const typed of ['+381 64 123 4567', '064/123-45-67', '00381641234567', '+381(64)123-4567']) {
      expect(supportPhonesProblem([typed])).toBeNull();
      expect(supportPhone(typed)).toBe('+381(64)123-4567');
    }
    expect(supportPhone('+385 1 4567 890')).toBe('+385-1-4567-890');
    expect(supportPhone('+123 4 5 6 7 8 9 0 1 2')).toBe('+123456789012');
    // The longest number with its hyphens, and the shortest one.
    expect(supportPhone('+123 45 6 7 8 9 01 2')).toBe('+123-45-6-7-8-9-01-2');
    expect(supportPhone('011333444')).toBe('+381(11)333-444');
    expect(supportPhonesProblem(['---------'])).toBe('InvalidField');
    expect(supportPhonesProblem(['+381 64 123 45678'])).toBe('InvalidField');
    expect(supportPhonesProblem(['064 123 4567 lok'])).toBe('InvalidField');
  });

  it('have a thousand characters at most: three of the longest addresses are shorter', () => {
    const longest = `${'a'.repeat(63)}@${Array(4).fill('b'.repeat(46)).join('.')}.rs`;
    expect(supportEmailsProblem([longest, longest, longest])).toBeNull();
    expect([longest, longest, longest].join(', ').length).toBeLessThan(SUPPORT_TEXT_LENGTH);
  });

  it('an identity number has nine digits', () => {
    const number = new RegExp(IDENTITY_NUMBER_PATTERN);
    expect('101234567').toMatch(number);
    for (const wrong of ['', '10123456', '1012345678', '10123456а']) expect(wrong).not.toMatch(number);
  });

  it('a company has a number of eight digits, and nine for taxes', () => {
    const [company, tax] = [new RegExp(COMPANY_NUMBER_PATTERN), new RegExp(TAX_ID_NUMBER_PATTERN)];
    expect('07127777').toMatch(company);
    for (const wrong of ['', '0712777', '071277770', '0712777x']) expect(wrong).not.toMatch(company);
    expect('100233444').toMatch(tax);
    for (const wrong of ['', '10023344', '1002334440', '10023344x']) expect(wrong).not.toMatch(tax);
  });

  it('a short name has ten letters at most and nothing else', () => {
    const short = new RegExp(SHORT_NAME_PATTERN, 'u');
    for (const right of ['МЗЖС', 'Prokuplje', 'А']) expect(right).toMatch(short);
    for (const wrong of ['', 'МЗЖС1', 'Два слова', 'а'.repeat(11)]) expect(wrong).not.toMatch(short);
  });
});
