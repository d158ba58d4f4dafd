import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { can } from '../access/policies.ts';
import { CLAIMS } from '../access/claims.ts';
import { searchWords } from '../text/search.ts';
import { someone } from '../../test/workflow.ts';
import { columnOf, keyOfId, REGISTRIES, registryOf, rowId } from './catalogue.ts';
import { REGISTRY_CODES, type RegistryColumn } from './types.ts';
import { parseCell } from './cells.ts';

const AMOUNT: RegistryColumn = { name: 'a', kind: 'amount', label: { sr: 'a', en: 'a' }, scale: 2, min: 0 };
const RATE: RegistryColumn = { ...AMOUNT, scale: 4 };
const DAY: RegistryColumn = { name: 'd', kind: 'date', label: { sr: 'd', en: 'd' } };

describe('the catalogue of registries', () => {
  it('describes each registry once', () => {
    expect(REGISTRIES.map((registry) => registry.code)).toEqual([...REGISTRY_CODES]);
  });

  it.each(REGISTRIES.map((registry) => [registry.code, registry] as const))('%s holds together', (_, registry) => {
    const names = registry.columns.map((column) => column.name);
    expect(new Set(names).size).toBe(names.length);
    for (const key of registry.key) expect(columnOf(registry, key)?.required).toBe(true);
    for (const name of [registry.name, registry.newestBy, ...(registry.describedBy ?? [])])
      if (name !== undefined) expect(names).toContain(name);
    expect(registry.name ?? registry.describedBy).toBeDefined();
    expect(names).toContain('validTo');
    expect(names.includes('validFrom')).toBe(registry.validity === 'period');
    for (const { references } of registry.columns) if (references) expect(registryOf(references).key).toHaveLength(1);
    if (registry.claim) expect(CLAIMS).toHaveProperty(registry.claim);
  });

  it('names a row by its key and reads the key back', () => {
    const rates = registryOf('exchange-rates');
    expect(rowId(rates, { currencyCode: 'EUR', rateDate: '2026-11-20' })).toBe('EUR_2026-11-20');
    expect(keyOfId(rates, 'EUR_2026-11-20')).toEqual({ currencyCode: 'EUR', rateDate: '2026-11-20' });
    expect(keyOfId(rates, 'EUR')).toBeUndefined();
    expect(rowId(rates, { currencyCode: 'EUR', rateDate: null })).toBeUndefined();
  });
});

describe('maintenance of a registry', () => {
  it.each([
    ['Bank', 'banks', 'countries'],
    ['Currency', 'exchange-rates', 'banks'],
    ['Municipality', 'districts', 'budget-users'],
    ['BudgetUser', 'budget-users', 'treasury-branches'],
  ] as const)('is open to role %s for %s, not for %s', (role, own, other) => {
    const user = someone(role, '00000');
    expect(can(user, 'registry.write', { registryClaim: registryOf(own).claim })).toBe(true);
    expect(can(user, 'registry.write', { registryClaim: registryOf(other).claim })).toBe(false);
    expect(can(user, 'registry.write')).toBe(true);
  });

  it('is open to an operator and an administrator for all, to nobody else', () => {
    for (const { claim } of REGISTRIES) {
      expect(can(someone('Operator', '00000'), 'registry.write', { registryClaim: claim })).toBe(true);
      expect(can(someone('Administrator', '00000'), 'registry.write', { registryClaim: claim })).toBe(true);
      expect(can(someone('Local_Admin', '50112'), 'registry.write', { registryClaim: claim })).toBe(false);
    }
  });
});

describe('a cell', () => {
  it.each([
    ['1234.5', '1234.50'],
    ['1234,5', '1234.50'],
    ['1.234,50', '1234.50'],
    ['1.234.567', '1234567.00'],
    ['0012.00', '12.00'],
    ['0', '0.00'],
    ['-0', '0.00'],
    ['1,234.50', '1234.50'],
  ])('amount %s is %s', (text, value) => {
    expect(parseCell(AMOUNT, text)).toEqual({ value });
  });

  it.each(['1.234', 'abc', '1.500', '12.345', '1234567890123456', '--1', '1e5'])('%s is no amount', (text) => {
    expect(parseCell(AMOUNT, text)).toEqual({ problem: 'InvalidDataType' });
  });

  it('knows the bounds and the decimals of its column', () => {
    expect(parseCell(AMOUNT, '-1')).toEqual({ problem: 'InvalidFieldValue' });
    expect(parseCell(RATE, '117,1234')).toEqual({ value: '117.1234' });
  });

  it.each([
    ['2026-02-28', '2026-02-28'],
    ['28.2.2026.', '2026-02-28'],
    ['28.02.2026', '2026-02-28'],
  ])('day %s is %s', (text, value) => {
    expect(parseCell(DAY, text)).toEqual({ value });
  });

  it.each(['30.2.2026.', '2026-2-1', '2026-13-01', '1.1.26', '0001-01-01'])('%s is no day', (text) => {
    expect(parseCell(DAY, text)).toEqual({ problem: 'InvalidDataType' });
  });

  it('refuses a code of another shape and an empty mandatory one', () => {
    const code = columnOf(registryOf('banks'), 'code');
    if (!code) throw new Error('banks have a code');
    expect(parseCell(code, ' 105 ')).toEqual({ value: '105' });
    expect(parseCell(code, '1055')).toEqual({ problem: 'InvalidFieldValue' });
    expect(parseCell(code, '  ')).toEqual({ problem: 'MandatoryFieldNotSet' });
    expect(parseCell({ ...code, required: false }, '')).toEqual({ value: null });
  });

  it('reads back every stored value unchanged', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), (text) => {
        for (const column of [AMOUNT, RATE, DAY, { ...DAY, kind: 'text' as const }]) {
          const first = parseCell(column, text);
          if ('value' in first) expect(parseCell(column, first.value)).toEqual(first);
        }
      }),
    );
  });
});

describe('the words of a search', () => {
  it.each([
    ['Чачак', ['cacak']],
    ['ČAČAK', ['cacak']],
    ['Ђурђево', ['durdevo']],
    ['RS-04  „Ниш“', ['rs', '04', 'nis']],
    [' %_ ', []],
  ])('%s', (text, words) => {
    expect(searchWords(text)).toEqual(words);
  });
});
