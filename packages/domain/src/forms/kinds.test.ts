import { describe, expect, it } from 'vitest';
import {
  hasShape,
  inBounds,
  isBeyondTotal,
  isDocumentId,
  isEmptyValue,
  isStorable,
  partsOutOfBounds,
  tidy,
} from './kinds.ts';
import { fieldOf, label } from '../../test/forms.ts';
import type { Field, Kind } from './types.ts';

describe('the shape of a value', () => {
  it.each<[Kind, unknown[], unknown[]]>([
    ['int', [0, -5, 81], [1.5, '5', Number.NaN, 2 ** 60, null]],
    ['year', [2026], ['2026', 2026.5]],
    ['rsd', ['5', '5.00', '-5.00'], ['5,00', 5, 'нема']],
    ['eur', ['5.00'], [5]],
    ['foreign', ['5.00'], [5]],
    ['percent', ['5.00'], [5]],
    ['date', ['2026-05-04'], ['2026-02-30', '4.5.2026', 5]],
    ['month', ['2026-05'], ['2026-13', '5.2026', 5]],
    ['select', ['прво', 5], ['a\0', true, Number.NaN, null]],
    ['text', ['а', ''], ['a\0', 'a\ud800', 5]],
    ['markdown', ['а'], [5, 'a\0']],
    ['yesNo', ['Да'], [true]],
    ['file', ['7'], [7]],
    [
      'yesNoComment',
      [{}, { choice: 'Да', comment: 'а' }],
      [{ choice: 5 }, { other: 'а' }, { comment: 'a\0' }, 'Да', []],
    ],
    [
      'planDoc',
      [{ completionDate: '2026-05' }, { documentDate: '' }],
      [{ documentDate: '2026-13' }, { completionDate: 5 }],
    ],
    ['org', [{ id: '1', name: 'А' }], [{ id: 1 }, { exchangeRate: '1.0000' }]],
    ['location', [{ id: '1' }], [{ code: '1' }]],
    ['currency', [{ id: 'EUR', exchangeRate: 'нема' }], [{ exchangeRate: 5 }, { constructor: 'а' }]],
    ['table', [], [[], {}]],
  ])('of %s', (kind, right, wrong) => {
    for (const value of right) expect(hasShape(fieldOf(kind), value), JSON.stringify(value)).toBe(true);
    for (const value of wrong) expect(hasShape(fieldOf(kind), value), JSON.stringify(value)).toBe(false);
  });

  it('is stored tidied, or not at all when nothing is left', () => {
    expect([tidy(fieldOf('rsd'), '5'), tidy(fieldOf('rsd'), 'нема')]).toEqual(['5.00', undefined]);
    expect([tidy(fieldOf('text'), ' а\r\nб '), tidy(fieldOf('markdown'), ' а\r\nб ')]).toEqual(['а\r\nб', 'а\nб']);
    expect([tidy(fieldOf('eur'), '5'), tidy(fieldOf('foreign'), '5')]).toEqual(['5.00', '5.00']);
    expect(tidy(fieldOf('org'), { id: 5, name: ' А ' })).toEqual({ id: 5, name: 'А' });
    expect([tidy(fieldOf('text'), ' '), tidy(fieldOf('int'), 5)]).toEqual([undefined, 5]);
    expect([tidy(fieldOf('text'), '\u200b'), tidy(fieldOf('markdown'), '\u3164\n\u2800')]).toEqual([
      undefined,
      undefined,
    ]);
    expect(tidy(fieldOf('text'), 'Ива\u00adна\u200b  Ић\u2060')).toBe('Ивана Ић');
    expect(tidy({ ...fieldOf('text'), format: 'email' }, ' ana\u200b@example.rs')).toBe('ana\u200b@example.rs');
    expect(tidy(fieldOf('markdown'), 'Ива\u00adна  Ић')).toBe('Ива\u00adна  Ић');
    expect(tidy(fieldOf('org'), { id: '5', name: '\u00ad' })).toEqual({ id: '5' });
    expect(tidy(fieldOf('yesNoComment'), { choice: ' Да ', comment: ' ' })).toEqual({ choice: 'Да' });
    expect(tidy(fieldOf('yesNoComment'), { comment: '' })).toBeUndefined();
  });

  it('of a document is its number, of a text what the database holds', () => {
    for (const right of ['1', '2147483647']) expect(isDocumentId(right)).toBe(true);
    for (const wrong of ['0', '01', '2147483648', '12345678901', '1a', '1 ', 'a1', '', 1, null])
      expect(isDocumentId(wrong)).toBe(false);
    expect([isStorable('а'), isStorable('a\0'), isStorable('\ud800')]).toEqual([true, false, false]);
  });
});

