import { describe, expect, it } from 'vitest';
import { normalizedValues, normalValue, sameBesideQuiet, sameFormValues } from './normalize.ts';
import { formWith, label } from '../../test/forms.ts';
import type { Field, Kind } from './types.ts';

const field = (kind: Kind, more: Partial<Field> = {}): Field => ({ path: 'a', kind, label: label('А'), ...more });

describe('one value as it is compared', () => {
  it.each<[Kind, unknown, unknown]>([
    ['text', ' а ', 'а'],
    ['text', 'Ива\u00adна \u200b Ић', 'Ивана Ић'],
    ['text', '\u200b', undefined],
    ['textList', ['а\u200bб', '\u00ad'], ['аб']],
    ['text', ' ', undefined],
    ['text', null, undefined],
    ['text', undefined, undefined],
    ['markdown', 'а  \n б \nв', 'а\n б\nв'],
    ['markdown', '  а\nб', 'а\nб'],
    ['rsd', '5', '5.00'],
    ['rsd', null, undefined],
    ['rsd', 'нема', 'нема'],
    ['percent', '0.5', '0.50'],
    ['int', 5, 5],
    ['yesNoComment', { choice: 'Да', comment: ' а ' }, { choice: 'Да', comment: 'а' }],
    ['yesNoComment', { comment: ' ', choice: null }, undefined],
    ['yesNoComment', {}, undefined],
    ['org', { name: 'Б', id: 5 }, { id: 5, name: 'Б' }],
    ['textList', ['а ', '', ' ', null, 5], ['а']],
    ['textList', [''], undefined],
    ['textList', 'а', undefined],
    ['locationList', [{ id: '1 ' }, {}], [{ id: '1' }]],
  ])('of %s: %j is %j', (kind, value, expected) => {
    expect(normalValue(field(kind), value)).toEqual(expected);
  });

  it('identifies a location by its contents, in whatever order', () => {
    const [one, other] = [
      normalValue(field('org'), { id: '1', name: 'А' }),
      normalValue(field('org'), { name: 'А', id: '1' }),
    ];
    expect(JSON.stringify(one)).toBe(JSON.stringify(other));
  });

  it('of a table has the rows in which something was entered', () => {
    const table = field('table', {
      columns: [
        { path: 'name', kind: 'text', label: label('Н') },
        { path: 'amount', kind: 'rsd', label: label('И') },
        { path: 'sum', kind: 'rsd', label: label('З'), computed: true },
      ],
    });
    const rows = [{ name: ' а ' }, { amount: '0.00', sum: '7.00' }, { amount: '1' }, 5];
    expect(normalValue(table, rows)).toEqual([{ name: 'а' }, { amount: '1.00' }]);
  });
});

describe('the values of a form', () => {
  const form = formWith(
    [
      field('text', { path: 'name' }),
      field('markdown', { path: 'notes' }),
      field('rsd', { path: 'amount' }),
      field('rsd', { path: 'sum', computed: true }),
    ],
    { quietFields: ['notes'] },
  );

  it('are equal without computed, blank and zero values', () => {
    expect(normalizedValues(form, { name: 'а', amount: '0', sum: '5.00' })).toEqual({ name: 'а' });
    expect(sameFormValues(form, { name: 'а', sum: '1.00' }, { name: ' а', amount: '0.00' })).toBe(true);
    expect(sameFormValues(form, { name: 'а' }, { name: 'б' })).toBe(false);
    expect(sameFormValues(form, { notes: 'а' }, { notes: 'б' })).toBe(false);
  });

  it('are equal without the fields whose editors rewrite them', () => {
    expect(sameBesideQuiet(form, { name: 'а', notes: 'а' }, { name: 'а', notes: 'б' })).toBe(true);
    expect(sameBesideQuiet(form, { name: 'а' }, { name: 'б' })).toBe(false);
    const loud = formWith([field('markdown', { path: 'notes' })]);
    expect(sameBesideQuiet(loud, { notes: 'а' }, { notes: 'б' })).toBe(false);
    expect(sameBesideQuiet(loud, { notes: 'а' }, { notes: 'а' })).toBe(true);
  });
});
