import { expect, it } from 'vitest';
import { readTableState } from '../ui/DataTable/state.ts';
import { parseSearch, stringifySearch } from './address-values.ts';

const filtersOf = (search: string) => readTableState(parseSearch(search)).filters;
const TEXTS = ['2026.10', '1e2', '12345678901234567890', '007', '2026', 'true', 'null', '"а"', '-', ' пут '];

it('reads a filter as it is written in an address, also where a number would be written otherwise', () => {
  for (const text of ['2026.10', '1e2', '12345678901234567890', '007', '2026']) {
    expect(filtersOf(`?f.search=${text}`)).toEqual({ search: text });
  }
});

it('reads what it has written', () => {
  for (const search of TEXTS) expect(filtersOf(stringifySearch({ 'f.search': search }))).toEqual({ search });
  expect(parseSearch(stringifySearch({ page: 3, desc: true, 'f.phase': '2' }))).toEqual({
    page: 3,
    desc: true,
    'f.phase': '2',
  });
});

it('reads addresses that quote a number', () => {
  expect(filtersOf('?f.search=%222026.10%22')).toEqual({ search: '2026.10' });
});
