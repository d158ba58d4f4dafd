import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignDependentRows, alignRows, sameValue } from './align-arrays.ts';
import { label } from '../../test/forms.ts';
import type { Field } from './types.ts';

/** `a` identifies a row; `sum` is computed. */
const TABLE: Field = {
  path: 't',
  kind: 'table',
  label: label('Т'),
  key: 'a',
  columns: [
    { path: 'a', kind: 'text', label: label('А') },
    { path: 'b', kind: 'text', label: label('Б') },
    { path: 'c', kind: 'text', label: label('В') },
    { path: 'sum', kind: 'rsd', label: label('Збир'), computed: true },
  ],
};
const LIST: Field = { path: 'l', kind: 'textList', label: label('Л') };

/** "x:y:z" is a row with these in its columns; an empty part is an empty column. */
const rows = (...texts: string[]) =>
  texts.map((text, index) => {
    const [a, b, c] = text.split(':');
    return { ...(a ? { a } : {}), ...(b ? { b } : {}), ...(c ? { c } : {}), sum: `${index}.00` };
  });
const shown = (pairs: readonly { before: number | null; after: number | null }[]) =>
  pairs.map(({ before, after }) => `${before ?? '-'}>${after ?? '-'}`).join(' ');
const aligned = (before: string[], after: string[]) => shown(alignRows(TABLE, rows(...before), rows(...after)));