describe('an empty value', () => {
  it.each<[Kind, unknown, boolean]>([
    ['text', undefined, true],
    ['text', null, true],
    ['text', '', true],
    ['text', ' ', true],
    ['text', 'а', false],
    ['int', 0, false],
    ['textList', [], true],
    ['textList', [''], false],
    ['org', {}, true],
    ['org', { id: '' }, true],
    ['org', { id: '1' }, false],
    ['org', 5, true],
    ['location', { name: 'А' }, true],
    ['currency', { exchangeRate: '1.0000' }, true],
    ['currency', { id: 'EUR' }, false],
    ['yesNoComment', { comment: 'а' }, true],
    ['yesNoComment', { choice: 'Да' }, false],
    ['planDoc', { documentDate: '2026-05' }, true],
    ['planDoc', 5, true],
    ['planDoc', { choice: 'Не' }, false],
    ['text', '\u200b\u200c\u2060\ufeff', true],
    ['markdown', '\u3164\u2800\u00ad', true],
  ])('of %s: %j is %s', (kind, value, empty) => {
    expect(isEmptyValue(fieldOf(kind), value)).toBe(empty);
  });
});

describe('the bounds of a value', () => {
  it.each<[Field, unknown[], unknown[]]>([
    [fieldOf('text', { maxLength: 3 }), ['абв'], ['абвг']],
    [fieldOf('text', { minLetters: 2 }), ['а1б', 'аб'], ['а1', '12', 'а\u3164']],
    [fieldOf('text', { format: 'email' }), ['a@b.rs'], ['a@b', 'нема']],
    [fieldOf('text', { amountOrRemark: true }), ['999999999999999', 'н/п'], ['1000000000000000']],
    [fieldOf('markdown', { maxLength: 1 }), ['а'], ['аб']],
    [fieldOf('rsd'), ['0.00', '999999999999999.00'], ['-0.01', '999999999999999.01', 'нема']],
    [fieldOf('rsd', { signed: true }), ['-0.01', '-999999999999999.00'], ['-999999999999999.01']],
    [fieldOf('rsd', { aboveZero: true }), ['0.01'], ['0.00']],
    [fieldOf('eur'), ['0.00'], ['-0.01']],
    [fieldOf('foreign'), ['0.00'], ['-0.01']],
    [fieldOf('percent'), ['0.00', '100.00'], ['100.01', '-0.01']],
    [fieldOf('percent', { signed: true }), ['0.00'], ['-0.01']],
    [fieldOf('percent', { unbounded: true, signed: true }), ['100.01', '-5.00'], []],
    [fieldOf('int'), [0, Number.MAX_SAFE_INTEGER], [-1, '5', 1.5]],
    [fieldOf('int', { min: 2, max: 4 }), [2, 4], [1, 5]],
    [fieldOf('year'), [1990, 2100], [1989, 2101]],
    [fieldOf('date'), ['2019-02-01', '2030-02-01'], ['2019-01-31', '2030-02-02', 'нема']],
    [fieldOf('month'), ['2019-02', '2030-02'], ['2019-01', '2030-03', 'нема']],
    [fieldOf('yesNo'), ['Да', 'Не'], ['да', '']],
    [
      fieldOf('select', {
        options: [
          { value: 5, label: label('А') },
          { value: 6, label: label('Б') },
        ],
      }),
      [5, 6],
      ['5', 7],
    ],
    [fieldOf('select'), [], [5]],
    [
      fieldOf('yesNoComment'),
      [{ choice: 'Да' }, { comment: 'а'.repeat(2000) }],
      [{ choice: 'Није потребно' }, { comment: 'а'.repeat(2001) }, 5],
    ],
    [fieldOf('yesNoComment', { maxLength: 2 }), [{ comment: 'аб' }], [{ comment: 'абв' }]],
    [
      fieldOf('planDoc'),
      [{ choice: 'Није потребно', documentDate: '2019-02' }, { completionDate: '2030-02' }],
      [{ choice: 'можда' }, { documentDate: '2019-01' }, { completionDate: '2030-03' }, { documentDate: 'нема' }],
    ],
    [
      fieldOf('currency'),
      [{ exchangeRate: '117.2000' }],
      [
        { exchangeRate: '117.2' },
        { exchangeRate: 'x1.0000' },
        { exchangeRate: '1.00001' },
        { exchangeRate: '12345678901.0000' },
        'EUR',
      ],
    ],
    [fieldOf('file'), ['7'], ['0', 'нема']],
    [fieldOf('org'), [{ id: '1' }], []],
  ])('%j', (given, right, wrong) => {
    for (const value of right) expect(inBounds(given, value), JSON.stringify(value)).toBe(true);
    for (const value of wrong) expect(inBounds(given, value), JSON.stringify(value)).toBe(false);
  });

  it('are those of its parts too, each named', () => {
    const value = { comment: 'а'.repeat(2001), completionDate: '2031-01', documentDate: '2018-01' };
    expect(partsOutOfBounds(fieldOf('planDoc'), value)).toEqual(['comment', 'completionDate', 'documentDate']);
    expect(partsOutOfBounds(fieldOf('planDoc'), { comment: 5, documentDate: '2026-01' })).toEqual([]);
  });

  it('of a total are those of an amount, in both directions', () => {
    const beyond = (kind: Kind, value: unknown) => isBeyondTotal(fieldOf(kind), value);
    expect([beyond('rsd', '999999999999999.00'), beyond('rsd', '-999999999999999.00')]).toEqual([false, false]);
    expect([beyond('rsd', '999999999999999.01'), beyond('rsd', '-999999999999999.01')]).toEqual([true, true]);
    expect([beyond('text', '999999999999999.01'), beyond('rsd', 'нема')]).toEqual([false, false]);
  });
});
