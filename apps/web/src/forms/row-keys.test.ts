import { describe, expect, it } from 'vitest';
import type { Field, Kind } from '@pimis/domain/forms/types';
import { RowKeys } from './row-keys.ts';

const field = (path: string, kind: Kind, more: Partial<Field> = {}): Field => ({
  path,
  kind,
  label: { sr: path, en: path },
  ...more,
});
const INNER = field('plan', 'table', { columns: [field('year', 'year')] });
const ROWS = field('rows', 'table', { columns: [field('name', 'text'), INNER] });
const FIELDS = [field('title', 'text'), ROWS];

const row = (name: string, ...years: number[]) => ({ name, plan: years.map((year) => ({ year })) });

describe('the keys of rows', () => {
  it('are different for every row, list and form', () => {
    const [one, other] = [new RowKeys(), new RowKeys()];
    const keys = [
      ...one.of(['rows'], 2),
      ...one.of(['more'], 1),
      ...one.of(['group', 'rows'], 1),
      ...other.of(['rows'], 1),
    ];
    expect(new Set(keys).size).toBe(5);
    expect(new Set([...one.of(['rows', 0, 'plan'], 1), ...one.of(['rows', 1, 'plan'], 1), ...keys]).size).toBe(7);
  });

  it('stay as one array while nothing is added or removed, and with their rows when something is', () => {
    const keys = new RowKeys();
    const two = keys.of(['rows'], 2);
    expect(keys.of(['rows'], 2)).toBe(two);
    const three = keys.of(['rows'], 3);
    expect(three.slice(0, 2)).toEqual(two);
    expect(keys.of(['rows'], 1)).toEqual(two.slice(0, 1));
  });

  it('of a removed row go, and those of the rows behind it move up with the keys of their own lists', () => {
    const keys = new RowKeys();
    const three = keys.of(['rows'], 3);
    const inside = keys.of(['rows', 2, 'plan'], 2);
    keys.removed(['rows'], 1, 3);
    expect(keys.of(['rows'], 2)).toEqual([three[0], three[2]]);
    expect(keys.of(['rows', 1, 'plan'], 2)).toEqual(inside);
  });

  it('are as they were when they are restored, beside those of lists that came since', () => {
    const keys = new RowKeys();
    const two = keys.of(['rows'], 2);
    const before = keys.snapshot();
    const more = keys.of(['more'], 1);
    keys.removed(['rows'], 0, 2);
    keys.restore(before);
    expect(keys.of(['rows'], 2)).toEqual(two);
    expect(keys.of(['more'], 1)).toEqual(more);
  });
});

describe('the keys of rows that have moved', () => {
  const before = { title: 'а', rows: [row('А', 2026, 2027), row('Б', 2028)] };

  it('go with the rows, and so do those of the lists inside them', () => {
    const keys = new RowKeys();
    const two = keys.of(['rows'], 2);
    const years = keys.of(['rows', 0, 'plan'], 2);
    const after = { rows: [row('Нови', 2030), row('А', 2027), row('Б', 2028)] };
    keys.follow(FIELDS, before, after, true);
    const three = keys.of(['rows'], 3);
    expect(three.slice(1)).toEqual(two);
    expect(two).not.toContain(three[0]);
    expect(keys.of(['rows', 1, 'plan'], 1)).toEqual([years[1]]);
  });

  it('are the same array where no row has moved', () => {
    const keys = new RowKeys();
    const [two, years] = [keys.of(['rows'], 2), keys.of(['rows', 0, 'plan'], 2)];
    keys.follow(FIELDS, before, { ...before, rows: [row('А', 2026, 2027), row('Б', 2029)] }, true);
    keys.follow(FIELDS, before, before, true);
    expect(keys.of(['rows'], 2)).toBe(two);
    expect(keys.of(['rows', 0, 'plan'], 2)).toBe(years);
  });

  it('keep their places whatever was typed, as long as none is said to have moved', () => {
    const keys = new RowKeys();
    const [first, second] = keys.of(['rows'], 2);
    keys.follow(FIELDS, before, { rows: [row('Б', 2028), row('А', 2026, 2027)] }, false);
    expect(keys.of(['rows'], 2)).toEqual([first, second]);
    keys.follow(FIELDS, before, { rows: [row('Б', 2028)] }, false);
    expect(keys.of(['rows'], 1)).toEqual([second]);
  });

  it('of a list without columns go with its values', () => {
    const names = field('names', 'textList');
    const keys = new RowKeys();
    const [first, second] = keys.of(['names'], 2);
    keys.follow([names], { names: ['А', 'Б'] }, { names: ['Б', 'А'] }, true);
    expect(keys.of(['names'], 2)).toEqual([second, first]);
  });

  it('of a list that comes are new, and one that goes leaves none', () => {
    const keys = new RowKeys();
    keys.follow(FIELDS, {}, before, true);
    const two = keys.of(['rows'], 2);
    expect(new Set(two).size).toBe(2);
    keys.follow(FIELDS, before, { rows: undefined }, true);
    expect(keys.of(['rows'], 2)).not.toEqual(two);
  });

  it('of a list that follows another one go by the computed value that names the row', () => {
    const name = field('activity', 'text', { computed: true });
    const followed = field('rows', 'table', { fixedRows: true, columns: [name, field('amount', 'rsd')] });
    const free = field('rows', 'table', { columns: [name, field('amount', 'rsd')] });
    const olds = {
      rows: [
        { activity: 'А', amount: '1.00' },
        { activity: 'Б', amount: '2.00' },
      ],
    };
    const news = { rows: [{ activity: 'Б', amount: '3.00' }] };
    const keyOf = (list: Field) => {
      const keys = new RowKeys();
      const two = keys.of(['rows'], 2);
      keys.follow([list], olds, news, true);
      return two.indexOf(keys.of(['rows'], 1)[0] ?? '');
    };
    expect(keyOf(followed)).toBe(1);
    // In other lists a computed value does not identify a row, so this one counts as new.
    expect(keyOf(free)).toBe(-1);
  });
});
