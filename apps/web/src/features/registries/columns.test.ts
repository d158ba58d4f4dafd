import { describe, expect, it } from 'vitest';
import { REGISTRIES, registryOf } from '@pimis/domain/registries/catalogue';
import type { RegistryCode } from '@pimis/domain/registries/types';
import { plainText } from '../../testing/plain-text.ts';
import { tableColumns } from './columns.ts';

const columns = (code: RegistryCode, ended = false, names = {}) =>
  tableColumns(registryOf(code), plainText, { ended, names });
const shown = (code: RegistryCode, ended = false) =>
  columns(code, ended).flatMap(({ id, hidden }) => (hidden ? [] : [id]));
const cards = (code: RegistryCode, ended = false) =>
  Object.fromEntries(columns(code, ended).flatMap(({ id, card }) => (card ? [[id, card]] : [])));

describe('columns of a registry', () => {
  it('are all of its columns with their labels, sortable, amounts to the right', () => {
    for (const registry of REGISTRIES) {
      const made = columns(registry.code);
      expect(made.map(({ id, header, sortable }) => [id, header, sortable])).toEqual(
        registry.columns.map(({ name, label }) => [name, label.sr, true]),
      );
      expect(made.flatMap(({ id, align }) => (align === 'right' ? [id] : []))).toEqual(
        registry.columns.flatMap(({ name, kind }) => (kind === 'amount' ? [name] : [])),
      );
    }
  });

  it('show the first six and the last day by default', () => {
    expect(shown('currencies')).toEqual(['code', 'numericCode', 'name', 'nameEn', 'status', 'validFrom', 'validTo']);
    expect(shown('organizations').slice(0, 6)).toEqual(
      registryOf('organizations')
        .columns.slice(0, 6)
        .map(({ name }) => name),
    );
  });

  it('show others where the first do not describe a row, and the last day among ended rows', () => {
    const users = ['id', 'name', 'taxIdNumber', 'companyNumber', 'executionAccount', 'place', 'validTo'];
    expect(shown('budget-users').toSorted()).toEqual(users.toSorted());
    const appropriations = [
      'id',
      'budgetYear',
      'organizationCode',
      'programCode',
      'functionCode',
      'economicClassificationCode',
      'amount',
      'currentAmount',
    ];
    expect(shown('appropriations').toSorted()).toEqual(appropriations.toSorted());
    expect(shown('appropriations', true)).toContain('validTo');
  });
});

describe('the card of a row on a narrow screen', () => {
  it('has the name as its title, the key, and the last day among ended rows', () => {
    expect(cards('currencies')).toEqual({ code: 'meta', name: 'title' });
    expect(cards('currencies', true)).toEqual({ code: 'meta', name: 'title', validTo: 'right' });
  });

  it('has what describes a row of some registries', () => {
    expect(cards('appropriations', true)).toEqual({
      id: 'title',
      budgetYear: 'meta',
      organizationCode: 'meta',
      currentAmount: 'left',
    });
    expect(cards('exchange-rates')).toEqual({
      currencyCode: 'title',
      rateDate: 'meta',
      middleRate: 'left',
      unit: 'right',
    });
    expect(cards('budget-users')).toEqual({ id: 'meta', name: 'title', place: 'left' });
    expect(cards('organizations')).toEqual({ id: 'meta', name: 'title', place: 'left' });
  });

  it('labels what stands at its sides', () => {
    const labelled = columns('exchange-rates').flatMap((one) => (one.card ? [[one.id, one.labelled]] : []));
    expect(Object.fromEntries(labelled)).toEqual({
      currencyCode: false,
      rateDate: false,
      middleRate: true,
      unit: true,
    });
  });
});

it('a code is shown with the name of its row, if the page has it', () => {
  const [code] = columns('exchange-rates', false, { currencyCode: { EUR: 'евро' } });
  const cell = (row: object) => code?.cell(row as never);
  expect([cell({ currencyCode: 'EUR' }), cell({ currencyCode: 'USD' })]).toEqual(['EUR – «евро»', 'USD']);
});
