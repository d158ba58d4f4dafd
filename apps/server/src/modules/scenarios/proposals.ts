import type { Proposal } from '@pimis/contract/portfolio/scenarios';
import { can } from '@pimis/domain/access/policies';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { filledUp, isWithin, type Problem, problemOf, valueOfChoice } from '@pimis/domain/portfolio/scenario/problem';
import { reasonsOf } from '@pimis/domain/portfolio/scenario/reasons';
import type { Goal } from '@pimis/domain/portfolio/scenario/types';
import type { Context } from '../../platform/context.ts';
import { type CurrentUser, loadCurrentUser } from '../../platform/access/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { startOperation } from '../operations/service.ts';
import type { Work } from '../operations/work.ts';
import { candidateOf } from './queries.ts';
import { loadScenario } from './reading.ts';
import type { Found } from './solver/solve.ts';
import { SOLVE_SECONDS, solveInProcess } from './solver/solver.ts';

/** How many proposals all servers together work on at once. */
const LANES = 2;
const PROGRESS_MS = 300;
const MOST_PERCENT = 99;

/** queueProposal wrote it in this shape. */
interface QueuedProposal {
  scenarioId: number;
  revision: number;
  goal: Goal;
  userId: number;
  sessionId: string;
}

/** Queues a proposal for a scenario; returns its location. Errors: NotFound, ScenarioConflict, ProposalRunning. */
export async function queueProposal(
  context: Context,
  user: CurrentUser,
  { id, revision, goal }: { id: number; revision: number; goal: Goal },
): Promise<string> {
  const scenario = await loadScenario(context, user, id);
  if (scenario.revision !== revision) throw new ApiError('ScenarioConflict');
  const input: QueuedProposal = { scenarioId: id, revision, goal, userId: user.id, sessionId: user.sessionId };
  return context.db.transaction().execute((tx) =>
    startOperation(context, tx, {
      userId: user.id,
      kind: 'scenarioProposal',
      input,
      long: true,
      lanes: LANES,
      unfinished: { most: 1, refusal: 'ProposalRunning' },
    }),
  );
}

/**
 * The proposal for a choice: amounts as text, checked against every ceiling. Throws an Error if a ceiling is exceeded.
 */
export function proposalOf(
  problem: Problem,
  { revision, goal }: Pick<QueuedProposal, 'revision' | 'goal'>,
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
function shortProposal(problem: Problem, { revision, goal }: Pick<QueuedProposal, 'revision' | 'goal'>): Proposal {
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

/** Works on a queued proposal; only its result is kept, no scenario and no project changes. */
export function proposalWork(context: Context): Work<QueuedProposal> {
  return {
    async run(queued, onProgress) {
      const user = await loadCurrentUser(context.db, queued.userId, queued.sessionId);
      if (!user || !can(user, 'portfolio.scenarios')) throw new ApiError('Forbidden');
      const scenario = await loadScenario(context, user, queued.scenarioId);
      if (scenario.revision !== queued.revision) throw new ApiError('ScenarioConflict');
      const { ceilings, committed } = scenario;
      const problem = problemOf({ candidates: scenario.candidates.map(candidateOf), ceilings, committed }, queued.goal);
      if (problem.short.length > 0) return shortProposal(problem, queued);
      return search(problem, queued, onProgress);
    },
    giveUp: () => Promise.resolve(),
    // It writes nothing but its result.
    repeatable: true,
  };
}

/** Reports progress while the solver works, and stops it when the operation is cancelled or a report fails. */
export async function search(
  problem: Problem,
  queued: Pick<QueuedProposal, 'revision' | 'goal'>,
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
    // A slow database is not asked again meanwhile.
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
    // The last report must not follow the end of the operation.
    await reporting;
  }
}
