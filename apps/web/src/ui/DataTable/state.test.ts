import i18next from 'i18next';
import { LARGEST_PAGE } from '@pimis/domain/constants';
import { describe, expect, it, onTestFinished } from 'vitest';
import { FIRST_PAGE, listParameters, persistentState, readTableState, writeTableState } from './state.ts';

describe('the address of a table', () => {
  it('gives the first page where it says nothing that a table knows', () => {
    for (const search of [
      {},
      { page: 0, perPage: 7, at: 'x:1', exact: 'yes', sort: '', cols: '', which: '', desc: 'no', 'f.name': '' },
      { page: -1, perPage: 1_000_000, at: 'after:', exact: 1, sort: 5, cols: 1, which: 1, desc: 1, name: 'x' },
      { page: 1.5, 'f.name': undefined },
    ]) {
      expect(readTableState(search)).toEqual(FIRST_PAGE);
    }
  });

  it('may name the last page that a list has, the end of a list, and a key of the server alone', () => {
    expect(readTableState({ page: LARGEST_PAGE }).page).toBe(LARGEST_PAGE);
    expect(readTableState({ page: LARGEST_PAGE + 1 }).page).toBe(1);
    expect(['end', 'before:k', 'xafter:k', 'after:k\n', 7].map((at) => readTableState({ at }).at)).toEqual([
      'end',
      'before:k',
      undefined,
      undefined,
      undefined,
    ]);
    expect(Object.keys(persistentState({ perPage: 25 }))).toEqual(['perPage']);
  });

  it('is written as it is read, without what is the same anyway', () => {
    const full = {
      page: 3,
      perPage: 25,
      at: 'after:key',
      exact: true,
      sortBy: 'name',
      descending: true,
      columns: ['code', 'name'],
      which: 'finished',
      filters: { name: 'вода', 'value-from': '5' },
    };
    expect(readTableState(writeTableState(full))).toEqual(full);
    const texts = { ...writeTableState(full), page: '3', perPage: '25', exact: 'true', desc: 'true' };
    expect(readTableState(texts)).toEqual(full);
    expect(Object.values(writeTableState(FIRST_PAGE)).filter((value) => value !== undefined)).toEqual([]);
    // A first page has no place of its own.
    expect(writeTableState({ ...full, page: 1 }).at).toBeUndefined();
    expect(persistentState(writeTableState(full))).toEqual({
      perPage: 25,
      sort: 'name',
      desc: true,
      cols: 'code,name',
    });
  });

  it.each([
    ['sr-Cyrl', null],
    ['sr-Latn', 'latin'],
    ['en', 'latin'],
  ])('asks for names in the order of the alphabet of %s', (language, script) => {
    const shown = i18next.language;
    onTestFinished(() => {
      i18next.language = shown;
    });
    i18next.language = language;
    expect(new URLSearchParams(listParameters(FIRST_PAGE)).get('script')).toBe(script);
  });

  it('asks the server for that page', () => {
    const asked = (more: object) =>
      Object.fromEntries(new URLSearchParams(listParameters({ ...FIRST_PAGE, ...more }, { own: '1' })));
    const first = { perPage: '10', page: '1', own: '1' };
    expect(asked({})).toEqual(first);
    for (const at of ['end', 'after:k']) expect(asked({ at })).toEqual(first);
    expect(asked({ page: 2, at: 'end' })).toEqual({ ...first, page: '2', end: 'true' });
    expect(asked({ page: 2, at: 'before:a:b' })).toEqual({ ...first, page: '2', before: 'a:b' });
    expect(asked({ exact: true, sortBy: 'name', filters: { 'a-to': '1' } })).toEqual({
      ...first,
      exact: 'true',
      sort_by: 'name',
      sort_desc: 'false',
      'filter[a-to]': '1',
    });
  });
});

describe('the query of a list', () => {
  it.each([true, false])('names the order and its direction: descending %s', (descending) => {
    const parameters = new URLSearchParams(listParameters({ ...FIRST_PAGE, sortBy: 'name', descending }));
    expect([parameters.get('sort_by'), parameters.get('sort_desc')]).toEqual(['name', String(descending)]);
  });

  it('names no direction without an order', () => {
    expect(listParameters({ ...FIRST_PAGE, descending: true })).not.toContain('sort');
  });
});
