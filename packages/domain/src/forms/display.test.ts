import { describe, expect, it } from 'vitest';
import { displayValue } from './display.ts';
import { label } from '../../test/forms.ts';
import type { Field, Kind } from './types.ts';

const field = (kind: Kind, more: Partial<Field> = {}): Field => ({ path: 'a', kind, label: label('А'), ...more });

describe('values as they read', () => {
  it.each<[Field, unknown, string]>([
    [field('rsd'), '2109600000.00', '2.109.600.000,00'],
    [field('date'), '2026-03-31', '31.3.2026.'],
    [field('date'), '2028-06-30T00:00:00', '30.6.2028.'],
    [field('month'), '2026-05', '5.2026.'],
    [field('select', { options: [{ value: 5, label: { sr: 'Воде', en: 'Water' } }] }), 5, 'Воде'],
    [field('currency'), { id: 'EUR', exchangeRate: '117.2000' }, 'EUR · 117,2000'],
    [field('planDoc'), { choice: 'Не', completionDate: '2027-01', comment: 'Чека се.' }, 'Не – 1.2027. – Чека се.'],
    [
      field('locationList'),
      [
        { id: '1', name: 'Прокупље' },
        { id: '2', name: 'Ниш' },
      ],
      'Прокупље, Ниш',
    ],
    [field('text'), ' ', ''],
    [field('int'), 81, '81'],
    [field('markdown'), undefined, ''],
  ])('%j', (given, value, expected) => {
    expect(displayValue(given, value, 'sr')).toBe(expected);
  });

  it.each<[Field, unknown, string]>([
    [field('yesNo'), 'Не', 'No'],
    [field('yesNoComment'), { choice: 'Да', comment: 'Чека се.' }, 'Yes – Чека се.'],
    [field('planDoc'), { choice: 'Није потребно' }, 'Not needed'],
    [field('planDoc'), { choice: 'Можда' }, 'Можда'],
  ])('%j in English', (given, value, expected) => {
    expect(displayValue(given, value, 'en')).toBe(expected);
  });

  it('a share of nothing is endless, a document reads by its title', () => {
    const share = field('percent', { ratioOf: ['real', 'planned'] });
    expect(displayValue(share, '0.00', 'sr', { row: { real: '5.00', planned: '0.00' } })).toBe('∞');
    expect(displayValue(share, '100.00', 'sr', { row: { real: '0.00', planned: '0.00' } })).toBe('100,00');
    expect(displayValue(field('file'), '7', 'sr', { documents: new Map([['7', 'Писмо']]) })).toBe('Писмо');
  });
});

it('nothing is shown as nothing, whatever the kind', () => {
  const kinds: Kind[] = [
    'text',
    'rsd',
    'percent',
    'int',
    'date',
    'month',
    'select',
    'file',
    'org',
    'currency',
    'planDoc',
  ];
  for (const kind of [...kinds, 'textList', 'fileList'] as const) {
    for (const value of [undefined, null]) expect(displayValue(field(kind), value, 'sr'), kind).toBe('');
  }
  expect(displayValue(field('text', { amountOrRemark: true }), undefined, 'sr')).toBe('');
});
