import { type AwaitedMarks, awaitedMarks } from '@pimis/domain/workflow/awaited-marks';
import { openStepsOf } from '@pimis/domain/workflow/open-steps';
import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { type ProjectState, storeOpenSteps } from '../projects/changes.ts';
import { type LoadedFacts, loadFactsOfLocked } from './project-facts.ts';

type StoredOpenSteps = ProjectState & { changed: boolean; marks: AwaitedMarks };

/**
 * Stores the open steps of projects, and since when they wait, after any change that may affect them. The transaction
 * has locked the projects. Task lists and notifications read the stored steps, so that they agree with the guards of
 * the workflow. Returns the states and whether open steps changed.
 */
export async function refreshOpenSteps(
  context: Context,
  tx: Tx,
  projectIds: readonly number[],
): Promise<StoredOpenSteps[]> {
  return updateOpenSteps(tx, await loadFactsOfLocked(context, tx, projectIds));
}

/** Stores the open steps for a caller that has read the facts under the projects' locks. */
export async function updateOpenSteps(tx: Tx, facts: readonly LoadedFacts[]): Promise<StoredOpenSteps[]> {
  const states = await storeOpenSteps(
    tx,
    facts.map((one) => ({
      projectId: one.projectId,
      open: openStepsOf(one).map(({ key }) => key),
      awaitedFrom: one.awaitedFrom,
    })),
  );
  return states.flatMap((state) => {
    const own = facts.find(({ projectId }) => projectId === state.projectId);
    return own ? [{ ...state, marks: awaitedMarks(own) }] : [];
  });
}
