import { describe, expect, it } from 'vitest';
import { fittingAmount, MAX_AMOUNT_LENGTH, readPastedAmount, withoutUnit } from './amount-input.ts';

it('an amount fits with the blanks around it left out, and is never cut', () => {
  const longest = '1'.repeat(MAX_AMOUNT_LENGTH);
  expect([fittingAmount(longest), fittingAmount(` ${longest} `)]).toEqual([longest, longest]);
  expect(fittingAmount(` ${longest.slice(1)}`)).toBe(` ${longest.slice(1)}`);
  expect(fittingAmount(' 5 ')).toBe(' 5 ');
  expect([fittingAmount(`${longest}1`), fittingAmount(` ${longest}1 `)]).toEqual([null, null]);
});

describe('the unit behind an amount', () => {
  it.each(['РСД', 'RSD', 'рсд', 'дин', 'дин.', 'динара', 'din', 'din.', 'dinara'])('%s is one of dinars', (unit) => {
    expect([withoutUnit(` 1.000,00 ${unit} `, 'rsd'), withoutUnit(`5${unit}`, 'rsd')]).toEqual(['1.000,00', '5']);
    expect(withoutUnit(`5 ${unit}`, 'eur')).toBe(`5 ${unit}`);
  });

  it.each(['EUR', 'eur', '€', 'евра', 'evra'])('%s is one of euros and of foreign money', (unit) => {
    expect([withoutUnit(`5 ${unit}`, 'eur'), withoutUnit(`5${unit}`, 'foreign')]).toEqual(['5', '5']);
    expect([withoutUnit(`5${unit}`, 'eur'), withoutUnit(`5 ${unit}`, 'foreign')]).toEqual(['5', '5']);
    expect(withoutUnit(`5 ${unit}`, 'rsd')).toBe(`5 ${unit}`);
  });

  it.each(['USD', '$', '£', 'chf'])('%s is one of foreign money alone', (unit) => {
    expect([withoutUnit(`5 ${unit}`, 'foreign'), withoutUnit(`5${unit}`, 'foreign')]).toEqual(['5', '5']);
    expect(withoutUnit(`5 ${unit}`, 'eur')).toBe(`5 ${unit}`);
  });

  it('dinars are no foreign money, and a unit stands at the end', () => {
    for (const text of ['5 RSD', '5 DIN', 'USD 5']) expect(withoutUnit(text, 'foreign')).toBe(text);
    for (const text of ['RSD 5', '5 динар', 'дин5']) expect(withoutUnit(text, 'rsd')).toBe(text);
    expect(withoutUnit('EUR 5', 'eur')).toBe('EUR 5');
  });

  it('a percentage has its sign, another field none', () => {
    expect([withoutUnit('5 %', 'percent'), withoutUnit('5%', 'percent'), withoutUnit('% 5', 'percent')]).toEqual([
      '5',
      '5',
      '% 5',
    ]);
    expect(withoutUnit(' 5 % ', 'int')).toBe('5 %');
  });
});

it('a pasted amount is read as a spreadsheet shows it, with its own unit', () => {
  expect(readPastedAmount('1.234,50 дин.', 'rsd')).toBe(readPastedAmount('1.234,50', 'rsd'));
  expect(readPastedAmount('1.234,50', 'rsd')).toBe('1234.50');
  expect([readPastedAmount('5 USD', 'rsd'), readPastedAmount('пет', 'rsd')]).toEqual([null, null]);
});
