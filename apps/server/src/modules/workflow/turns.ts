import { sql } from 'kysely';
import type { ProjectFacts } from '@pimis/domain/workflow/engine';
import { turnsOf } from '@pimis/domain/workflow/turns';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { lockProjectForSystem } from '../projects/visibility.ts';
import { loadFacts } from './facts.ts';

/**
 * Keeps with the project which steps stand open, after whatever may have changed that. Lists of tasks and notifications
 * read it, so that they follow the guards of the workflow.
 */
export async function refreshTurns(context: Context, tx: Tx, projectId: number): Promise<void> {
  await keepTurns(tx, projectId, await loadFacts(context, tx, await lockProjectForSystem(tx, projectId)));
}

/** The same for a caller that has read the facts under the project's lock. */
export async function keepTurns(tx: Tx, projectId: number, facts: ProjectFacts): Promise<void> {
  const open = turnsOf(facts).map(({ key }) => key);
  await tx
    .updateTable('projects')
    .set({ open_turns: open })
    .where('id', '=', projectId)
    .where(sql<boolean>`open_turns is distinct from ${open}::text[]`)
    .execute();
}
