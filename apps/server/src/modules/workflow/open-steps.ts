import { turnsOf } from '@pimis/domain/workflow/whose-turn';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { keepOpenTurns, type Standing } from '../projects/changes.ts';
import { type LoadedFacts, loadFactsOfLocked } from './project-facts.ts';

type KeptTurns = Standing & { changed: boolean };

/**
 * Keeps with projects, whose rows the transaction holds, which steps stand open and since when they are waited for, after
 * whatever may have changed that. Lists of tasks and notifications read it, so that they follow the guards of the
 * workflow. Answers where they stand, and whether it has changed whose turn it is.
 */
export async function refreshOpenSteps(context: Context, tx: Tx, projectIds: readonly number[]): Promise<KeptTurns[]> {
  return updateOpenSteps(tx, await loadFactsOfLocked(context, tx, projectIds));
}

/** The same for a caller that has read the facts under the locks of the projects. */
export function updateOpenSteps(tx: Tx, facts: readonly LoadedFacts[]): Promise<KeptTurns[]> {
  return keepOpenTurns(
    tx,
    facts.map((one) => ({
      projectId: one.projectId,
      open: turnsOf(one).map(({ key }) => key),
      awaitedFrom: one.awaitedFrom,
    })),
  );
}
