import { loadavg } from 'node:os';
import { isWithin, problemOf } from '../packages/domain/src/portfolio/scenario/problem.ts';
import { GOALS, type Goal } from '../packages/domain/src/portfolio/scenario/types.ts';
import type { Found } from '../apps/server/src/modules/scenarios/solver/solve.ts';
import { solveInProcess } from '../apps/server/src/modules/scenarios/solver/solver.ts';
import { BEST_KNOWN } from './scenarios-known.ts';
import { scenario } from './scenarios-random.ts';

/**
 * Measures proposals on random scenarios of 200 candidates, 8 years and 6 sources, each in a process of its own: how far below
 * the best known choice it is ten seconds after its first choice, and how far below its own bound. Fails where one
 * is more than 1 % below. `node bench/scenarios.ts 1 even,mixed` takes one of
 * each of these kinds.
 */
const AFTER_MS = 10_000;
const LARGEST_SHARE = 0.01;
const ROOM = 0.4;

type Kind = keyof typeof BEST_KNOWN;

/** The best choice of a proposal after ten seconds, and when it was proven. */
async function proposed(kind: Kind, goal: Goal, seed: number): Promise<{ found: Found; seconds: number | null }> {
  const problem = problemOf(scenario(seed, 200, ROOM, kind), goal);
  const began = performance.now();
  const ended = new AbortController();
  let end: NodeJS.Timeout | undefined;
  let found = null as Found | null;
  const solving = solveInProcess(problem, {
    signal: ended.signal,
    onFound: (better) => {
      // A process of low priority starts late on a busy machine.
      end ??= setTimeout(() => ended.abort(), AFTER_MS);
      found = better;
    },
  });
  const [solved] = await Promise.allSettled([solving]);
  clearTimeout(end);
  if (solved.status === 'fulfilled') found = solved.value;
  else if (!ended.signal.aborted) throw solved.reason;
  if (!found || !isWithin(problem, new Set(found.taken))) throw new Error('no choice within the ceilings');
  const isProven = solved.status === 'fulfilled' && solved.value.proven;
  return { found, seconds: isProven ? (performance.now() - began) / 1000 : null };
}

const percent = (share: number) => `${(100 * share).toFixed(2)} %`;

async function measure(kind: Kind, goal: Goal, instances: number): Promise<number> {
  let most = 0;
  for (const [index, known] of BEST_KNOWN[kind][goal].slice(0, instances).entries()) {
    const { found, seconds } = await proposed(kind, goal, index + 1);
    const below = 1 - Number(found.value) / Number(known);
    const gap = 1 - Number(found.value) / Number(found.bound);
    most = Math.max(most, below);
    const proof = seconds === null ? `at most ${percent(gap)} below the best` : `proven after ${seconds.toFixed(1)} s`;
    process.stdout.write(
      `${kind}, ${goal} #${index + 1}: ${percent(below)} below the best known, ${proof}, load ${loadavg()[0]?.toFixed(1)}\n`,
    );
  }
  return most;
}

const instances = Number(process.argv[2] ?? 3);
let most = 0;
const kinds = process.argv[3]?.split(',') ?? Object.keys(BEST_KNOWN);
for (const kind of kinds as Kind[]) {
  for (const goal of GOALS) most = Math.max(most, await measure(kind, goal, instances));
}
if (most > LARGEST_SHARE) throw new Error(`A proposal is ${percent(most)} below the best known.`);
