import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { alignRows } from './align-arrays.ts';
import { defaultSide, type Merge, mergeFormValues, type Side } from './merge.ts';
import { normalizedValues, sameFormValues } from './normalize.ts';
import { formWith, label } from '../../test/forms.ts';
import type { Field, FormValues } from './types.ts';

const sources: Field = {
  path: 'sources',
  kind: 'table',
  label: label('Извори'),
  columns: [
    { path: 'source', kind: 'text', label: label('Извор') },
    { path: 'name', kind: 'text', label: label('Назив') },
    { path: 'amount', kind: 'rsd', label: label('Износ') },
  ],
};
const form = formWith([
  { path: 'title', kind: 'text', label: label('Назив') },
  { path: 'notes', kind: 'text', label: label('Напомена') },
  { path: 'goals', kind: 'textList', label: label('Циљеви') },
  sources,
]);

const row = (source: string, amount: string, name = '') => ({ source, name, amount });
const BASE: FormValues = {
  title: 'Вртић',
  notes: 'Прва',
  goals: ['а', 'б'],
  sources: [
    row('Буџет', '1.00'),
    row('Зајам', '2.00', 'Банка'),
    row('Фонд', '3.00', 'Развој'),
    row('Донација', '4.00'),
  ],
};
const changed = (change: Partial<typeof BASE>): FormValues => ({ ...structuredClone(BASE), ...change });
const merged = (theirs: FormValues, mine: FormValues, picked?: ReadonlyMap<string, Side>) =>
  mergeFormValues(form, { base: BASE, theirs, mine }, picked);
const who = ({ items }: Merge) => items.map(({ field, row: at, by }) => `${by} ${field.path}${at > 0 ? ` ${at}` : ''}`);
const rows = (values: FormValues) => values.sources as ReturnType<typeof row>[];

describe('two versions of the same form', () => {
  it('keep what only one of them changed, without asking', () => {
    const made = merged(changed({ notes: 'Њихова' }), changed({ title: 'Моја' }));
    expect(made.values).toMatchObject({ title: 'Моја', notes: 'Њихова' });
    expect(who(made)).toEqual(['mine title', 'theirs notes']);
  });

  it('that changed the same place ask, and take mine until somebody picks', () => {
    const [theirs, mine] = [changed({ notes: 'Њихова' }), changed({ notes: 'Моја' })];
    const made = merged(theirs, mine);
    expect(made.items).toMatchObject([
      { key: 'notes', by: 'both', mine: 'Моја', theirs: 'Њихова', row: 0, table: null },
    ]);
    expect(made.values.notes).toBe('Моја');
    expect(merged(theirs, mine, new Map([[made.items[0]?.key ?? '', 'theirs']])).values.notes).toBe('Њихова');
  });

  it('take the side of whoever changed it, mine where both did', () => {
    expect((['theirs', 'mine', 'both'] as const).map(defaultSide)).toEqual(['theirs', 'mine', 'mine']);
  });

  it('with equal changes ask nothing', () => {
    expect(merged(changed({ notes: 'Иста' }), changed({ notes: 'Иста ' })).items).toEqual([]);
  });

  it('pair rows by their contents, not by their places', () => {
    const theirs = changed({ sources: rows(BASE).slice(1) });
    const mine = changed({ sources: rows(BASE).map((one, at) => (at === 2 ? { ...one, source: 'Кредит' } : one)) });
    const made = merged(theirs, mine);
    expect(who(made)).toEqual(['theirs sources 1', 'mine source 3']);
    expect(rows(made.values).map(({ source }) => source)).toEqual(['Зајам', 'Кредит', 'Донација']);
  });

  it('keep rows that each of them added, and one that both added alike once', () => {
    const theirs = changed({ sources: [...rows(BASE), row('Њихов', '5.00'), row('Исти', '6.00')] });
    const mine = changed({ sources: [...rows(BASE), row('Исти', '6.00'), row('Мој', '7.00')], goals: ['а', 'б', 'в'] });
    const made = merged(theirs, mine);
    expect(rows(made.values).map(({ source }) => source)).toEqual([
      'Буџет',
      'Зајам',
      'Фонд',
      'Донација',
      'Њихов',
      'Исти',
      'Мој',
    ]);
    expect(made.values.goals).toEqual(['а', 'б', 'в']);
    const without = new Map(made.items.filter(({ by }) => by === 'mine').map(({ key }) => [key, 'theirs' as const]));
    expect(rows(merged(theirs, mine, without).values).map(({ source }) => source)).not.toContain('Мој');
    expect(merged(theirs, mine, without).values.goals).toEqual(['а', 'б']);
  });

  it('never double a row that was moved, and keep what the other one changed in it', () => {
    const [a, b, c, d] = rows(BASE);
    const names = (values: FormValues) => rows(values).map(({ source, amount }) => `${source} ${amount}`);
    const moved = merged(changed({ sources: [b, a, c, d] }), changed({ sources: [b, c, d, a] }));
    expect(moved.items).toEqual([]);
    expect(names(moved.values)).toEqual(['Зајам 2.00', 'Фонд 3.00', 'Донација 4.00', 'Буџет 1.00']);
    const edited = merged(
      changed({ sources: [b, c, d, a] }),
      changed({ sources: [{ ...a, amount: '9.00' }, b, c, d] }),
    );
    expect(who(edited)).toEqual(['mine amount 1']);
    expect(names(edited.values)).toEqual(['Буџет 9.00', 'Зајам 2.00', 'Фонд 3.00', 'Донација 4.00']);
    const theirs = merged(
      changed({ sources: [{ ...a, amount: '9.00' }, b, c, d] }),
      changed({ sources: [b, c, d, a] }),
    );
    expect(names(theirs.values)).toEqual(['Зајам 2.00', 'Фонд 3.00', 'Донација 4.00', 'Буџет 9.00']);
    expect(merged(changed({ goals: ['а', 'х', 'у'] }), changed({ goals: ['у', 'х', 'а'] })).values.goals).toEqual([
      'у',
      'х',
      'а',
    ]);
  });

  it('say nothing of a row that both removed, and ask where somebody wants one back', () => {
    const both = merged(changed({ goals: ['б', 'т'] }), changed({ goals: ['б'] }));
    expect(who(both)).toEqual(['theirs goals 2']);
    expect(both.values.goals).toEqual(['б', 'т']);
    const [theirs, mine] = [changed({ sources: rows(BASE).slice(1) }), changed({})];
    const removed = merged(theirs, mine);
    expect(rows(removed.values).map(({ source }) => source)).toEqual(['Зајам', 'Фонд', 'Донација']);
    const back = merged(theirs, mine, new Map(removed.items.map(({ key }) => [key, 'mine' as const])));
    expect(back.values.sources).toEqual(BASE.sources);
  });

  it('keep a row behind the one that it follows, wherever others were added', () => {
    const [first, ...others] = rows(BASE);
    const theirs = changed({ sources: [first, row('Њихов', '5.00'), ...others] });
    const mine = changed({ sources: [...rows(BASE), row('Мој', '7.00')] });
    expect(rows(merged(theirs, mine).values).map(({ source }) => source)).toEqual([
      'Буџет',
      'Њихов',
      'Зајам',
      'Фонд',
      'Донација',
      'Мој',
    ]);
  });

  it('leave computed fields as they are in mine', () => {
    const computed = formWith([{ path: 'sum', kind: 'rsd', label: label('Збир'), computed: true }]);
    const versions = { base: { sum: '1.00' }, theirs: { sum: '2.00' }, mine: { sum: '3.00' } };
    expect(mergeFormValues(computed, versions)).toEqual({ items: [], values: { sum: '3.00' } });
  });

  it('ask about a row that one removed and the other changed', () => {
    const theirs = changed({ sources: rows(BASE).slice(1) });
    const mine = changed({ sources: rows(BASE).map((one, at) => (at === 0 ? { ...one, amount: '9.00' } : one)) });
    const made = merged(theirs, mine);
    expect(who(made)).toEqual(['both sources 1']);
    expect(made.items[0]).toMatchObject({ table: { sr: 'Извори' }, theirs: undefined, mine: { amount: '9.00' } });
    expect(rows(made.values)).toHaveLength(4);
  });
});

