import { expect, it } from 'vitest';
import { overOf, overshootBegins } from './fiscal-calendar.ts';
import { sourceText } from './source-text.ts';

it('needs stand against the ceilings of all sectors and of one, in the order of years, sources and sectors', () => {
  const [budget, own] = ['Буџет Републике Србије', 'Сопствена средства'];
  const need = (year: number, source: string, sector: number, amount: string) => ({
    year,
    source,
    sector,
    amount,
    projects: 1,
  });
  const lines = overOf({
    rows: [
      need(2028, own, 5, '3.00'),
      need(2028, budget, 5, '2.00'),
      need(2027, '', 2, '9.00'),
      need(2028, own, 2, '1.00'),
    ],
    ceilings: [
      { year: 2028, source: own, sector: null, amount: '3.99' },
      { year: 2028, source: own, sector: 5, amount: '3.00' },
      { year: 2029, source: own, sector: null, amount: '1.00' },
      { year: 2030, source: own, sector: null, amount: null },
    ],
  });
  expect(
    lines.map(({ year, source, sector, need: sum, ceiling, over }) => [year, source, sector, sum, ceiling, over]),
  ).toEqual([
    [2027, '', null, 900n, null, 0n],
    [2027, '', 2, 900n, null, 0n],
    [2028, budget, null, 200n, null, 0n],
    [2028, budget, 5, 200n, null, 0n],
    [2028, own, null, 400n, 399n, 1n],
    [2028, own, 2, 100n, null, 0n],
    [2028, own, 5, 300n, 300n, 0n],
    [2029, own, null, 0n, 100n, 0n],
  ]);
  expect([overshootBegins(lines), overshootBegins([])]).toEqual([2028, null]);
  expect([sourceText(own).en, sourceText('').en, sourceText('Старо').sr]).toEqual([
    'Own funds',
    'Source not named',
    'Старо',
  ]);
});
