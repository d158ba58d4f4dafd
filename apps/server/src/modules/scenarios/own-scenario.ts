import type { YearAmount } from '@pimis/domain/portfolio/scenario/types';
import { trimmed } from '@pimis/domain/text/blank';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { committedNeeds } from '../fiscal-calendar/calendar.ts';
import { findScenario, scenarioAnswer, type StoredCandidate, type StoredScenario, writeCandidates } from './queries.ts';

/** A context whose reads run in the transaction, so that a call that waits for a lock needs no second connection. */
export const inTransaction = (context: Context, tx: Tx): Context => ({ ...context, db: tx });

/**
 * Locks the user's own scenario, at the revision that was shown. Errors: NotFound, ScenarioNotShared, ScenarioConflict.
 */
export async function lockOwn(tx: Tx, user: CurrentUser, id: number, revision?: number): Promise<StoredScenario> {
  const scenario = await findScenario(tx, user, id, { lock: true });
  if (scenario.ownerId !== user.id) throw new ApiError('ScenarioNotShared');
  if (revision !== undefined && scenario.revision !== revision) {
    throw new ApiError('ScenarioConflict', { payload: scenarioAnswer(user, scenario) });
  }
  return scenario;
}

/** The name without spaces around it. Error: ValidationError if it has no visible characters. */
export function checkScenarioName(name: string): string {
  const text = trimmed(name);
  if (text === '') throw invalidFields({ name: 'EmptyField' });
  return text;
}

/** Writes candidates with the present sums of approved projects, as the next revision. */
export async function writeRevision(
  context: Context,
  tx: Tx,
  user: CurrentUser,
  before: StoredScenario,
  candidates: readonly StoredCandidate[],
  ceilings: readonly YearAmount[] = before.ceilings,
): Promise<void> {
  const at = context.now();
  const ids = candidates.map(({ projectId }) => projectId);
  const committed = await committedNeeds(context, user, ids);
  await tx
    .updateTable('scenarios')
    .set({
      revision: before.revision + 1,
      ceilings: JSON.stringify(ceilings),
      committed: JSON.stringify(committed),
      changed_at: at,
    })
    .where('id', '=', before.id)
    .execute();
  await writeCandidates(tx, before.id, candidates, at);
}
