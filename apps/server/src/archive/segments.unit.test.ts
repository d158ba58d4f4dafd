import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptyState, isBaseUsable, needsBase, noteGap, noteSegment } from './sending-state.ts';
import { SentTime } from './progress-of-time.ts';
import {
  archivedAt,
  bytesOf,
  follows,
  historyKey,
  historyOf,
  nameOf,
  reaches,
  requireSegment,
  segmentBefore,
  segmentKey,
  segmentOf,
} from './segments.ts';

const at = (number: number, timeline = 1) => ({ timeline, number });

describe('names of segments', () => {
  it('count on across the borders of a log', () => {
    expect(nameOf(at(255))).toBe('0000000100000000000000FF');
    expect(nameOf(at(256))).toBe('000000010000000100000000');
    expect(segmentOf('00000001.history')).toBeNull();
    expect(segmentOf('000000010000000000000003.00000028.backup')).toBeNull();
    expect(historyOf('0000000A.history')).toBe(10);
    expect(() => requireSegment('x')).toThrow('Not a segment');
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 39 }), fc.integer({ min: 1, max: 2 ** 31 }), (number, timeline) => {
        const segment = at(number, timeline);
        expect(segmentOf(nameOf(segment))).toEqual(segment);
        expect(archivedAt(segmentKey('7', segment))).toEqual({ system: '7', timeline, segment });
        expect(nameOf(at(number + 1, timeline)) > nameOf(segment)).toBe(true);
      }),
    );
    expect(archivedAt(historyKey('7', 2))).toEqual({ system: '7', timeline: 2, segment: null });
    expect(archivedAt('wal/7/bases/x')).toBeNull();
  });

  it('follow each other on one timeline', () => {
    expect(follows(at(4), at(3))).toBe(true);
    expect(follows(at(5), at(3))).toBe(false);
    expect(follows(at(4, 2), at(3))).toBe(false);
  });

  it('have the positions before their end', () => {
    expect(bytesOf('1/10')).toBe(2 ** 32 + 16);
    expect(segmentBefore(1, '0/3000000')).toEqual(at(2));
    expect(segmentBefore(1, '0/3000001')).toEqual(at(3));
    expect(reaches(at(2), '0/3000000')).toBe(true);
    expect(reaches(at(2), '0/3000028')).toBe(true);
    expect(reaches(at(2), '0/3000029')).toBe(false);
  });
});

describe('what was sent', () => {
  const base = (first: number, last: number, timeline = 1) => ({
    system: '1',
    id: 'x',
    at: '',
    first: nameOf(at(first, timeline)),
    last: nameOf(at(last, timeline)),
  });

  it('has a gap where a segment does not follow, and is whole again with a base after it', () => {
    const state = emptyState('1');
    expect(needsBase(state, 1)).toBe(true);
    for (const number of [1, 2, 3]) noteSegment(state, at(number), '');
    expect(state).toMatchObject({ segment: nameOf(at(3)), broken: null });
    state.base = base(2, 4);
    expect(isBaseUsable(state)).toBe(false);
    noteSegment(state, at(4), '');
    expect([isBaseUsable(state), needsBase(state, 1)]).toEqual([true, false]);
    // Segments that are sent again after a process was killed.
    for (const number of [3, 4]) noteSegment(state, at(number), '');
    expect(state).toMatchObject({ segment: nameOf(at(4)), broken: null });
    noteSegment(state, at(7), 'the moment');
    expect(state.gaps).toEqual([
      { first: nameOf(at(5)), last: nameOf(at(6)), at: 'the moment', reason: 'segments were not kept' },
    ]);
    expect([isBaseUsable(state), needsBase(state, 1)]).toEqual([false, true]);
    state.base = base(6, 7);
    expect([isBaseUsable(state), needsBase(state, 1)]).toEqual([false, true]);
    state.base = base(7, 7);
    expect([isBaseUsable(state), needsBase(state, 1)]).toEqual([true, false]);
    noteGap(state, { first: at(5), last: at(6) }, '', 'known already');
    expect(state.gaps).toHaveLength(1);
  });

  it('needs a base of its own on the timeline that a restore has begun', () => {
    const state = emptyState('1');
    noteSegment(state, at(9), '');
    state.base = base(8, 9);
    noteSegment(state, at(10, 2), '');
    expect(state.broken).toBeNull();
    expect([isBaseUsable(state), needsBase(state, 2)]).toEqual([false, true]);
    state.base = base(10, 10, 2);
    expect([isBaseUsable(state), needsBase(state, 2)]).toEqual([true, false]);
  });

  it('is the present only while no transaction has ended since', () => {
    const time = new SentTime();
    const moment = (second: number, position: string, oldest: number, next: number) => ({
      at: new Date(second * 1_000).toISOString(),
      position,
      oldest: BigInt(oldest),
      next: BigInt(next),
    });
    const second = (text: string | null) => (text === null ? null : Date.parse(text) / 1_000);
    expect(time.reach(moment(1, '0/2000100', 5, 5), null)).toBeNull();
    // Checkpoints write to the log, too.
    expect(second(time.reach(moment(2, '0/3000100', 5, 5), at(2)))).toBe(2);
    expect(second(time.reach(moment(3, '0/3000200', 5, 5), at(2)))).toBe(3);
    expect(second(time.reach(moment(4, '0/3000300', 5, 6), at(2)))).toBe(1);
    expect(second(time.reach(moment(5, '0/4000000', 6, 6), at(3)))).toBe(5);
    // A transaction that had begun before ends now; later ones have already ended.
    expect(second(time.reach(moment(6, '0/5000000', 6, 8), at(4)))).toBe(6);
    expect(second(time.reach(moment(7, '0/5000100', 8, 8), at(4)))).toBe(6);
  });
});
