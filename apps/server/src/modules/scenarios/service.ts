import { sql } from 'kysely';
import type {
  MoreCandidates,
  NewScenario,
  Scenario,
  ScenarioChange,
  ScenarioInput,
} from '@pimis/contract/portfolio/scenarios';
import { candidateChanges, needChanges } from '@pimis/domain/portfolio/scenario/changes';
import { SCENARIO_CANDIDATES, shiftBounds, type YearAmount } from '@pimis/domain/portfolio/scenario/types';
import { type AuditOrigin, audit } from '../../platform/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Tx } from '../../platform/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { readingFor } from '../../platform/read-replica.ts';
import { committedNeeds } from '../fiscal-calendar/calendar.ts';
import { ceilingsInForce } from '../fiscal-calendar/ceilings.ts';
import { changedCeilings } from './changed-ceilings.ts';
import { newestOperation } from '../operations/service.ts';
import { presentCandidates, wantedCandidates } from './candidates.ts';
import {
  findScenario,
  removeCandidates,
  scenarioAnswer,
  seesAll,
  type StoredCandidate,
  type StoredScenario,
  writeCandidates,
} from './queries.ts';

/** Scenarios of one user: enough for many sessions of the commission. */
const MOST_SCENARIOS = 200;
const OWNER_LOCK = 7_136_452;
/** A ceiling is dated before others see it; after so long the call that saves it has ended. */
const CEILING_SAVED_MS = 10_000;

/** A scenario with what the user may see of it. Error: NotFound. */
export async function readScenario(context: Context, user: CurrentUser, id: number): Promise<Scenario> {
  const scenario = await seenScenario(await readingFor(context, user), user, id);
  // An operation leaves no row of the audit log: a replica may not know it yet.
  const proposal = await newestOperation(context, user.id, 'scenarioProposal', {
    scenarioId: id,
    revision: scenario.revision,
  });
  return { ...scenarioAnswer(user, scenario), ...(proposal && { proposal }) };
}

/** The same as stored; who does not see every project gets sums of the approved ones that they see. */
export async function seenScenario(context: Context, user: CurrentUser, id: number): Promise<StoredScenario> {
  const scenario = await findScenario(context.db, user, id);
  if (scenario.ownerId === user.id || seesAll(user)) return scenario;
  const ids = scenario.candidates.map(({ projectId }) => projectId);
  return { ...scenario, committed: await committedNeeds(context, user, ids) };
}

/** Ceilings of all sectors as they are entered now. */
async function enteredCeilings(context: Context): Promise<YearAmount[]> {
  const ceilings = await ceilingsInForce(context.db);
  return ceilings.flatMap(({ year, source, sector, amount }) =>
    sector === null && amount !== null ? [{ year, source, amount }] : [],
  );
}

/** Makes a scenario of projects that wait for a list, of a filter, or of named ones; without any it is empty. */
export async function createScenario(
  context: Context,
  user: CurrentUser,
  { name, ...wanted }: NewScenario,
  origin: AuditOrigin,
): Promise<number> {
  // Before anything is read: what changes meanwhile, or is just being saved, is a change of the scenario.
  const createdAt = new Date(context.now().getTime() - CEILING_SAVED_MS);
  const isEmpty = Object.values(wanted).every((one) => one === undefined);
  const found = isEmpty ? [] : await wantedCandidates(context, user, wanted);
  return insertScenario(context, user, origin, {
    name: trimmed(name),
    goal: 'marks',
    createdAt,
    ceilings: await enteredCeilings(context),
    committed: await committedNeeds(
      context,
      user,
      found.map(({ id }) => id),
    ),
    candidates: found.map(({ id, code, data }) => ({ projectId: id, code, state: 'in', shift: 0, data })),
  });
}

function trimmed(name: string): string {
  const text = name.trim();
  if (text === '') throw invalidFields({ name: 'EmptyField' });
  return text;
}

async function insertScenario(
  context: Context,
  user: CurrentUser,
  origin: AuditOrigin,
  made: Pick<StoredScenario, 'name' | 'goal' | 'createdAt' | 'ceilings' | 'committed' | 'candidates'>,
): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    // Concurrent callers are counted one after the other.
    await sql`select pg_advisory_xact_lock(${OWNER_LOCK}, ${user.id}::integer)`.execute(tx);
    const { own } = await tx
      .selectFrom('scenarios')
      .select(sql<number>`count(*)::integer`.as('own'))
      .where('owner_id', '=', user.id)
      .executeTakeFirstOrThrow();
    if (own >= MOST_SCENARIOS) throw new ApiError('RequestLimitReached');
    const at = context.now();
    const { name, goal } = made;
    const { id } = await tx
      .insertInto('scenarios')
      .values({
        name,
        owner_id: user.id,
        goal,
        ceilings: JSON.stringify(made.ceilings),
        committed: JSON.stringify(made.committed),
        created_at: made.createdAt,
        changed_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await writeCandidates(tx, id, made.candidates, at);
    const after = { name, goal, candidates: made.candidates.map(({ code }) => code) };
    await audit(tx, origin, {
      operation: 'scenario.create',
      subjectType: 'scenario',
      subjectId: id,
      detail: { before: null, after },
    });
    return id;
  });
}

