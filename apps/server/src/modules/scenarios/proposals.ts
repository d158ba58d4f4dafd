import { can } from '@pimis/domain/access/policies';
import { problemOf } from '@pimis/domain/portfolio/scenario/problem';
import type { Goal } from '@pimis/domain/portfolio/scenario/types';
import type { Context } from '../../platform/context.ts';
import { type CurrentUser, loadCurrentUser } from '../../platform/access/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { startOperation } from '../operations/service.ts';
import type { Work } from '../operations/work.ts';
import { search, shortProposal } from './proposal-search.ts';
import { candidateOf } from './queries.ts';
import { loadScenario } from './reading.ts';

/** How many proposals all servers together work on at once. */
const LANES = 2;

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
    // The work writes only its result.
    repeatable: true,
  };
}
