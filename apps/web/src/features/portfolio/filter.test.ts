import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { keep } from '../../browser/storage.ts';
import { FIRST_PAGE } from '../../ui/DataTable/state.ts';
import { keptFilter, portfolioParameters, projectsAddress, toggledFilters } from './filter.ts';

const KEPT = 'pimis.portfolio.nobody';

beforeEach(() => {
  const texts = new Map<string, string>();
  const sessionStorage = {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => texts.set(key, text),
  };
  vi.stubGlobal('window', { sessionStorage });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

it('takes the filter that the tab has kept for an address that says nothing, and for no other', () => {
  keep(KEPT, JSON.stringify({ 'f.sector': '1,2', which: 'finished', page: 7, note: 'a' }), 'sessionStorage');
  expect(keptFilter({})).toMatchObject({ ...FIRST_PAGE, filters: { sector: '1,2' }, which: 'finished' });
  expect(keptFilter({ 'f.level': '1' })).toMatchObject({ filters: { level: '1' }, which: undefined });
  // Parameters of a view are not filters, but the menu opens addresses without any, so the kept filter is not used.
  expect(keptFilter({ measure: 'value' })).toMatchObject({ filters: {}, which: undefined });
});

it.each(['', 'нешто', '[]', 'null'])('takes none of a kept text that says none: %s', (text) => {
  keep(KEPT, text, 'sessionStorage');
  expect(keptFilter({})).toMatchObject({ filters: {}, which: undefined });
});

it('asks for the finished projects where they are chosen, else for those under way', () => {
  const asked = (which: string | undefined, own = {}) =>
    portfolioParameters({ ...FIRST_PAGE, which, filters: { sector: '1,2' } }, own);
  expect(asked('finished', { group: 'sector' })).toBe('status=finished&group=sector&filter%5Bsector%5D=1%2C2');
  expect(asked(undefined)).toBe('status=pending&filter%5Bsector%5D=1%2C2');
  expect(asked('archived')).toBe('status=pending&filter%5Bsector%5D=1%2C2');
});

it('leads to the projects behind a number, of the same tab', () => {
  const state = { ...FIRST_PAGE, filters: { level: '1' } };
  expect(projectsAddress({ ...state, which: 'finished' }, { sector: '2' })).toBe(
    '/projects?which=finished&f.level=1&f.sector=2',
  );
  expect(projectsAddress(state)).toBe('/projects?which=pending&f.level=1');
});

it('a press on a mark filters by its group, and a second one takes that back', () => {
  const year = { 'createdDate-from': '2026-01-01', 'createdDate-to': '2026-12-31' };
  const groups: Record<string, string>[] = [{ phase: '2' }, { district: '20' }, { phase: '2', onTurn: 'own' }, year];
  for (const group of groups) {
    const once = toggledFilters({ search: 'пут' }, group);
    expect(once).toEqual({ search: 'пут', ...group });
    expect(toggledFilters(once, group)).toEqual({ search: 'пут' });
  }
  expect(toggledFilters({ phase: '2' }, { phase: '3' })).toEqual({ phase: '3' });
  // Days stay within those of the filter.
  expect(toggledFilters({ 'createdDate-from': '2026-07-01' }, year)).toEqual({
    'createdDate-from': '2026-07-01',
    'createdDate-to': '2026-12-31',
  });
});
