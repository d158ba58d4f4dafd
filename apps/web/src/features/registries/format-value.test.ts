import { describe, expect, it } from 'vitest';
import type { ImportError } from '@pimis/contract/registries';
import { registryOf } from '@pimis/domain/registries/catalogue';
import type { RegistryColumn } from '@pimis/domain/registries/types';
import { ApiFailure } from '../../api/client.ts';
import { plainText } from '../../testing/plain-text.ts';
import { formatValue, importerText, importProblem, problemText, rowTitle } from './format-value.ts';

const column = (of: Partial<RegistryColumn>) =>
  ({ name: 'a', kind: 'text', label: { sr: '', en: '' }, ...of }) as never;
const value = (of: Partial<RegistryColumn>, given: unknown) => formatValue(column(of), given, plainText);

describe('a value is written by its kind', () => {
  it('amounts with two decimals, rates with all of theirs', () => {
    expect([value({ kind: 'amount' }, '1234.5'), value({ kind: 'amount', scale: 2 }, 5)]).toEqual(['1.234,50', '5,00']);
    expect(value({ kind: 'amount', scale: 4 }, '117.2')).toBe('117,2');
  });

  it('days, named codes and names of the data as people read them; codes and whole numbers as they are', () => {
    expect(value({ kind: 'date' }, '2026-03-01')).toBe('1.3.2026.');
    expect(value({ values: { city: { sr: 'град', en: 'city' } } }, 'city')).toBe('град');
    expect([value({ values: {} }, 'city'), value({}, 'Ниш')]).toEqual(['«city»', '«Ниш»']);
    expect([value({ kind: 'code' }, '007'), value({ kind: 'int' }, 12345)]).toEqual(['007', '12345']);
  });

  it.each([null, undefined, ''])('%j is no value', (given) => {
    for (const kind of ['text', 'amount', 'date', 'int'] as const) {
      expect(value({ kind }, given)).toBe('common.noValue');
    }
  });
});

it('a row is titled by its name, else by the columns that describe it, else by its key', () => {
  expect(rowTitle(registryOf('banks'), { name: 'Банка' } as never, plainText)).toBe('«Банка»');
  const rate = { currencyCode: 'EUR', rateDate: '2026-03-01' };
  const rates = registryOf('exchange-rates');
  expect(rowTitle(rates, rate as never, plainText)).toBe('EUR · 1.3.2026.');
  const { describedBy: _, ...byKey } = rates;
  expect(rowTitle({ ...byKey, key: ['rateDate', 'missing'] }, rate as never, plainText)).toBe('1.3.2026. · ');
});

describe('a refused value', () => {
  const year = column({ kind: 'int', min: 2000, max: 2100 });

  it.each(['InvalidDataType', 'InvalidFieldValue', 'LeadingZerosLost'])('%s says the rule of its column', (code) => {
    expect(problemText(year, code, plainText)).toBe(`status ${code} registries.expected | цео број, од 2000 до 2100`);
  });

  it('has no rule where it breaks none of its column', () => {
    expect(problemText(year, 'DatePassed', plainText)).toBe('status DatePassed');
    expect(problemText(column({}), 'InvalidDataType', plainText)).toBe('status InvalidDataType');
    expect(problemText(undefined, 'InvalidDataType', plainText)).toBe('status InvalidDataType');
  });
});

describe('an error of a file', () => {
  const of = (error: Partial<ImportError>, registry: Parameters<typeof registryOf>[0] = 'appropriations') =>
    importProblem(registryOf(registry), { row: 2, column: 'budgetYear', code: 'X', ...error }, plainText);

  it('without a value is that of its column', () => {
    expect(of({ code: 'InvalidDataType' })).toBe(
      'status InvalidDataType registries.expected | цео број, од 2000 до 2100',
    );
  });

  it('names the row with the same key, whose days are read as days', () => {
    expect(of({ sameAs: 7, value: 'EUR · 2026-03-01' })).toBe('registries.import.says.sameAs | 7 | EUR · 1.3.2026.');
  });

  it('suggests lost zeros, and names the registry without such a row', () => {
    expect(of({ value: '7', suggestion: '00007' })).toBe('registries.import.says.zeros | 7 | 00007');
    const reference = { code: 'UnknownReference', value: '99999', column: 'organizationCode' };
    expect(of(reference)).toMatch(/^registries\.import\.says\.unknown \| 99999 \| \p{Lu}/u);
    expect(of({ ...reference, column: 'budgetYear' })).toBe(
      'registries.import.says.value | status UnknownReference | 99999',
    );
  });

  it('says with its day that a period is wrong or over, and any other error with its value', () => {
    expect(of({ code: 'InvalidPeriod', value: '2026-03-01' })).toBe('registries.import.says.period | 1.3.2026.');
    expect(of({ code: 'DatePassed', value: '2026-03-01' })).toBe('registries.import.says.passed | 1.3.2026.');
    expect(of({ code: 'InvalidFieldValue', value: 'x' })).toBe(
      'registries.import.says.value | status InvalidFieldValue registries.expected | цео број, од 2000 до 2100 | x',
    );
    expect(of({ code: 'InvalidFieldValue', value: 'x', column: 'missing' })).toBe(
      'registries.import.says.value | status InvalidFieldValue | x',
    );
  });
});

it('whoever imports is named where that is why a change is refused', () => {
  const refused = (name: string, payload: unknown) => importerText(new ApiFailure(409, name, [], payload), plainText);
  expect(refused('RegistryImportRunning', { by: 'Вера' })).toBe('registries.import.by | «Вера»');
  expect(refused('RegistryImportRunning', { by: null })).toBeUndefined();
  expect(refused('RegistryImportRunning', null)).toBeUndefined();
  expect(refused('Other', { by: 'Вера' })).toBeUndefined();
  expect(importerText(new Error('x'), plainText)).toBeUndefined();
});
