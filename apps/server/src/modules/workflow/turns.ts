import { turnsOf } from '@pimis/domain/workflow/whose-turn';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { keepOpenTurns } from '../projects/changes.ts';
import { lockProjectForSystem } from '../projects/visibility.ts';
import { type LoadedFacts, loadFacts } from './project-facts.ts';

/**
 * Keeps with the project which steps stand open and since when they are waited for, after whatever may have changed
 * that. Lists of tasks and notifications read it, so that they follow the guards of the workflow. Answers whether it
 * has changed whose turn it is.
 */
export async function refreshTurns(context: Context, tx: Tx, projectId: number): Promise<boolean> {
  return keepTurns(tx, projectId, await loadFacts(context, tx, await lockProjectForSystem(tx, projectId)));
}

/** The same for a caller that has read the facts under the project's lock. */
export async function keepTurns(tx: Tx, projectId: number, facts: LoadedFacts): Promise<boolean> {
  const open = turnsOf(facts).map(({ key }) => key);
  return keepOpenTurns(tx, projectId, open, facts.awaitedFrom);
}
