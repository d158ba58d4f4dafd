import { calendarOf } from '../packages/domain/src/portfolio/scenario/calendar.ts';
import type { Candidate, ScenarioData, YearAmount } from '../packages/domain/src/portfolio/scenario/types.ts';

/** Random scenarios for measurements: the same at each run. */

const SOURCES = ['A', 'B', 'C', 'D', 'E', 'F'];
const FIRST_YEAR = 2027;
const YEARS = 8;

/** mulberry32: numbers from 0 to below 1, the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * `share`: the ceilings as a part of all needs. Kinds: a few are worth as much as all others (`mixed`), evenly
 * distributed worth (`uniform`), the same with one source each (`single`), all alike with many needs (`even`).
 */
export function scenario(seed: number, count: number, share: number, kind = 'mixed'): ScenarioData {
  const random = randomOf(seed);
  const pick = (most: number) => Math.floor(random() * most);
  const candidates = Array.from({ length: count }, (_, index): Candidate => {
    const isEven = kind === 'even';
    const worth = isEven
      ? 1e9 * (1 + 4 * random())
      : kind === 'uniform' || kind === 'single'
        ? 1e8 * (1 + 99 * random())
        : 10 ** (7 + 4 * random());
    const [first, length, sources] = isEven
      ? [pick(4), 3 + pick(5), 2 + pick(3)]
      : [pick(YEARS - 1), 1 + pick(4), kind === 'single' ? 1 : 1 + pick(3)];
    const own = Array.from({ length: sources }, () => SOURCES[pick(SOURCES.length)] ?? 'A');
    const years = Array.from({ length }, (__, year) => first + year).filter((year) => year < YEARS);
    const needs = years.flatMap((year) =>
      own.map(
        (source): YearAmount => ({
          year: FIRST_YEAR + year,
          source,
          amount: ((worth / years.length / own.length) * (0.5 + random())).toFixed(2),
        }),
      ),
    );
    return {
      code: `K${index}`,
      name: `Пројекат ${index}`,
      organizationName: '',
      sector: 1,
      phase: 3,
      mark: (20 + 80 * random()).toFixed(2),
      worth: worth.toFixed(2),
      needs,
      state: 'in',
      shift: 0,
    };
  });
  const cells = [...calendarOf({ candidates, ceilings: [], committed: [] }).cells.values()];
  const ceilings = cells.map(({ year, source, chosen }) => ({
    year,
    source,
    amount: ((Number(chosen) / 100) * share * (0.7 + 0.6 * random())).toFixed(2),
  }));
  return { candidates, ceilings, committed: [] };
}