describe('rows of two versions', () => {
  it.each<[string, string[], string[], string]>([
    ['equal ones', ['x', 'y'], ['x', 'y'], '0>0 1>1'],
    ['none', [], [], ''],
    ['all came', [], ['x', 'y'], '->0 ->1'],
    ['all went', ['x', 'y'], [], '0>- 1>-'],
    ['one came at the end', ['x', 'y'], ['x', 'y', 'z'], '0>0 1>1 ->2'],
    ['one came at the beginning', ['x', 'y'], ['z', 'x', 'y'], '->0 0>1 1>2'],
    ['one came between', ['x', 'y'], ['x', 'z', 'y'], '0>0 ->1 1>2'],
    ['one went between', ['x', 'z', 'y'], ['x', 'y'], '0>0 1>- 2>1'],
    ['one of equal ones came', ['x', 'x'], ['x', 'x', 'x'], '0>0 1>1 ->2'],
    ['one changed in its place', ['x:1', 'y:1', 'z:1'], ['x:1', 'q:9', 'z:1'], '0>0 1>1 2>2'],
    ['two changed in their places', ['x', 'a:1:1', 'b:2:2', 'z'], ['x', 'c:3:3', 'd:4:4', 'z'], '0>0 1>1 2>2 3>3'],
    ['one key kept, one row before it', ['a:1:1', 'b:2:2'], ['q:7:7', 'a:9:9', 'b:8:8'], '->0 0>1 1>2'],
    ['one key kept, one row after it', ['q:7:7', 'a:1:1'], ['a:9:9', 'r:5:5', 's:6:6'], '0>- 1>0 ->1 ->2'],
    ['half of a row kept', [':1:1', 'p:2:2'], ['q:3:3', 'r:4:4', ':1:9'], '->0 ->1 0>2 1>-'],
    ['less than half of a row kept', ['a:1:1'], ['b:2:1', 'c:3:3'], '0>- ->0 ->1'],
    ['the row most alike is taken', [':1:1', 'z'], [':1:9', ':1:1', 'y', 'z'], '->0 0>1 ->2 1>3'],
    ['the same said in a computed column alone is nothing in common', ['a'], ['b', 'c'], '0>- ->0 ->1'],
    ['all but the first went, one changed', ['a:1:1', 'x', 'x'], ['a:1:2'], '0>0 1>- 2>-'],
    ['equal ones at the end are paired before the rest', ['q', 'x', 'x'], ['r:5', 'x'], '0>- 1>- ->0 2>1'],
    ['two of one kept, in a longer list', ['a:1', 'b:2', 'c:3'], ['n', 'a:9', 'm', 'c:8', 'k'], '->0 0>1 1>2 2>3 ->4'],
    ['the later of two alike is taken where that pairs more', [':1:1', ':1:2'], [':1:2', 'n', ':1:3'], '0>0 ->1 1>2'],
    ['a column that only the later row fills counts', [':1:2'], ['r:1:3', 'n'], '0>- ->0 ->1'],
    ['a column that only the earlier row fills counts', ['r:1:2'], [':1:3', 'n'], '0>- ->0 ->1'],
    ['crossed keys keep the order of one', ['a:1', 'b:2', 'c:3'], ['b:7', 'c:8', 'a:9'], '0>- 1>0 2>1 ->2'],
  ])('%s', (_, before, after, expected) => {
    expect(aligned(before, after)).toBe(expected);
  });

  it('are paired so that they have most in common, each once and in order', () => {
    const cell = fc.constantFrom('', '1', '2');
    const row = fc.tuple(fc.constantFrom('', 'a', 'b'), cell, cell).map((parts) => parts.join(':'));
    const list = fc.array(row, { maxLength: 5 });
    const likeness = (before: string, after: string) => {
      const [a, b] = [before.split(':'), after.split(':')];
      if (a[0] !== '' && a[0] === b[0]) return 1;
      const said = a.filter((part, index) => part !== '' || b[index] !== '').length;
      const same = a.filter((part, index) => part !== '' && part === b[index]).length;
      return said > 0 && same / said >= 0.5 ? same / said : 0;
    };
    const best = (before: string[], after: string[]): number => {
      const [first = '', ...others] = before;
      const rest = after.map((one, index) => likeness(first, one) + best(others, after.slice(index + 1)));
      return before.length === 0 ? 0 : Math.max(best(others, after), ...rest);
    };
    fc.assert(
      fc.property(list, list, (before, after) => {
        // Empty rows are equal, but have no likeness.
        fc.pre([...before, ...after].every((text) => text !== '::'));
        const pairs = alignRows(TABLE, rows(...before), rows(...after));
        const places = (side: 'before' | 'after') => pairs.flatMap((pair) => pair[side] ?? []);
        expect([places('before'), places('after')]).toEqual([[...before.keys()], [...after.keys()]]);
        const both = pairs.flatMap((pair) => (pair.before === null || pair.after === null ? [] : [pair]));
        const found = both.reduce((sum, pair) => sum + likeness(before[pair.before] ?? '', after[pair.after] ?? ''), 0);
        expect(found).toBeCloseTo(best(before, after));
      }),
    );
  });

  it('are paired by place where comparing them would take too long', () => {
    const many = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
    const pairs = alignRows(TABLE, rows(...many('a', 301)), rows('z', ...many('a', 301)));
    expect(pairs).toHaveLength(302);
    const [first, second] = [many('a', 301), [...many('a', 301)].toReversed()];
    expect(shown(alignRows(TABLE, rows(...first), rows(...second))).startsWith('0>0 1>1 2>2')).toBe(true);
  });

  it('of a list of texts are equal or not', () => {
    expect(shown(alignRows(LIST, ['а', 'б'], ['а', 'в', 'б']))).toBe('0>0 ->1 1>2');
    expect(shown(alignRows(LIST, ['а'], ['б', 'в']))).toBe('0>- ->0 ->1');
    expect(shown(alignRows(LIST, ['а', 'б'], ['б', 'в']))).toBe('0>- 1>0 ->1');
    expect(sameValue(LIST, ['а '], ['а'])).toBe(true);
    expect(sameValue(LIST, ['а'], ['б'])).toBe(false);
  });

  it('are compared up to 300 rows on either side', () => {
    const many = (prefix: string, count: number) => Array.from({ length: count }, (_, index) => `${prefix}${index}`);
    const [first, second] = [many('a', 300), ['z', ...many('a', 300).slice(1), 'y']];
    const pairs = alignRows(TABLE, rows(...first), rows(...second.slice(0, 300)));
    expect(pairs.filter(({ before, after }) => before !== after)).toEqual([]);
    const moved = alignRows(TABLE, rows(...first), rows(...first.slice(1), 'z'));
    expect(moved.filter(({ before, after }) => before !== null && after === before - 1)).toHaveLength(299);
  });

  it('without columns match only if they are equal', () => {
    const place: Field = { path: 'p', kind: 'locationList', label: label('П') };
    const at = (id: string) => ({ id, name: 'Исто' });
    expect(shown(alignRows(place, [at('1')], [at('2'), at('3')]))).toBe('0>- ->0 ->1');
    expect(shown(alignRows(place, [at('1')], [at('2'), at('1')]))).toBe('->0 0>1');
  });

  it('that are not objects match no row', () => {
    expect(
      alignRows(TABLE, [5], [{ a: 'x' }, { a: 'y' }]).filter(({ before, after }) => before !== null && after !== null),
    ).toEqual([]);
  });
});

