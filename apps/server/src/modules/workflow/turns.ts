import { turnsOf } from '@pimis/domain/workflow/whose-turn';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { keepOpenTurns } from '../projects/changes.ts';
import { lockProjectsForSystem } from '../projects/visibility.ts';
import { type LoadedFacts, loadAllFacts } from './project-facts.ts';

/**
 * Keeps with projects which steps stand open and since when they are waited for, after whatever may have changed that.
 * Lists of tasks and notifications read it, so that they follow the guards of the workflow. Answers the projects where
 * it has changed whose turn it is.
 */
export async function refreshTurns(context: Context, tx: Tx, projectIds: readonly number[]): Promise<number[]> {
  return keepTurns(tx, await loadAllFacts(context, tx, await lockProjectsForSystem(tx, projectIds)));
}

/** The same for a caller that has read the facts under the locks of the projects. */
export function keepTurns(tx: Tx, facts: readonly LoadedFacts[]): Promise<number[]> {
  return keepOpenTurns(
    tx,
    facts.map((one) => ({
      projectId: one.projectId,
      open: turnsOf(one).map(({ key }) => key),
      awaitedFrom: one.awaitedFrom,
    })),
  );
}
