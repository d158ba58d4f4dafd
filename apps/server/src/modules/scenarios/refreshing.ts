import type { ScenarioChange } from '@pimis/contract/portfolio/scenarios';
import { candidateChanges, needChanges } from '@pimis/domain/portfolio/scenario/changes';
import { shiftBounds } from '@pimis/domain/portfolio/scenario/types';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { committedNeeds } from '../fiscal-calendar/calendar.ts';
import { presentCandidates } from './candidates.ts';
import { changedCeilings } from './changed-ceilings.ts';
import { inTransaction, lockOwn, writeRevision } from './own-scenario.ts';
import { removeCandidates, type StoredScenario } from './queries.ts';
import { loadScenario } from './reading.ts';

/** A change since the data was taken over: the project, the figure, and its old and new values. */
export async function scenarioChanges(context: Context, user: CurrentUser, id: number): Promise<ScenarioChange[]> {
  const scenario = await loadScenario(context, user, id);
  return (await changesOf(context, user, scenario)).changes;
}

async function changesOf(context: Context, user: CurrentUser, scenario: StoredScenario) {
  const ids = scenario.candidates.map(({ projectId }) => projectId);
  const [fresh, committed, ceilings] = await Promise.all([
    presentCandidates(context, user, ids),
    committedNeeds(context, user, ids),
    changedCeilings(context.db, scenario),
  ]);
  const changes: ScenarioChange[] = [
    ...scenario.candidates.flatMap(({ projectId, code, data }) =>
      candidateChanges(data, fresh.get(projectId)?.data ?? null).map((change) => ({
        code,
        name: data.name,
        ...change,
      })),
    ),
    ...needChanges('committed', scenario.committed, committed).map((change) => ({ code: '', name: '', ...change })),
    ...needChanges('ceiling', scenario.ceilings, ceilings).map((change) => ({ code: '', name: '', ...change })),
  ];
  return { fresh, ceilings, changes };
}

/** Takes over the present data; projects that have ended or are no longer visible are removed. Errors as lockOwn. */
export async function refreshScenario(
  context: Context,
  user: CurrentUser,
  id: number,
  revision: number,
  origin: AuditOrigin,
): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    const before = await lockOwn(tx, user, id, revision);
    const { fresh, ceilings, changes } = await changesOf(inTransaction(context, tx), user, before);
    if (changes.length === 0) return before.revision;
    const candidates = before.candidates.flatMap((candidate) => {
      const present = fresh.get(candidate.projectId);
      if (!present) return [];
      // New needs may end later than the old ones, which allows less of a shift.
      const { least, most } = shiftBounds(present.data);
      return [{ ...candidate, data: present.data, shift: Math.min(most, Math.max(least, candidate.shift)) }];
    });
    await writeRevision(inTransaction(context, tx), tx, user, before, candidates, ceilings);
    await removeCandidates(
      tx,
      id,
      'others',
      candidates.map(({ projectId }) => projectId),
    );
    await audit(tx, origin, {
      operation: 'scenario.refresh',
      subjectType: 'scenario',
      subjectId: id,
      detail: {
        before: changes.map(({ code, figure, year, source, from }) => ({ code, figure, year, source, amount: from })),
        after: changes.map(({ code, figure, year, source, to }) => ({ code, figure, year, source, amount: to })),
      },
    });
    return before.revision + 1;
  });
}