describe('the present place of each row', () => {
  const places = (before: string[], after: string[]) => alignDependentRows(TABLE, rows(...before), rows(...after));

  it.each<[string, string[], string[], (number | null)[]]>([
    ['none moved', ['x', 'y'], ['x', 'y'], [0, 1]],
    ['two changed places', ['a:1:1', 'b:2:2', 'c:3:3'], ['c:3:3', 'b:2:2', 'a:1:1'], [2, 1, 0]],
    ['one moved to the end', ['a:1:1', 'b:2:2', 'c:3:3'], ['b:2:2', 'c:3:3', 'a:1:1'], [2, 0, 1]],
    ['one moved and changed, its key kept', ['a:1:1', 'b:2:2', 'c:3:3'], ['b:2:2', 'c:3:3', 'a:8:9'], [2, 0, 1]],
    ['one moved and changed, half of it kept', [':1:1', 'b:2:2', 'c:3:3'], ['b:2:2', 'c:3:3', ':1:9'], [2, 0, 1]],
    ['one went and another came', ['a:1:1', 'b:2:2', 'c:3:3'], ['b:2:2', 'c:3:3', 'q:8:9'], [null, 0, 1]],
    ['one went', ['a', 'b'], ['b'], [null, 0]],
    ['of two changed ones each goes to the one most alike', [':1:1', ':1:2', 'z'], ['z', ':1:3', ':1:2'], [1, 2, 0]],
    ['equal ones first, then what is alike', [':1:1', ':1:2', 'z'], ['z', ':1:2', ':1:1'], [2, 1, 0]],
    ['an equal one before what is only alike', [':1:3', ':1:2', 'z'], ['z', ':1:2', 'q:8:8'], [null, 1, 0]],
    ['nothing in common', ['a:1', 'b:2', 'z'], ['z', 'q:8', 'r:9', 's:7'], [null, null, 0]],
    ['one changed wholly in its place', ['a:1:1', 'b:2:2'], ['a:1:1', 'q:9:9'], [0, 1]],
    ['an equal one came beside one in its place', ['x', 'q'], ['x', 'x', 'q'], [0, 2]],
    ['one goes to the row most alike', [':1:1', 'z', 'y'], ['z', 'y', ':1:9', 'r:1:1'], [3, 0, 1]],
    ['equal ones are each given once', ['x', 'x', 'y'], ['y', 'x'], [1, null, 0]],
  ])('%s', (_, before, after, expected) => {
    expect(places(before, after)).toEqual(expected);
  });
});

it('each text of a list is found at its present place', () => {
  expect(alignDependentRows(LIST, ['а', 'б', 'в'], ['в', 'б', 'а'])).toEqual([2, 1, 0]);
  expect(alignDependentRows(LIST, ['а', 'б'], ['б', 'в'])).toEqual([null, 0]);
});
