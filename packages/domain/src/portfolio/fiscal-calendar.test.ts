import { expect, it } from 'vitest';
import { type NeedLine, needsAgainstCeilings, overshootBegins } from './fiscal-calendar.ts';
import { isOfferedSource, sourceText } from './source-text.ts';

it('needs are compared with the ceilings of all sectors and of one, in the order of years, sources and sectors', () => {
  const [budget, own] = ['Буџет Републике Србије', 'Сопствена средства'];
  const need = (year: number, source: string, sector: number, amount: string) => ({
    year,
    source,
    sector,
    amount,
    projects: 1,
  });
  const lines = needsAgainstCeilings({
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
  expect([own, '', 'Старо'].map(isOfferedSource)).toEqual([true, true, false]);
});

it('counts the projects with a need, in all sectors and in each, and orders many sectors', () => {
  const row = (sector: number, projects: number) => ({ year: 2027, source: '', sector, amount: '1.00', projects });
  const lines = needsAgainstCeilings({
    rows: [row(4, 2), row(1, 3), row(5, 1), row(2, 1), row(3, 1), row(4, 5)],
    ceilings: [{ year: 2027, source: '', sector: 6, amount: '1.00' }],
  });
  expect(lines.map(({ sector, projects }) => [sector, projects])).toEqual([
    [null, 13],
    [1, 3],
    [2, 1],
    [3, 1],
    [4, 7],
    [5, 1],
    [6, null],
  ]);
});

it('sources are in the order of forms', () => {
  const row = (source: string) => ({ year: 2027, source, sector: 1, amount: '1.00', projects: 1 });
  const lines = needsAgainstCeilings({ rows: ['Донација', 'Фондови ЕУ', 'Зајам'].map(row), ceilings: [] });
  expect(lines.filter(({ sector }) => sector === null).map(({ source }) => source)).toEqual([
    'Фондови ЕУ',
    'Донација',
    'Зајам',
  ]);
});

it('the overshoot begins in the first year above a ceiling, whatever the order of the lines', () => {
  const line = (year: number, over: bigint): NeedLine => ({
    year,
    source: '',
    sector: null,
    need: over,
    ceiling: 0n,
    over,
    projects: 1,
  });
  expect(overshootBegins([line(2027, 0n), line(2029, 5n), line(2028, 1n), line(2030, 9n)])).toBe(2028);
  expect(overshootBegins([line(2028, 1n), line(2027, 0n), line(2029, 5n)])).toBe(2028);
  expect(overshootBegins([line(2027, 0n)])).toBeNull();
});
