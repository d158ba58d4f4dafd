import fc from 'fast-check';
import { expect, it } from 'vitest';
import { sourceLooks } from './source-looks.ts';
import { SOURCE_NAMES } from './source-text.ts';

/** Six colours with six patterns. */
const LOOKS = 36;
const KNOWN = [...SOURCE_NAMES, ''];
const others = (more: { minLength?: number; maxLength?: number }) =>
  fc.uniqueArray(
    fc.string({ minLength: 1 }).filter((name) => !KNOWN.includes(name)),
    more,
  );

it('a source of a form has one look, whichever others a chart shows, and no two sources have the same', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(KNOWN), others({ maxLength: 26 }), (known, more) => {
      const looks = sourceLooks([...more, ...known], LOOKS);
      expect(looks.slice(more.length)).toEqual(known.map((source) => KNOWN.indexOf(source)));
      expect(new Set(looks).size).toBe(looks.length);
      for (const look of looks.slice(0, more.length)) {
        expect([Number.isInteger(look), look >= KNOWN.length, look < LOOKS]).toEqual([true, true, true]);
      }
    }),
  );
});

it('a name that no form offers keeps its look, unless another one of the chart has it', () => {
  const [look = 0] = sourceLooks(['Кредит банке'], LOOKS);
  expect(sourceLooks(['Самодопринос', ...KNOWN, 'Кредит банке'], LOOKS).at(-1)).toBe(look);
  expect(sourceLooks(['Кредит банке', 'Кредит банке'], LOOKS)).toEqual([look, look + 1]);
  expect(sourceLooks(['аб'], LOOKS)).not.toEqual(sourceLooks(['ба'], LOOKS));
});

it('more names than looks have looks too', () => {
  fc.assert(
    fc.property(others({ minLength: 27, maxLength: 30 }), (names) => {
      const looks = sourceLooks(names, LOOKS);
      expect(new Set(looks).size).toBe(26);
      expect(looks[26]).toBe(sourceLooks(names.slice(26), LOOKS)[0]);
    }),
  );
});
