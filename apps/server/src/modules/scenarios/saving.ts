import type { MoreCandidates, ScenarioInput } from '@pimis/contract/portfolio/scenarios';
import { cellKey, SCENARIO_CANDIDATES, shiftBounds, type YearAmount } from '@pimis/domain/portfolio/scenario/types';
import { isOfferedSource } from '@pimis/domain/portfolio/source-text';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { committedNeeds } from '../fiscal-calendar/calendar.ts';
import { wantedCandidates } from './candidates.ts';
import { checkScenarioName, inTransaction, lockOwn, writeRevision } from './own-scenario.ts';
import { removeCandidates, type StoredCandidate, type StoredScenario, writeCandidates } from './queries.ts';

/** Choices for the audit log: only those that differ. */
function choiceChanges(before: readonly StoredCandidate[], after: readonly StoredCandidate[]) {
  const choiceOf = ({ state, shift }: StoredCandidate) => ({ state, shift });
  const afters = new Map(after.map((candidate) => [candidate.code, candidate]));
  const changed = before.filter((candidate) => {
    const now = afters.get(candidate.code);
    return now?.state !== candidate.state || now.shift !== candidate.shift;
  });
  return {
    before: Object.fromEntries(changed.map((candidate) => [candidate.code, choiceOf(candidate)])),
    after: Object.fromEntries(
      changed.map(({ code }) => {
        const now = afters.get(code);
        return [code, now ? choiceOf(now) : null];
      }),
    ),
  };
}

/**
 * Saves name, goal, sharing, ceilings and choices; ceilings and candidates missing in the call are removed. Errors as
 * lockOwn; ValidationError.
 */
export async function saveScenario(
  context: Context,
  user: CurrentUser,
  id: number,
  input: ScenarioInput,
  origin: AuditOrigin,
): Promise<number> {
  const name = checkScenarioName(input.name);
  return context.db.transaction().execute(async (tx) => {
    const before = await lockOwn(tx, user, id, input.revision);
    const known = new Map(before.candidates.map((candidate) => [candidate.code.toLowerCase(), candidate]));
    const candidates = input.choices.map(({ code, state, shift }, index) => {
      const candidate = known.get(code.toLowerCase());
      if (!candidate) throw invalidFields({ choices: 'InvalidField' });
      const { least, most } = shiftBounds(candidate.data);
      if (shift < least || shift > most) throw invalidFields({ [`choices.${index}.shift`]: 'InvalidField' });
      known.delete(code.toLowerCase());
      return { ...candidate, state, shift };
    });
    const ceilings = checkedCeilings(input.ceilings, before);
    const at = context.now();
    const { goal, shared } = input;
    const revision = before.revision + 1;
    const left = [...known.values()];
    const committed =
      left.length === 0
        ? before.committed
        : await committedNeeds(
            inTransaction(context, tx),
            user,
            candidates.map(({ projectId }) => projectId),
          );
    await tx
      .updateTable('scenarios')
      .set({
        name,
        goal,
        shared,
        revision,
        ceilings: JSON.stringify(ceilings),
        committed: JSON.stringify(committed),
        changed_at: at,
      })
      .where('id', '=', id)
      .execute();
    await writeCandidates(tx, id, candidates, at);
    // Candidates that the owner can no longer see are missing in the call, but stay.
    await removeCandidates(
      tx,
      id,
      'these',
      left.map(({ projectId }) => projectId),
    );
    const choices = choiceChanges(before.candidates, candidates);
    await audit(tx, origin, {
      operation: 'scenario.save',
      subjectType: 'scenario',
      subjectId: id,
      detail: {
        before: {
          name: before.name,
          goal: before.goal,
          shared: before.shared,
          ceilings: before.ceilings,
          choices: choices.before,
        },
        after: { name, goal, shared, ceilings, choices: choices.after },
      },
    });
    return revision;
  });
}

/** At most one ceiling per year and source; a source that no form offers must be in the scenario already. */
function checkedCeilings(ceilings: readonly YearAmount[], before: StoredScenario): YearAmount[] {
  const places = new Set(ceilings.map(({ year, source }) => cellKey(year, source)));
  if (places.size < ceilings.length) throw invalidFields({ ceilings: 'InvalidField' });
  const needs = before.candidates.flatMap(({ data }) => [...data.needs, ...(data.inForce ?? [])]);
  const had = new Set([...before.ceilings, ...before.committed, ...needs].map(({ source }) => source));
  const unknown = ceilings.findIndex(({ source }) => !isOfferedSource(source) && !had.has(source));
  if (unknown >= 0) throw invalidFields({ [`ceilings.${unknown}.source`]: 'InvalidField' });
  return [...ceilings];
}

/** Adds projects to a scenario; existing candidates do not change. Errors as lockOwn; ScenarioFull. */
export async function addCandidates(
  context: Context,
  user: CurrentUser,
  id: number,
  { revision, ...wanted }: MoreCandidates,
  origin: AuditOrigin,
): Promise<{ added: number; revision: number }> {
  const found = await wantedCandidates(context, user, wanted);
  return context.db.transaction().execute(async (tx) => {
    const before = await lockOwn(tx, user, id, revision);
    const has = new Set(before.candidates.map(({ projectId }) => projectId));
    const more = found.filter((candidate) => !has.has(candidate.id));
    if (more.length === 0) return { added: 0, revision: before.revision };
    if (before.candidates.length + before.hidden + more.length > SCENARIO_CANDIDATES)
      throw new ApiError('ScenarioFull');
    const candidates: StoredCandidate[] = [
      ...before.candidates,
      ...more.map(({ id: projectId, code, data }) => ({ projectId, code, state: 'in' as const, shift: 0, data })),
    ];
    await writeRevision(inTransaction(context, tx), tx, user, before, candidates);
    await audit(tx, origin, {
      operation: 'scenario.candidates',
      subjectType: 'scenario',
      subjectId: id,
      detail: { before: { candidates: [] }, after: { candidates: more.map(({ code }) => code) } },
    });
    return { added: more.length, revision: before.revision + 1 };
  });
}
