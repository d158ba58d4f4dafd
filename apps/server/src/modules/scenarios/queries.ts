import { sql } from 'kysely';
import type { Scenario, ScenarioHead } from '@pimis/contract/portfolio/scenarios';
import type {
  Candidate,
  CandidateData,
  CandidateState,
  Goal,
  YearAmount,
} from '@pimis/domain/portfolio/scenario/types';
import { projectScope } from '@pimis/domain/access/policies';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors.ts';
import { visibleProjects } from '../projects/visibility.ts';

/** A stored scenario, with the parts that the user may see. */
export interface StoredScenario {
  id: number;
  name: string;
  ownerId: number;
  ownerName: string;
  shared: boolean;
  goal: Goal;
  revision: number;
  ceilings: YearAmount[];
  committed: YearAmount[];
  /** Ceilings changed after this time are shown as changes of the scenario; a copy has the time of its original. */
  createdAt: Date;
  changedAt: Date;
  candidates: StoredCandidate[];
  /** Candidates that the user may not see. */
  hidden: number;
}

export interface StoredCandidate {
  projectId: number;
  code: string;
  state: CandidateState;
  shift: number;
  data: CandidateData;
}

const MOST_SHOWN = 500;

/** The user's own scenarios and those that others share, the newest first. */
export async function scenariosOf(db: Database, user: CurrentUser): Promise<ScenarioHead[]> {
  const { rows } = await sql<Omit<ScenarioHead, 'changedDate'> & { changedAt: Date }>`
    select scenarios.id, scenarios.name, users.name as "ownerName", scenarios.owner_id = ${user.id} as "isOwn",
           scenarios.shared, scenarios.goal, scenarios.revision, scenarios.changed_at as "changedAt",
           counted.candidates, counted.chosen
    from scenarios
    join published.users users on users.id = scenarios.owner_id
    cross join lateral (
      select count(*)::integer as candidates,
             (count(*) filter (where state in ('in', 'must')))::integer as chosen
      from scenario_candidates own
      join published.projects projects on projects.id = own.project_id
      where own.scenario_id = scenarios.id and ${visibleProjects(user)}) counted
    where scenarios.owner_id = ${user.id} or scenarios.shared
    order by scenarios.changed_at desc, scenarios.id desc limit ${MOST_SHOWN}`.execute(db);
  return rows.map(({ changedAt, ...row }) => ({ ...row, changedDate: changedAt.toISOString() }));
}

/** A scenario that is the user's own or shared; locked on request. Error: NotFound. */
export async function findScenario(
  db: Database | Tx,
  user: CurrentUser,
  id: number,
  options: { lock?: boolean } = {},
): Promise<StoredScenario> {
  const { rows } = await sql<Omit<StoredScenario, 'candidates' | 'hidden'>>`
    select scenarios.id, scenarios.name, scenarios.owner_id as "ownerId", users.name as "ownerName", scenarios.shared,
           scenarios.goal, scenarios.revision, scenarios.ceilings, scenarios.committed,
           scenarios.created_at as "createdAt", scenarios.changed_at as "changedAt"
    from scenarios join published.users users on users.id = scenarios.owner_id
    where scenarios.id = ${id} and (scenarios.owner_id = ${user.id} or scenarios.shared)
    ${options.lock ? sql`for update of scenarios` : sql``}`.execute(db);
  const [found] = rows;
  if (!found) throw new ApiError('NotFound');
  const { rows: candidates } = await sql<StoredCandidate & { isVisible: boolean }>`
    select own.project_id as "projectId", projects.code::text as code, own.state, own.shift, own.data,
           ${visibleProjects(user)} as "isVisible"
    from scenario_candidates own
    join published.projects projects on projects.id = own.project_id
    where own.scenario_id = ${id} order by own.position, own.project_id`.execute(db);
  const seen = candidates.filter(({ isVisible }) => isVisible);
  return {
    ...found,
    candidates: seen.map(({ isVisible: _isVisible, ...candidate }) => candidate),
    hidden: candidates.length - seen.length,
  };
}

/** Only a user who sees every project may see another author's sums of approved projects. */
export const seesAll = (user: CurrentUser): boolean => projectScope(user).kind === 'all';

export const candidateOf = ({ code, state, shift, data }: StoredCandidate): Candidate => ({
  ...data,
  code,
  state,
  shift,
});

export function scenarioAnswer(user: CurrentUser, scenario: StoredScenario): Scenario {
  const { ownerId, createdAt: _createdAt, changedAt, candidates, ...rest } = scenario;
  return {
    ...rest,
    isOwn: ownerId === user.id,
    changedDate: changedAt.toISOString(),
    candidates: candidates.map((candidate) => ({
      ...candidateOf(candidate),
      needs: [...candidate.data.needs],
      inForce: [...(candidate.data.inForce ?? [])],
    })),
  };
}

/** Writes candidates of a scenario, in this order; its other candidates stay. */
export async function writeCandidates(
  tx: Tx,
  scenarioId: number,
  candidates: readonly Omit<StoredCandidate, 'code'>[],
  at: Date,
): Promise<void> {
  if (candidates.length === 0) return;
  await sql`
    insert into scenario_candidates as own (scenario_id, project_id, position, state, shift, data, taken_at)
    select ${scenarioId}::integer, given.project_id, given.position, given.state, given.shift, given.data::jsonb, ${at}
    from unnest(${candidates.map(({ projectId }) => projectId)}::integer[],
                ${candidates.map(({ state }) => state)}::text[], ${candidates.map(({ shift }) => shift)}::integer[],
                ${candidates.map(({ data }) => JSON.stringify(data))}::text[])
         with ordinality as given (project_id, state, shift, data, position)
    on conflict (scenario_id, project_id) do update
      set position = excluded.position, state = excluded.state, shift = excluded.shift, data = excluded.data,
          taken_at = case when own.data = excluded.data then own.taken_at else excluded.taken_at end`.execute(tx);
}

/** Takes candidates out of a scenario: those of these projects, or all but those of these projects. */
export async function removeCandidates(
  tx: Tx,
  scenarioId: number,
  which: 'these' | 'others',
  projectIds: readonly number[],
): Promise<void> {
  const named = sql<boolean>`project_id = any (${[...projectIds]}::integer[])`;
  await tx
    .deleteFrom('scenario_candidates')
    .where('scenario_id', '=', scenarioId)
    .where(which === 'these' ? named : sql<boolean>`not ${named}`)
    .execute();
}
