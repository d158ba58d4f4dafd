import { expect, test } from 'vitest';
import { signIn } from '../../testing/sign-in.ts';
import { FIRST_PAGE } from '../../ui/DataTable/state.ts';
import {
  countParameters,
  finishedChoice,
  firstParameters,
  GROUPED_BY,
  showsFinished,
  tableParameters,
} from './table-query.ts';

test('finished projects are shown first to who has chosen them, not to the next one on this computer', () => {
  signIn(1);
  localStorage.setItem(finishedChoice().key, 'true');
  expect(firstParameters(FIRST_PAGE, false)).toContain('status=finished');
  signIn(2);
  expect(firstParameters(FIRST_PAGE, false)).toContain('status=pending');
});

/** The parameters that select rows, without those that ask for one page of them. */
function selectionOf(parameters: string): Record<string, string> {
  const {
    page: _page,
    perPage: _perPage,
    groups: _groups,
    ...selection
  } = Object.fromEntries(new URLSearchParams(parameters));
  return selection;
}

const BOTH = [false, true];
const LIVE = { archived: false, finished: false, followed: false, onlyAbsent: false };
const TABLES = BOTH.flatMap((archived) =>
  BOTH.flatMap((finished) =>
    BOTH.flatMap((followed) => BOTH.map((onlyAbsent) => ({ archived, finished, followed, onlyAbsent }))),
  ),
);

test.each(TABLES)('a filter counts the rows that its table would show: %o', (which) => {
  const state = { ...FIRST_PAGE, exact: true, sortBy: GROUPED_BY, filters: { search: 'пут', phase: '2' } };
  const rows = selectionOf(tableParameters(state, which));
  expect(selectionOf(countParameters(state, which))).toEqual(rows);
  expect(rows).toMatchObject({ 'filter[search]': 'пут', 'filter[phase]': '2', exact: 'true' });
  expect([rows.followed, rows.onlyAbsent]).toEqual(
    [which.followed, which.onlyAbsent].map((on) => (on ? 'true' : undefined)),
  );
});

test('the address decides between finished projects and others before the choice of this computer', () => {
  expect(BOTH.map((kept) => showsFinished(FIRST_PAGE, kept))).toEqual([false, true]);
  expect(BOTH.map((kept) => showsFinished({ ...FIRST_PAGE, which: 'finished' }, kept))).toEqual([true, true]);
  expect(BOTH.map((kept) => showsFinished({ ...FIRST_PAGE, which: 'pending' }, kept))).toEqual([false, false]);
});

test('projects are grouped in the order of stages alone, not against it', () => {
  const groups = (descending: boolean, sortBy: string) =>
    new URLSearchParams(tableParameters({ ...FIRST_PAGE, sortBy, descending }, LIVE)).get('groups');
  expect([groups(false, GROUPED_BY), groups(true, GROUPED_BY), groups(false, 'name')]).toEqual(['true', null, null]);
});
