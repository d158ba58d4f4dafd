import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database } from '../../platform/database/database.ts';
import { readingFor } from '../../platform/database/read-replica.ts';
import { committedNeeds } from '../fiscal-calendar/calendar.ts';
import { ceilingsInForce } from '../fiscal-calendar/ceilings.ts';
import { newestOperation } from '../operations/service.ts';
import { findScenario, scenarioAnswer, seesAll, type StoredScenario } from './queries.ts';

/** The present ceilings of single sectors. */
async function sectorCeilings(db: Database): Promise<NonNullable<Scenario['sectorCeilings']>> {
  const ceilings = await ceilingsInForce(db);
  return ceilings.flatMap(({ year, source, sector, amount }) =>
    sector !== null && amount !== null ? [{ year, source, sector, amount }] : [],
  );
}

/** A scenario with the parts that the user may see. Error: NotFound. */
export async function readScenario(context: Context, user: CurrentUser, id: number): Promise<Scenario> {
  const scenario = await loadScenario(await readingFor(context, user), user, id);
  // An operation leaves no row of the audit log: a replica may not know it yet.
  const proposal = await newestOperation(context, user.id, 'scenarioProposal', {
    scenarioId: id,
    revision: scenario.revision,
  });
  const ofSectors = await sectorCeilings(context.db);
  return { ...scenarioAnswer(user, scenario), sectorCeilings: ofSectors, ...(proposal && { proposal }) };
}

/** The stored scenario; a user who does not see every project gets sums of the visible approved ones. */
export async function loadScenario(context: Context, user: CurrentUser, id: number): Promise<StoredScenario> {
  const scenario = await findScenario(context.db, user, id);
  if (scenario.ownerId === user.id || seesAll(user)) return scenario;
  const ids = scenario.candidates.map(({ projectId }) => projectId);
  return { ...scenario, committed: await committedNeeds(context, user, ids) };
}
