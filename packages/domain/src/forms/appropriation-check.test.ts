import { describe, expect, it } from 'vitest';
import { FORM_STATUS } from '../constants.ts';
import { EMPTY_APPROPRIATIONS, lacksAppropriation } from './appropriation-check.ts';
import { isFluentCode } from './messages.ts';

describe('a report without an appropriation', () => {
  it.each([
    ['kvartalni', 'unlocked', '0.00', false],
    ['kvartalni', 'locked', '0.00', true],
    ['kvartalni', 'marked', '0.00', false],
    ['kvartalni', 'approved', '0.00', true],
    ['kvartalni', 'locked', '0.01', false],
    ['kvartalni', 'locked', '-1.00', true],
    ['kvartalni', 'locked', 'нема', true],
    ['kvartalni-korekcija', 'locked', '0.00', false],
    ['plan', 'approved', '0.00', false],
  ] as const)('is a %s that is %s with %s: %s', (code, status, amount, lacks) => {
    expect(lacksAppropriation({ code, status: FORM_STATUS[status] }, amount)).toBe(lacks);
  });

  it('is warned of with a message of the catalogue', () => {
    expect(isFluentCode(EMPTY_APPROPRIATIONS)).toBe(true);
  });
});