const anyRow = fc.record({
  source: fc.constantFrom('Буџет', 'Зајам', 'Фонд'),
  name: fc.constantFrom('', 'а', 'б'),
  amount: fc.constantFrom('1.00', '2.00'),
});
const anyValues = fc.record({
  title: fc.constantFrom('', 'а', 'б'),
  notes: fc.constantFrom('', 'а', 'б'),
  goals: fc.array(fc.constantFrom('а', 'б', 'в'), { maxLength: 4 }),
  sources: fc.array(anyRow, { maxLength: 5 }),
});

/** The values without the order of their rows: the merge does not ask about rows that were only moved. */
function inAnyOrder(values: FormValues) {
  const normal = normalizedValues(form, values);
  return Object.fromEntries(
    Object.entries(normal).map(([path, value]) => [
      path,
      Array.isArray(value) ? value.map((one) => JSON.stringify(one)).toSorted() : value,
    ]),
  );
}

describe('any versions', () => {
  it('with one side untouched are the other side, and nobody is asked', () => {
    fc.assert(
      fc.property(anyValues, anyValues, (base, other) => {
        for (const versions of [
          { base, theirs: base, mine: other },
          { base, theirs: other, mine: base },
        ]) {
          const { items, values } = mergeFormValues(form, versions);
          expect(sameFormValues(form, values, other)).toBe(true);
          expect(items.some(({ by }) => by === 'both')).toBe(false);
        }
      }),
    );
  });

  it('come out as either side when that side is picked everywhere, and the same as by default when defaults are', () => {
    fc.assert(
      fc.property(anyValues, anyValues, anyValues, (base, theirs, mine) => {
        const first = mergeFormValues(form, { base, theirs, mine });
        const pick = (side: (item: Merge['items'][number]) => Side) =>
          mergeFormValues(form, { base, theirs, mine }, new Map(first.items.map((item) => [item.key, side(item)])))
            .values;
        expect(new Set(first.items.map(({ key }) => key)).size).toBe(first.items.length);
        expect(inAnyOrder(pick(() => 'mine'))).toEqual(inAnyOrder(mine));
        expect(inAnyOrder(pick(() => 'theirs'))).toEqual(inAnyOrder(theirs));
        expect(pick(({ by }) => defaultSide(by))).toEqual(first.values);
      }),
    );
  });
});

describe('paired rows', () => {
  it('name every row of both versions once, in order', () => {
    fc.assert(
      fc.property(fc.array(anyRow, { maxLength: 8 }), fc.array(anyRow, { maxLength: 8 }), (before, after) => {
        const pairs = alignRows(sources, before, after);
        const places = (side: 'before' | 'after') => pairs.flatMap((pair) => (pair[side] === null ? [] : [pair[side]]));
        expect(places('before')).toEqual(before.map((_, index) => index));
        expect(places('after')).toEqual(after.map((_, index) => index));
      }),
    );
  });
});
