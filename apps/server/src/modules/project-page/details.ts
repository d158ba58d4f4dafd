import type { ActorStep, Project, Step } from '@pimis/contract/projects';
import { can } from '@pimis/domain/access/policies';
import { DEFAULT_STEP_NORM_DAYS, PROJECT_STATUS, STEP_NORM_DAYS, USER_STATUS } from '@pimis/domain/constants';
import { days } from '@pimis/domain/dates/dates';
import { ACTORS, organizationOfSide } from '@pimis/domain/workflow/actors';
import { availableActions, mainAction } from '@pimis/domain/workflow/decisions';
import { proposedDecision } from '@pimis/domain/forms/definitions/rationalization';
import { LIST } from '@pimis/domain/workflow/lists';
import { PHASE, pathOf, stageOf } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { followingTurns, type Turn, turnsOf } from '@pimis/domain/workflow/whose-turn';
import { type Context, dayOf, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import { type LoadedFacts, loadFacts } from '../workflow/project-facts.ts';
import { baseQuery, delayedCondition, ROW_COLUMNS, toRow } from './list.ts';
import { onWayToList } from '../projects/list-conditions.ts';
import { newestFormValues } from '../form-store/newest-values.ts';
import { findProject, type ProjectRecord } from '../projects/visibility.ts';

const PEOPLE_SHOWN = 6;

/** Main path with what has been reached, and the side phases that were opened, in the order of the path. */
async function steps(context: Context, project: ProjectRecord): Promise<Step[]> {
  const rows = await context.db
    .selectFrom('published.project_phases as project_phases')
    .select(['id', 'phase', 'status', 'started_at'])
    .where('project_id', '=', project.id)
    .orderBy('started_at')
    .orderBy('id')
    .execute();
  const opened = new Map(rows.map((row) => [row.phase, row]));
  const main = [...pathOf(project)];
  const side = rows.map((row) => row.phase).filter((phase) => !main.includes(phase));
  const at = main.indexOf(5) + 1;
  const order =
    side.length > 0 ? [...main.slice(0, at || main.length), ...side, ...main.slice(at || main.length)] : main;
  return order.map((phase) => {
    const row = opened.get(phase);
    const state = phase === project.phase ? 'current' : row ? 'done' : 'ahead';
    return {
      phase,
      projectPhaseId: row?.id ?? null,
      status: row?.status ?? null,
      startedDate: row?.started_at.toISOString() ?? null,
      state,
      stage: stageOf(phase),
    };
  });
}

async function actorStep(context: Context, user: CurrentUser, facts: LoadedFacts, turn: Turn): Promise<ActorStep> {
  const actor = turn.actors[0] ?? 'ADM';
  const { claim, side } = ACTORS[actor];
  const organizationId = organizationOfSide(side, facts);
  const organization = await context.db
    .selectFrom('published.organizations as organizations')
    .select('name')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  const people = await context.db
    .selectFrom('published.users as users')
    .innerJoin('published.role_claims as role_claims', 'role_claims.role_id', 'users.role_id')
    .select(['users.id', 'users.name'])
    .where('users.organization_id', '=', organizationId)
    .where('users.status', '=', USER_STATUS.active)
    .where('role_claims.claim', '=', claim)
    .where((where) =>
      actor === 'CF' && facts.sentBy !== null ? where('users.id', '!=', facts.sentBy) : where.lit(true),
    )
    .orderBy('users.name')
    .orderBy('users.id')
    .limit(PEOPLE_SHOWN)
    .execute();
  return {
    key: turn.key,
    label: turn.label,
    organizationId,
    organizationName: organization?.name ?? null,
    people: people.map((person) => ({ name: person.name, isCurrentUser: person.id === user.id })),
  };
}

/** The decision that the rationalization form proposes while the commission has not decided. */
async function proposal(context: Context, facts: LoadedFacts): Promise<Project['proposedDecision']> {
  const form = facts.forms.at(-1);
  if (facts.phase !== PHASE.rationalization || facts.phaseStatus !== PHASE_STATUS.waitingCommission || !form)
    return null;
  const newest = await newestFormValues(context.db, form.id);
  const proposed = newest ? proposedDecision(newest.values) : null;
  return proposed && { action: proposed.action, postponedDate: proposed.postponedDate ?? null };
}

/** Everything the project page shows of a project, with the steps that this user may take. */
export async function readProject(context: Context, user: CurrentUser, code: string): Promise<Project> {
  const record = await findProject(context.db, user, code);
  const facts = await loadFacts(context, context.db, record);
  const day = today(context);
  const row = toRow(
    await baseQuery(context.db, user)
      .select([...ROW_COLUMNS, delayedCondition(day).as('delayed')])
      .where('projects.id', '=', record.id)
      .executeTakeFirstOrThrow(),
  );
  const extra = await context.db
    .selectFrom('published.projects as projects')
    .select([
      'description',
      onWayToList(LIST.idea).as('ideaList'),
      onWayToList(LIST.identification).as('identificationList'),
      onWayToList(LIST.preparedness).as('preparednessList'),
    ])
    .where('id', '=', record.id)
    .executeTakeFirstOrThrow();
  const offered = availableActions(facts, user);
  const pending = record.status === PROJECT_STATUS.pending;
  const resource = { organizationId: record.organizationId, projectStatus: record.status };
  const now = turnsOf(facts);
  const next = pending ? followingTurns(facts) : [];
  return {
    ...row,
    ...extra,
    nameFormJson: record.name,
    proposerOrganizationId: record.proposerOrganizationId,
    projectMigrated: record.migrated,
    meiOpinion: record.meiOpinion,
    postponedUntil: record.postponedUntil,
    sendingToCommissionFormsLimit: facts.sendingToCommissionReached,
    planCorrectionFormsLimit: facts.planCorrectionReached,
    waitingSince: record.waitingSince.toISOString(),
    waitingDays: Math.max(0, days(dayOf(record.waitingSince), day)),
    waitingNorm: STEP_NORM_DAYS[record.phaseStatus] ?? DEFAULT_STEP_NORM_DAYS,
    phases: await steps(context, record),
    availableActions: offered,
    proposedDecision: await proposal(context, facts),
    mainAction: mainAction(offered)?.id ?? null,
    actors: {
      now: await Promise.all(now.map((turn) => actorStep(context, user, facts, turn))),
      next: await Promise.all(next.map((turn) => actorStep(context, user, facts, turn))),
    },
    rights: {
      settings: can(user, 'project.settings', resource),
      organizations: can(user, 'project.organizations', resource),
      appropriations: can(user, 'project.appropriations', resource),
      documents: can(user, 'document.upload', resource),
      merge: can(user, 'project.merge') && !record.isMerged && pending,
      lists: can(user, 'project.importantLists') && record.important,
      indicators: can(user, 'project.indicators'),
      archive: can(user, 'project.archive'),
      comment: can(user, 'project.view'),
    },
  };
}
