import { describe, expect, it } from 'vitest';
import type { BaseManifest } from './base-manifest.ts';
import { basesFor, planFrom, requireWhole, rowUntil } from './plan.ts';
import { nameOf } from './segments.ts';
import { branchesIn, type Survey } from './survey.ts';

const base = (id: string, at: string, first: number, last: number, timeline = 1) =>
  ({
    id,
    at,
    system: '7',
    timeline,
    first: nameOf({ timeline, number: first }),
    last: nameOf({ timeline, number: last }),
  }) as BaseManifest;
const OLD = base('old', '2026-11-28T10:00:00.000Z', 2, 3);
const NEW = base('new', '2026-11-29T10:00:00.000Z', 6, 7);
const numbers = (from: number, to: number) =>
  new Set(Array.from({ length: to - from + 1 }, (_, index) => from + index));

function survey(segments: Record<string, Set<number>>, bases = [OLD, NEW]): Survey {
  return {
    bases: bases.map((manifest) => ({ manifest, signer: 'x' })),
    unusable: [],
    segments: new Map(Object.entries(segments)),
    histories: [],
  };
}

const ids = (to: Date | 'latest', named?: string) => basesFor(survey({}), to, named).map((found) => found.base.id);
const ALONE = { branches: [], target: 1 };
const chosen = (manifest: BaseManifest) => ({ base: manifest, signer: 'x' });

describe('the base of a restore', () => {
  it('was complete at the moment, the newest first, or is the one that is named', () => {
    expect(ids('latest')).toEqual(['new', 'old']);
    expect(ids(new Date(NEW.at))).toEqual(['new', 'old']);
    expect(ids(new Date(Date.parse(NEW.at) - 1))).toEqual(['old']);
    expect(ids('latest', 'old')).toEqual(['old']);
    expect(() => ids('latest', 'none')).toThrow('no complete base none');
    expect(() => ids(new Date(Date.parse(OLD.at) - 1))).toThrow(`oldest base was complete at ${OLD.at}`);
    expect(() => ids(new Date(OLD.at), 'new')).toThrow('does not go back so far');
    expect(() => basesFor({ ...survey({}, []), unusable: ['x: It is damaged.'] }, 'latest', undefined)).toThrow(
      'no complete base of the archive in this place. x: It is damaged.',
    );
  });
});

describe('the row of segments', () => {
  it('goes from the base to the end, or to the first hole', () => {
    const whole = planFrom(survey({ '7/1': numbers(1, 9) }), chosen(NEW), ALONE);
    expect(whole.row.map(({ number }) => number)).toEqual([6, 7, 8, 9]);
    expect(whole).toMatchObject({ hole: null, timeline: 1 });
    requireWhole(whole);
    const holed = planFrom(survey({ '7/1': new Set([6, 7, 8, 10]) }), chosen(NEW), ALONE);
    expect(holed.row).toHaveLength(3);
    expect(() => requireWhole(holed)).toThrow(`segment ${nameOf({ timeline: 1, number: 9 })} is missing`);
    expect(() => planFrom(survey({ '7/1': new Set([6, 8, 9]) }), chosen(NEW), ALONE)).toThrow('cannot be used');
    expect(() => planFrom(survey({ '8/1': numbers(1, 9) }), chosen(NEW), ALONE)).toThrow('cannot be used');
  });

  it('goes on with the timelines that restores have begun', () => {
    const branches = branchesIn('1\t0/8000400\tno recovery target specified\n\n2\t0/A000000\tbefore 2026-11-29\n');
    expect(branches).toEqual([
      { timeline: 1, segment: 8 },
      { timeline: 2, segment: 10 },
    ]);
    const all = { '7/1': numbers(6, 12), '7/2': numbers(8, 9), '7/3': numbers(10, 11) };
    const plan = planFrom(survey(all), chosen(NEW), { branches, target: 3 });
    expect(plan.row.map(({ timeline, number }) => [timeline, number])).toEqual([
      [1, 6],
      [1, 7],
      [2, 8],
      [2, 9],
      [3, 10],
      [3, 11],
    ]);
    expect(plan).toMatchObject({ hole: null, timeline: 3 });
    const cut = planFrom(survey({ ...all, '7/2': new Set([8]) }), chosen(NEW), { branches, target: 3 });
    expect(cut).toMatchObject({ hole: { timeline: 2, number: 9 }, timeline: 2 });
    // A base of the second timeline does not need the first one.
    const second = planFrom(survey(all), chosen(base('second', NEW.at, 8, 8, 2)), { branches, target: 3 });
    expect(second.row.map(({ timeline }) => timeline)).toEqual([2, 2, 3, 3]);
  });

  it('ends with the first segment that was complete after the moment', async () => {
    const plan = planFrom(survey({ '7/1': numbers(6, 12) }), chosen(NEW), ALONE);
    const at = async ({ number }: { number: number }) => new Date(Date.parse(NEW.at) + number * 60_000);
    const until = async (minutes: number) => {
      const row = await rowUntil(plan, new Date(Date.parse(NEW.at) + minutes * 60_000), at);
      return row.at(-1)?.number;
    };
    expect(await until(8.5)).toBe(9);
    // The next segment may contain more transactions of the very moment at which one was complete.
    expect(await until(9)).toBe(10);
    expect(await until(11.9)).toBe(12);
    // The base needs its last segment in any case.
    expect(await until(1)).toBe(7);
    await expect(until(12)).rejects.toThrow('The archive ends at 2026-11-29T10:12:00.000Z');
    await expect(rowUntil({ ...plan, hole: { timeline: 1, number: 13 } }, new Date('2026-11-30'), at)).rejects.toThrow(
      'has a hole',
    );
  });

  it('ends with the first segment after the moment also where a clock was set forward or back', async () => {
    const plan = planFrom(survey({ '7/1': numbers(6, 45) }), chosen(NEW), ALONE);
    const until = async (minutes: number, clock: (number: number) => number) => {
      const at = async ({ number }: { number: number }) => new Date(Date.parse(NEW.at) + clock(number) * 60_000);
      return (await rowUntil(plan, new Date(Date.parse(NEW.at) + minutes * 60_000), at)).at(-1)?.number;
    };
    // The clock is an hour ahead from the tenth to the thirtieth segment, which reach later moments first.
    const ahead = (number: number) => (number >= 10 && number <= 30 ? number + 60 : number);
    expect(await until(40.5, ahead)).toBe(10);
    expect(await until(8.5, ahead)).toBe(9);
    expect(await until(75.5, ahead)).toBe(16);
    await expect(until(100, ahead)).rejects.toThrow('The archive ends at 2026-11-29T10:45:00.000Z');
    // An hour back from the tenth segment on.
    const back = (number: number) => (number >= 10 ? number - 60 : number);
    expect(await until(8.5, back)).toBe(9);
    expect(await until(7.5, back)).toBe(8);
    await expect(until(9.5, back)).rejects.toThrow('The archive ends at');
  });
});
