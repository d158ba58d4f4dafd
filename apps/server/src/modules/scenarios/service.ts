import { sql } from 'kysely';
import type { NewScenario } from '@pimis/contract/portfolio/scenarios';
import type { YearAmount } from '@pimis/domain/portfolio/scenario/types';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { committedNeeds } from '../fiscal-calendar/calendar.ts';
import { ceilingsInForce } from '../fiscal-calendar/ceilings.ts';
import { wantedCandidates } from './candidates.ts';
import { checkScenarioName, lockOwn } from './own-scenario.ts';
import { type StoredScenario, writeCandidates } from './queries.ts';
import { loadScenario } from './reading.ts';

/** The most scenarios of one user: enough for many sessions of the commission. */
const MOST_SCENARIOS = 200;
const OWNER_LOCK = 7_136_452;
/** A ceiling gets its date before it is visible to others; after this time the call that saves it has ended. */
const CEILING_SAVED_MS = 10_000;

/** The entered ceilings for all sectors together. */
async function enteredCeilings(context: Context): Promise<YearAmount[]> {
  const ceilings = await ceilingsInForce(context.db);
  return ceilings.flatMap(({ year, source, sector, amount }) =>
    sector === null && amount !== null ? [{ year, source, amount }] : [],
  );
}

/**
 * Creates a scenario from projects that wait for a list, from a filter, or from named projects; without any of these it
 * is empty.
 */
export async function createScenario(
  context: Context,
  user: CurrentUser,
  { name: given, ...wanted }: NewScenario,
  origin: AuditOrigin,
): Promise<number> {
  const name = checkScenarioName(given);
  // Determined before anything is read, so that anything changed or saved meanwhile counts as a change since the
  // scenario was created.
  const createdAt = new Date(context.now().getTime() - CEILING_SAVED_MS);
  const isEmpty = Object.values(wanted).every((one) => one === undefined);
  const found = isEmpty ? [] : await wantedCandidates(context, user, wanted);
  return insertScenario(context, user, origin, {
    name,
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

async function insertScenario(
  context: Context,
  user: CurrentUser,
  origin: AuditOrigin,
  made: Pick<StoredScenario, 'name' | 'goal' | 'createdAt' | 'ceilings' | 'committed' | 'candidates'>,
): Promise<number> {
  return context.db.transaction().execute(async (tx) => {
    // The lock makes concurrent calls count one after the other.
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

/** Copies the parts of a scenario that the user may see into an unshared scenario of the user. Error: NotFound. */
export async function copyScenario(
  context: Context,
  user: CurrentUser,
  id: number,
  given: string,
  origin: AuditOrigin,
): Promise<number> {
  const name = checkScenarioName(given);
  const scenario = await loadScenario(context, user, id);
  return insertScenario(context, user, origin, { ...scenario, name });
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
