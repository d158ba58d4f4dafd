import { expect, test } from 'vitest';
import { answerCalls, readAfter, shownMeanwhile } from '../../../testing/queries.ts';
import { appropriationsQuery, observersQuery } from './option-list.ts';

test.each([
  ['organizations', observersQuery],
  ['appropriations', appropriationsQuery],
] as const)(
  'a page of %s is read, stays while the next one is read, and is read again after a change',
  async (list, query) => {
    answerCalls();
    const page = { rows: [`/api/projects/A-1/${list}?page=1`], totalRows: 7 };
    expect(await readAfter(query('A-1', 'page=1'), ['project', 'A-1'])).toEqual({ read: page, again: true });
    expect(await shownMeanwhile(query('A-1', 'page=1'), query('A-1', 'page=2'))).toEqual(page);
    expect(query('A-1', 'page=1').queryKey).toContain(list);
  },
);
