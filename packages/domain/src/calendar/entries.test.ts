import { describe, expect, it } from 'vitest';
import { type CalendarFact, entryTitle, postponedFact, publishEntries, quarterFact, sessionFact } from './entries.ts';

const PROJECT = { code: 'PR-1', number: '12/2026' };
const at = (today: string) => ({ today, now: `${today}T09:00:00.000Z` });
const publish = (before: Parameters<typeof publishEntries>[0], facts: readonly CalendarFact[], day: string) =>
  publishEntries(before, facts, at(day));

describe('entries that were published', () => {
  const [first] = publish([], [postponedFact(PROJECT, '2026-06-01')], '2026-04-01').entries;
  if (!first) throw new Error('No entry');

  it('begin with sequence 0, and stay the same without a change', () => {
    expect(first).toEqual({
      kind: 'postponed',
      key: 'postponed-PR-1',
      day: '2026-06-01',
      reference: 'PR-1 12/2026',
      sequence: 0,
      cancelled: false,
      changed: '2026-04-01T09:00:00.000Z',
    });
    expect(publish([first], [postponedFact(PROJECT, '2026-06-01')], '2026-04-02')).toEqual({
      entries: [first],
      changed: false,
    });
  });

  it('get the next number when the day or the number changes, or when they come back', () => {
    const moved = publish([first], [postponedFact(PROJECT, '2026-07-01')], '2026-04-02');
    expect(moved).toMatchObject({ changed: true, entries: [{ key: first.key, day: '2026-07-01', sequence: 1 }] });
    const renumbered = publish(
      moved.entries,
      [postponedFact({ ...PROJECT, number: '13/2026' }, '2026-07-01')],
      '2026-04-03',
    );
    expect(renumbered.entries).toMatchObject([{ sequence: 2, changed: '2026-04-03T09:00:00.000Z' }]);
    const gone = publish(renumbered.entries, [], '2026-04-04');
    const back = publish(gone.entries, [postponedFact({ ...PROJECT, number: '13/2026' }, '2026-07-01')], '2026-04-05');
    expect(back.entries).toMatchObject([{ sequence: 4, cancelled: false }]);
  });

  it('are cancelled once when they are gone before their day, and stay as they were from that day on', () => {
    const gone = publish([first], [], '2026-05-31');
    expect(gone.entries).toEqual([{ ...first, sequence: 1, cancelled: true, changed: '2026-05-31T09:00:00.000Z' }]);
    expect(publish(gone.entries, [], '2026-05-31').changed).toBe(false);
    expect(publish([first], [], '2026-06-01')).toEqual({ entries: [first], changed: false });
  });

  it('are kept for a year after their day, and longer while they hold', () => {
    expect(publish([first], [], '2027-06-01').entries).toEqual([first]);
    expect(publish([first], [], '2027-06-02')).toEqual({ entries: [], changed: true });
    expect(publish([first], [postponedFact(PROJECT, '2026-06-01')], '2027-06-02').changed).toBe(false);
  });

  it('are sorted by day, those of a day by key', () => {
    const session = (id: number, day: string) => sessionFact({ id, name: '' }, day);
    const sorted = [session(3, '2026-05-01'), session(4, '2026-05-01'), session(1, '2026-05-02')] as const;
    const keys = sorted.map(({ key }) => key);
    const [a, b, c] = sorted;
    for (const facts of [
      [a, b, c],
      [a, c, b],
      [b, a, c],
      [b, c, a],
      [c, a, b],
      [c, b, a],
    ]) {
      expect(publish([], facts, '2026-04-01').entries.map(({ key }) => key)).toEqual(keys);
    }
  });

  it('have changed where one of several has', () => {
    const other = quarterFact(PROJECT, '2026-07-01');
    const { entries } = publish([first], [postponedFact(PROJECT, '2026-06-01'), other], '2026-04-02');
    const moved = publish(entries, [postponedFact(PROJECT, '2026-06-02'), other], '2026-04-03');
    expect(moved.changed).toBe(true);
    expect(moved.entries.map(({ key, sequence }) => [key, sequence])).toEqual([
      ['postponed-PR-1', 1],
      ['quarter-PR-1-2026-07-01', 0],
    ]);
  });
});

describe('the title of an entry', () => {
  it('is code, number and step', () => {
    expect(entryTitle(quarterFact(PROJECT, '2027-01-01'), 'sr')).toBe('PR-1 12/2026: извештај за 4. квартал 2026.');
    expect(entryTitle(quarterFact(PROJECT, '2026-07-01'), 'en')).toBe('PR-1 12/2026: report for quarter 2 of 2026');
    expect(entryTitle(postponedFact({ code: 'PR-1', number: '' }, '2026-07-01'), 'sr')).toBe('PR-1: истиче одлагање');
    expect(entryTitle(sessionFact({ id: 1, name: '2026-12' }, '2026-07-01'), 'sr')).toBe('2026-12: седница комисије');
  });

  it('has no name that somebody gave a list', () => {
    for (const name of ['Ковачевић', '2026-7 Ковачевић', 'за 2026-7']) {
      expect(entryTitle(sessionFact({ id: 1, name }, '2026-07-01'), 'en')).toBe('session of the commission');
    }
  });
});
