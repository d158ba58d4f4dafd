import type { Proposal } from '@pimis/contract/portfolio/scenarios';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { filledUp, isWithin, type Problem, valueOfChoice } from '@pimis/domain/portfolio/scenario/problem';
import { reasonsOf } from '@pimis/domain/portfolio/scenario/reasons';
import type { Goal } from '@pimis/domain/portfolio/scenario/types';
import type { Found } from './solver/solve.ts';
import { SOLVE_SECONDS, solveInProcess } from './solver/solver.ts';

const PROGRESS_MS = 300;
const MOST_PERCENT = 99;

/** The revision of a scenario that a proposal is for. */
interface Asked {
  revision: number;
  goal: Goal;
}

/**
 * The proposal for a choice: amounts as text, checked against every ceiling. Throws an Error if a ceiling is exceeded.
 */
export function proposalOf(
  problem: Problem,
  { revision, goal }: Asked,
  found: Found & { proven: boolean },
  isLast: boolean,
): Proposal {
  const chosen = filledUp(problem, new Set(found.taken));
  if (!isWithin(problem, chosen)) throw new Error('A proposal breaks a ceiling');
  const value = valueOfChoice(problem, chosen);
  const bound = found.bound < value ? value : found.bound;
  return {
    revision,
    goal,
    state: isLast ? 'found' : 'searching',
    codes: [...problem.must, ...[...chosen].flatMap((index) => problem.items[index]?.code ?? [])],
    value: fromHundredths(value + problem.fixedValue),
    bound: fromHundredths(bound + problem.fixedValue),
    proven: found.proven,
    short: [],
    leftOut: isLast
      ? reasonsOf(problem, chosen).map(({ lacks, ...rest }) => ({
          ...rest,
          outweighedBy: [...rest.outweighedBy],
          lacks: lacks.map(({ amount, ...cell }) => ({ ...cell, amount: fromHundredths(amount) })),
        }))
      : [],
  };
}

/** The must-have projects alone exceed the ceilings: no choice is possible. */
export function shortProposal(problem: Problem, { revision, goal }: Asked): Proposal {
  return {
    revision,
    goal,
    state: 'short',
    codes: [...problem.must],
    value: fromHundredths(problem.fixedValue),
    bound: null,
    proven: true,
    short: problem.short.map(({ lacks, ...cell }) => ({ ...cell, amount: fromHundredths(lacks) })),
    leftOut: [],
  };
}

/** Reports progress while the solver works, and stops it when the operation is cancelled or a report fails. */
export async function search(
  problem: Problem,
  queued: Asked,
  onProgress: (percent: number, found?: unknown) => Promise<void>,
  solve = solveInProcess,
): Promise<Proposal> {
  const cancelled = new AbortController();
  const began = performance.now();
  let latest: Found | null = null;
  let failure: unknown = null;
  let reporting = Promise.resolve();
  let isReporting = false;
  const report = async () => {
    const percent = Math.min(MOST_PERCENT, Math.round((performance.now() - began) / SOLVE_SECONDS / 10));
    const found = latest && proposalOf(problem, queued, { ...latest, proven: false }, false);
    await onProgress(percent, found ?? undefined);
  };
  const timer = setInterval(() => {
    // While a slow database handles a report, no further one is sent.
    if (isReporting) return;
    isReporting = true;
    reporting = report()
      .catch((error: unknown) => {
        failure = error;
        cancelled.abort();
      })
      .finally(() => {
        isReporting = false;
      });
  }, PROGRESS_MS);
  try {
    const solved = await solve(problem, {
      signal: cancelled.signal,
      onFound: (found) => {
        latest = found;
      },
    });
    return proposalOf(problem, queued, solved, true);
  } catch (error) {
    throw failure ?? error;
  } finally {
    clearInterval(timer);
    // The last report must finish before the operation ends.
    await reporting;
  }
}
