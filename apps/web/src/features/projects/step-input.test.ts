import { expect, it } from 'vitest';
import type { AvailableAction } from '@pimis/contract/projects';
import { boundsOf, isOutOfBounds, missingOf, requestOf, type StepInput } from './step-input.ts';

const step = (...needed: ('comment' | 'date' | 'postponedDate')[]) =>
  ({
    action: 7,
    needs: {
      comment: needed.includes('comment'),
      date: needed.includes('date'),
      postponedDate: needed.includes('postponedDate'),
    },
  }) as unknown as AvailableAction;
const EMPTY: StepInput = { comment: '', date: null, postponed: null };
const TODAY = '2026-04-02';

it('a decision is not of a later day, and a postponement ends after it', () => {
  expect(boundsOf({ ...EMPTY, date: '2026-03-31' }, TODAY)).toEqual({
    latestDate: TODAY,
    earliestPostponement: '2026-04-01',
  });
  expect(boundsOf(EMPTY, undefined)).toEqual({ latestDate: undefined, earliestPostponement: undefined });
  expect(boundsOf({ ...EMPTY, date: '31.3.' }, TODAY).earliestPostponement).toBeUndefined();
});

it('days out of bounds are found where the step asks for them', () => {
  const bounds = { latestDate: TODAY, earliestPostponement: '2026-04-01' };
  const both = step('date', 'postponedDate');
  const isOut = (input: Partial<StepInput>, of = both) => isOutOfBounds(of, { ...EMPTY, ...input }, bounds);
  expect([isOut({ date: TODAY }), isOut({ date: '2026-04-03' })]).toEqual([false, true]);
  expect([isOut({ postponed: '2026-04-01' }), isOut({ postponed: '2026-03-31' })]).toEqual([false, true]);
  expect(isOut({})).toBe(false);
  expect(isOut({ date: '2026-04-03', postponed: '2026-03-31' }, step())).toBe(false);
  const unbound = { latestDate: undefined, earliestPostponement: undefined };
  expect(isOutOfBounds(both, { ...EMPTY, date: '2999-01-01', postponed: '1999-01-01' }, unbound)).toBe(false);
});

it('what a step needs is missing while it is blank or no day', () => {
  const nothing = { comment: false, date: false, postponedDate: false };
  const all = step('comment', 'date', 'postponedDate');
  expect(missingOf(step(), EMPTY)).toEqual(nothing);
  expect(missingOf(all, EMPTY)).toEqual({ comment: true, date: true, postponedDate: true });
  expect(missingOf(all, { comment: ' ', date: 'x', postponed: 'x' })).toEqual({
    comment: true,
    date: true,
    postponedDate: true,
  });
  expect(missingOf(all, { comment: 'а', date: TODAY, postponed: TODAY })).toEqual(nothing);
});

it('only what the step needs is sent, with a comment if there is one', () => {
  const input = { comment: ' а ', date: TODAY, postponed: '2026-05-01' };
  expect(requestOf(step(), input)).toEqual({ action: 7, comment: 'а' });
  expect(requestOf(step(), { ...input, comment: ' ' })).toEqual({ action: 7 });
  expect(requestOf(step('date'), EMPTY)).toEqual({ action: 7, date: null });
  expect(requestOf(step('date', 'postponedDate'), input)).toEqual({
    action: 7,
    comment: 'а',
    date: TODAY,
    postponedDate: '2026-05-01',
  });
});
