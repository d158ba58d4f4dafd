import { loadavg } from 'node:os';
import { calendarOf } from '../packages/domain/src/portfolio/scenario/calendar.ts';
import { isWithin, problemOf } from '../packages/domain/src/portfolio/scenario/problem.ts';
import type { Goal } from '../packages/domain/src/portfolio/scenario/types.ts';
import { scenario } from './scenarios-random.ts';
import type { Found } from '../apps/server/src/modules/scenarios/solver/best-found.ts';
import { solveInProcess } from '../apps/server/src/modules/scenarios/solver/solver.ts';

/**
 * Measures proposals on random scenarios of 200 candidates, 8 years and 6 sources, each in a process of its own from its
 * start: how far from the best the choice is after 2 s, and when it is proven; and the calendar of 500 candidates.
 * `node bench/scenarios.ts 20` takes 20 of each kind.
 */
const AFTER_MS = 2000;
/** The longest time of one proposal. */
const SECONDS = Number(process.argv[3] ?? 20);

async function measure(goal: Goal, kind: string, share: number, instances: number): Promise<void> {
  const rows: { gap: number; seconds: number; proven: boolean; first: number }[] = [];
  for (let seed = 1; seed <= instances; seed += 1) {
    const problem = problemOf(scenario(seed, 200, share, kind), goal);
    const began = performance.now();
    let early: Found | null = null;
    const solved = await solveInProcess(problem, {
      seconds: SECONDS,
      signal: new AbortController().signal,
      onFound: (found) => {
        if (performance.now() - began <= AFTER_MS) early = found;
      },
    });
    const seconds = (performance.now() - began) / 1000;
    if (!isWithin(problem, new Set(solved.taken))) throw new Error('above a ceiling');
    const at = (early as Found | null)?.value ?? 0n;
    rows.push({
      gap: Number(solved.value - at) / Number(solved.value),
      seconds,
      proven: solved.proven,
      first: Number((solved.bound ?? 0n) - at) / Number(solved.value),
    });
    process.stdout.write(
      `  ${goal}, ${kind}, ${share} #${seed}: ${seconds.toFixed(2)} s, after 2 s ${(100 * (rows.at(-1)?.gap ?? 0)).toFixed(3)} % below, ${solved.proven}, load ${loadavg()[0]?.toFixed(1)}\n`,
    );
  }
  const sorted = (values: number[]) => values.toSorted((a, b) => a - b);
  const times = sorted(rows.map(({ seconds }) => seconds));
  const gaps = sorted(rows.map(({ gap }) => gap));
  const median = (values: number[]) => values[Math.floor(values.length / 2)] ?? 0;
  process.stdout.write(
    `${goal}, ${kind} candidates, ceilings ${share}: ${rows.filter(({ proven }) => proven).length}/${rows.length} proven, median ${median(times).toFixed(2)} s, longest ${times.at(-1)?.toFixed(2)} s; after 2 s below the best: median ${(100 * median(gaps)).toFixed(3)} %, most ${(100 * (gaps.at(-1) ?? 0)).toFixed(3)} %\n`,
  );
}

function measureCalendar(): void {
  const data = scenario(7, 500, 0.4);
  const times = Array.from({ length: 50 }, () => {
    const began = performance.now();
    calendarOf(data);
    return performance.now() - began;
  }).toSorted((a, b) => a - b);
  process.stdout.write(
    `calendar of 500 candidates: median ${times[25]?.toFixed(1)} ms, slowest ${times.at(-1)?.toFixed(1)} ms\n`,
  );
}

const instances = Number(process.argv[2] ?? 20);
measureCalendar();
for (const goal of ['marks', 'worth'] as const) {
  for (const kind of ['mixed', 'single', 'uniform', 'even']) await measure(goal, kind, 0.4, instances);
}
