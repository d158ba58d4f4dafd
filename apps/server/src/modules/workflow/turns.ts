import { sql } from 'kysely';
import { turnsOf } from '@pimis/domain/workflow/turns';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { lockProjectForSystem } from '../projects/visibility.ts';
import { type LoadedFacts, loadFacts } from './facts.ts';

/**
 * Keeps with the project which steps stand open and since when they are waited for, after whatever may have changed
 * that. Lists of tasks and notifications read it, so that they follow the guards of the workflow.
 */
export async function refreshTurns(context: Context, tx: Tx, projectId: number): Promise<void> {
  await keepTurns(tx, projectId, await loadFacts(context, tx, await lockProjectForSystem(tx, projectId)));
}

/** The same for a caller that has read the facts under the project's lock. */
export async function keepTurns(tx: Tx, projectId: number, facts: LoadedFacts): Promise<void> {
  const open = turnsOf(facts).map(({ key }) => key);
  await sql`
    update projects set open_turns = ${open}::text[],
      waiting_since = greatest(waiting_since, ${facts.awaitedFrom}::date::timestamp at time zone 'Europe/Belgrade')
    where id = ${projectId}`.execute(tx);
}