/** The context whose reads run in the transaction: one that waits for a lock needs no second connection. */
const within = (context: Context, tx: Tx): Context => ({ ...context, db: tx });

/** The user's own scenario, locked, of the revision that was shown. Errors: NotFound, ScenarioNotShared, ScenarioConflict. */
async function lockOwn(tx: Tx, user: CurrentUser, id: number, revision?: number): Promise<StoredScenario> {
  const scenario = await findScenario(tx, user, id, { lock: true });
  if (scenario.ownerId !== user.id) throw new ApiError('ScenarioNotShared');
  if (revision !== undefined && scenario.revision !== revision) {
    throw new ApiError('ScenarioConflict', { payload: scenarioAnswer(user, scenario) });
  }
  return scenario;
}

/** Choices as the audit shows them: only those that differ. */
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

/** Saves name, goal, sharing, ceilings and choices; what is not named leaves. Errors as lockOwn; ValidationError. */
export async function saveScenario(
  context: Context,
  user: CurrentUser,
  id: number,
  input: ScenarioInput,
  origin: AuditOrigin,
): Promise<number> {
  const name = trimmed(input.name);
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
    const ceilings = uniqueCeilings(input.ceilings);
    const at = context.now();
    const { goal, shared } = input;
    const revision = before.revision + 1;
    const left = [...known.values()];
    const committed =
      left.length === 0
        ? before.committed
        : await committedNeeds(
            within(context, tx),
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
    // Candidates that the owner does not see any more were not named and stay.
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

/** One ceiling for each year and source. */
function uniqueCeilings(ceilings: readonly YearAmount[]): YearAmount[] {
  const places = new Set(ceilings.map(({ year, source }) => `${year} ${source}`));
  if (places.size < ceilings.length) throw invalidFields({ ceilings: 'InvalidField' });
  return [...ceilings];
}

/** Takes further projects into a scenario; those that it has stay as they are. Errors as lockOwn; ScenarioFull. */
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
    await writeData(within(context, tx), tx, user, before, candidates);
    await audit(tx, origin, {
      operation: 'scenario.candidates',
      subjectType: 'scenario',
      subjectId: id,
      detail: { before: { candidates: [] }, after: { candidates: more.map(({ code }) => code) } },
    });
    return { added: more.length, revision: before.revision + 1 };
  });
}

/** Writes candidates with the present sums of approved projects, as the next revision. */
async function writeData(
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

/** What has changed since the data was taken over: which project, which figure, from what to what. */
export async function scenarioChanges(context: Context, user: CurrentUser, id: number): Promise<ScenarioChange[]> {
  const scenario = await seenScenario(context, user, id);
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

/** Takes over the present data; projects that have ended or are not seen any more leave. Errors as lockOwn. */
export async function refreshScenario(
  context: Context,
  user: CurrentUser,
  id: number,
  revision: number,
  origin: AuditOrigin,
): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    const before = await lockOwn(tx, user, id, revision);
    const { fresh, ceilings, changes } = await changesOf(within(context, tx), user, before);
    if (changes.length === 0) return before.revision;
    const candidates = before.candidates.flatMap((candidate) => {
      const present = fresh.get(candidate.projectId);
      if (!present) return [];
      // New needs may end later than those that were moved.
      const { least, most } = shiftBounds(present.data);
      return [{ ...candidate, data: present.data, shift: Math.min(most, Math.max(least, candidate.shift)) }];
    });
    await writeData(within(context, tx), tx, user, before, candidates, ceilings);
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

/** A copy of the user's own, with what they see of the scenario; it is not shared. Error: NotFound. */
export async function copyScenario(
  context: Context,
  user: CurrentUser,
  id: number,
  name: string,
  origin: AuditOrigin,
): Promise<number> {
  const scenario = await seenScenario(context, user, id);
  return insertScenario(context, user, origin, { ...scenario, name: trimmed(name) });
}

/** Errors: NotFound, ScenarioNotShared. */
export async function deleteScenario(
  context: Context,
  user: CurrentUser,
  id: number,
  origin: AuditOrigin,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const before = await lockOwn(tx, user, id);
    await tx.deleteFrom('scenarios').where('id', '=', id).execute();
    const { name, shared, goal, revision, ceilings } = before;
    await audit(tx, origin, {
      operation: 'scenario.delete',
      subjectType: 'scenario',
      subjectId: id,
      detail: {
        before: {
          name,
          shared,
          goal,
          revision,
          ceilings,
          choices: before.candidates.map(({ code, state, shift }) => ({ code, state, shift })),
        },
        after: null,
      },
    });
  });
}
