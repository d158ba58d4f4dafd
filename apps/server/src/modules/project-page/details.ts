import { type RawBuilder, sql } from 'kysely';
import type { ActorStep, Project, Step } from '@pimis/contract/projects';
import type { Claim } from '@pimis/domain/access/claims';
import { can } from '@pimis/domain/access/policies';
import { PROJECT_STATUS, USER_STATUS } from '@pimis/domain/constants';
import { days } from '@pimis/domain/dates/dates';
import { mayStayInMerge } from '@pimis/domain/projects/merging';
import { ACTORS, organizationOfSide } from '@pimis/domain/workflow/actors';
import {
  bodiesToMarkBefore,
  bodiesToMarkNow,
  formToMarkOf,
  MARK_FORM,
  MARKING_CLAIM,
} from '@pimis/domain/workflow/awaited-marks';
import { availableActions, mainAction, stepConditions, taskAction } from '@pimis/domain/workflow/decisions';
import { proposedDecision } from '@pimis/domain/forms/definitions/rationalization';
import { OTHER_ACTIVITIES } from '@pimis/domain/workflow/activities';
import { LIST } from '@pimis/domain/workflow/lists';
import { awaitedList, nextStep, placeOf } from '@pimis/domain/workflow/next-step';
import { PHASE, pathOf, stageOf } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS, stepNormDays } from '@pimis/domain/workflow/statuses';
import {
  followingSteps,
  isStepOf,
  type OpenStep,
  openStepsOf,
  restOf,
  usersOfStep,
} from '@pimis/domain/workflow/open-steps';
import { type Context, dayOf, today } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { hiddenFromPlanner, PREPARED } from '../../platform/database/prepared-statements.ts';
import { absenceOf } from '../identity/stand-ins/absence.ts';
import { type LoadedFacts, loadFacts } from '../workflow/project-facts.ts';
import { selectRows, toRow } from '../project-list/row.ts';
import { isShownForProject } from '../documents/document-view.ts';
import { draftRemarksOf, findReturn, findSentAgain } from '../projects/returns.ts';
import { onWayToList } from '../projects/list-conditions.ts';
import { newestFormValues } from '../form-store/newest-values.ts';
import { type ProjectRecord, visibleProjects } from '../projects/visibility.ts';

const PEOPLE_SHOWN = 6;

type Person = Omit<ActorStep['people'][number], 'isCurrentUser'> & { id: number };

/** A step with the organization shown beside it, and the people who may take it: of one organization, or of any. */
interface ShownStep extends Pick<OpenStep, 'key' | 'label'> {
  organization: string;
  wanted: { organization: string | null; claim: Claim; admins: boolean; not: number[] }[];
}

/** A step of the transition table, named differently while work on a form precedes it. */
function shownTurn(turn: OpenStep, facts: LoadedFacts, { key, label }: Pick<OpenStep, 'key' | 'label'>): ShownStep {
  return {
    key,
    label,
    organization: organizationOfSide(ACTORS[turn.actors[0] ?? 'ADM'].side, facts),
    wanted: usersOfStep(turn).map(({ claim, side, admins, notSender, notConfirmer }) => ({
      organization: side === 'any' ? null : organizationOfSide(side, facts),
      claim,
      admins,
      not: [...(notSender ? [facts.sentBy] : []), ...(notConfirmer ? [facts.confirmedBy] : [])].filter(
        (id) => id !== null,
      ),
    })),
  };
}

/** The step in which an organization gives the marks that an approval waits for. */
function shownMarks(organization: string): ShownStep {
  return { ...MARK_FORM, organization, wanted: [{ organization, claim: MARKING_CLAIM, admins: false, not: [] }] };
}

/**
 * The open step, with the text of `step`, and the following ones. Missing marks that block an approval come before it.
 */
function shownSteps(facts: LoadedFacts, turns: readonly OpenStep[], step: Pick<OpenStep, 'key' | 'label'> | null) {
  const marks = bodiesToMarkNow(facts).map(shownMarks);
  const now = turns.slice(0, 1).map((turn) => shownTurn(turn, facts, step ?? turn));
  const pending = facts.projectStatus === PROJECT_STATUS.pending;
  const following = pending ? followingSteps(facts) : [];
  const next = following.flatMap((turn) => [
    ...bodiesToMarkBefore(turn, facts).map(shownMarks),
    shownTurn(turn, facts, turn),
  ]);
  return marks.length > 0 ? { now: marks, next: [...now, ...next] } : { now, next };
}

/**
 * The main path with the reached phases, and the opened side phases, in the order of the path. A project that has ended
 * has no further phases.
 */
function steps(project: ProjectRecord, rows: LoadedFacts['phases']): Step[] {
  const opened = new Map(rows.map((row) => [row.phase, row]));
  const main = [...pathOf(project)];
  const side = rows.map((row) => row.phase).filter((phase) => !main.includes(phase));
  const at = main.indexOf(PHASE.reporting) + 1;
  const order =
    side.length > 0 ? [...main.slice(0, at || main.length), ...side, ...main.slice(at || main.length)] : main;
  const reached = project.status === PROJECT_STATUS.pending ? order : order.filter((phase) => opened.has(phase));
  return reached.map((phase) => {
    const row = opened.get(phase);
    const state = phase === project.phase ? 'current' : row ? 'done' : 'ahead';
    return {
      phase,
      projectPhaseId: row?.id ?? null,
      status: row?.status ?? null,
      startedDate: row ? new Date(row.startedAt).toISOString() : null,
      state,
      stage: stageOf(phase),
    };
  });
}

/**
 * The people whose tasks include the project: those who may take the open steps, at most a few per step. One query
 * searches them by organization, not among all holders of a role. The caller comes first if it is their step.
 */
async function actorSteps(context: Context, user: CurrentUser, turns: readonly ShownStep[]): Promise<ActorStep[]> {
  if (turns.length === 0) return [];
  const organizations = turns.map(({ organization }) => organization);
  const wanted = turns.flatMap((turn, index) => turn.wanted.map((people) => ({ ...people, place: index + 1 })));
  const column = (of: (one: (typeof wanted)[number]) => unknown, type: 'integer[]' | 'text[]') =>
    hiddenFromPlanner(wanted.map(of), type);
  const holding = (claim: RawBuilder<unknown>) =>
    sql`select role_id from published.role_claims where role_claims.claim = ${claim}`;
  // All columns that are needed later, because for another join of `users` the planner would read all of them.
  const person = sql`users.id, users.name, users.role_id, users.status`;
  const active = sql`acting.status = ${sql.lit(USER_STATUS.active)}`;
  const { rows } = await sql<{ organizationName: string | null; people: Person[] | null }>`
    ${PREPARED} select organizations.name as "organizationName", found.people
    from unnest(${hiddenFromPlanner(organizations, 'text[]')}) with ordinality as shown (organization, place)
    left join published.organizations on organizations.id = shown.organization
    left join lateral (
      select json_agg(json_build_object(
        'id', person.id, 'name', person.name, 'away', ${absenceOf(sql`person.id`, today(context))})) as people
      from (
        select named.id, named.name
        from (
          select acting.id, acting.name
          from unnest(${column(({ place }) => place, 'integer[]')}, ${column(({ organization }) => organization, 'text[]')},
                      ${column(({ claim }) => claim, 'text[]')}, ${column(({ not }) => not.join(' '), 'text[]')}) as wanted (place, organization, claim, left_out)
          join lateral (
            select ${person} from published.users where users.organization_id = wanted.organization
            union all
            select ${person} from published.users
            where wanted.organization is null and users.role_id in (${holding(sql`wanted.claim`)})
          ) acting on acting.role_id in (${holding(sql`wanted.claim`)})
            and not acting.id::text = any(string_to_array(wanted.left_out, ' '))
          where wanted.place = shown.place and ${active} and acting.role_id not in (${holding(sql`'Admin'`)})
          union
          select acting.id, acting.name
          from unnest(${hiddenFromPlanner(
            wanted.filter(({ admins }) => admins).map(({ place }) => place),
            'integer[]',
          )}) as wanted (place)
          join published.users acting on acting.role_id in (${holding(sql`'Admin'`)})
          where wanted.place = shown.place and ${active}) named
        order by named.id <> ${user.id}, named.name, named.id limit ${sql.lit(PEOPLE_SHOWN)}) person) found on true
    order by shown.place`.execute(context.db);
  return turns.map(({ key, label }, place) => ({
    key,
    label,
    organizationId: organizations[place] ?? null,
    organizationName: rows[place]?.organizationName ?? null,
    people: (rows[place]?.people ?? []).map(({ id, ...person }) => ({ ...person, isCurrentUser: id === user.id })),
  }));
}

/** The decision that the rationalization form proposes, while the commission has not decided. */
async function proposal(context: Context, facts: LoadedFacts): Promise<Project['proposedDecision']> {
  const form = facts.forms.at(-1);
  if (facts.phase !== PHASE.rationalization || facts.phaseStatus !== PHASE_STATUS.waitingCommission || !form)
    return null;
  const newest = await newestFormValues(context.db, form.id);
  const proposed = newest ? proposedDecision(newest.values) : null;
  return proposed && { action: proposed.action, postponedDate: proposed.postponedDate ?? null };
}

/** The row of a project for its page, with its counts; undefined if the user may not see it. */
function selectProject(context: Context, user: CurrentUser, code: string) {
  return selectRows(context.db, today(context))
    .where(visibleProjects(user))
    .select([
      'projects.proposer_organization_id as proposerOrganizationId',
      'projects.migrated',
      'projects.created_at as createdAt',
      'projects.last_changed_at as lastChangedAt',
      'projects.foreign_funds_settled as foreignFundsSettled',
      'projects.status_before as statusBefore',
      'projects.sent_by as sentBy',
      'projects.confirmed_by as confirmedBy',
      'projects.waiting_since as waitingSince',
      'projects.mei_opinion as meiOpinion',
      'projects.reporting_ended_on as reportingEndedOn',
      'projects.postponed_until as postponedUntil',
    ])
    .select([
      'projects.description',
      sql<number>`(select count(*)::integer from published.documents where ${isShownForProject(sql<number>`projects.id`)})`.as(
        'documents',
      ),
      sql<number>`(select count(*)::integer from published.project_comments comments
                   where comments.project_id = projects.id and comments.removed_at is null)`.as('comments'),
      draftRemarksOf(user.id).as('draftRemarks'),
      // Automatic consequences of a step are activities too, so they are skipped.
      sql<string | null>`(select case when user_id = ${user.id} then operation end
        from published.project_activities
        where project_id = projects.id and operation <> all(${hiddenFromPlanner([...OTHER_ACTIVITIES], 'text[]')}::text[])
        order by id desc limit 1)`.as('ownStep'),
      onWayToList(LIST.idea).as('ideaList'),
      onWayToList(LIST.identification).as('identificationList'),
      onWayToList(LIST.preparedness).as('preparednessList'),
    ])
    .where('projects.code', '=', code)
    .modifyFront(PREPARED)
    .executeTakeFirst();
}

/** The user's rights on the page besides steps. */
function rightsOn(
  user: CurrentUser,
  { organizationId, status, isMerged, important }: ProjectRecord,
): Project['rights'] {
  const resource = { organizationId, projectStatus: status };
  return {
    settings: can(user, 'project.settings', resource),
    organizations: can(user, 'project.organizations', resource),
    appropriations: can(user, 'project.appropriations', resource),
    documents: can(user, 'document.upload', resource),
    merge: can(user, 'project.merge') && mayStayInMerge({ status, isMerged }),
    lists: can(user, 'project.importantLists') && important,
    indicators: can(user, 'project.indicators'),
    archive: can(user, 'project.archive'),
    comment: can(user, 'project.view'),
  };
}

/** Everything that the project page shows, with the steps that this user may take. Errors: NotFound. */
export async function readProject(context: Context, user: CurrentUser, code: string): Promise<Project> {
  const day = today(context);
  const found = await selectProject(context, user, code);
  if (!found) throw new ApiError('NotFound');
  const {
    description,
    documents,
    comments,
    draftRemarks,
    ownStep,
    ideaList,
    identificationList,
    preparednessList,
    ...record
  } = found;
  const facts = await loadFacts(context, context.db, record);
  const offered = availableActions(facts, user, draftRemarks);
  const pending = record.status === PROJECT_STATUS.pending;
  const form = facts.forms.at(-1) ?? null;
  const turns = openStepsOf(facts);
  const open = turns.map(({ key }) => key);
  const isReturned = pending && facts.phases.some(({ id, returned }) => id === facts.projectPhaseId && returned);
  const returned = isReturned ? await findReturn(context.db, facts.projectPhaseId) : null;
  const step = nextStep({ ...facts, open, form, returned: returned?.state ?? null });
  const { now, next } = shownSteps(facts, turns, step);
  const actors = await actorSteps(context, user, [...now, ...next]);
  const toMark = formToMarkOf(user, facts);
  const isHeldUp = bodiesToMarkNow(facts).length > 0;
  const ofTurn = step && !isHeldUp && isStepOf(user, facts, open) ? step : null;
  const own = ofTurn ?? (toMark && MARK_FORM);
  const formOfStep = ofTurn ? form : toMark;
  const row = toRow(record);
  return {
    ...row,
    isConclusionReportDocumentDelayed: row.isConclusionReportDelayed,
    description,
    counts: { documents, comments },
    ideaList,
    identificationList,
    preparednessList,
    nameFormJson: record.name,
    proposerOrganizationId: record.proposerOrganizationId,
    projectMigrated: record.migrated,
    meiOpinion: record.meiOpinion,
    postponedUntil: record.postponedUntil,
    sendingToCommissionFormsLimit: facts.sendingToCommissionReached,
    planCorrectionFormsLimit: facts.planCorrectionReached,
    waitingSince: record.waitingSince.toISOString(),
    isAwaited: dayOf(record.waitingSince) <= day,
    waitingDays: Math.max(0, days(dayOf(record.waitingSince), day)),
    waitingNorm: stepNormDays(record.phaseStatus),
    phases: steps(record, facts.phases),
    availableActions: offered,
    proposedDecision: await proposal(context, facts),
    nextStep: own && {
      ...own,
      place: placeOf(own.key),
      list: awaitedList(facts, facts.chosenList),
      form: formOfStep && placeOf(own.key) === 'form' ? { id: formOfStep.id, segment: formOfStep.code } : null,
    },
    returned: returned?.shown ?? null,
    sentAgain: pending ? await findSentAgain(context.db, facts.projectId) : null,
    draftRemarks,
    mainAction: mainAction(offered, own, draftRemarks)?.id ?? null,
    taskAction: taskAction(offered, own, draftRemarks)?.id ?? null,
    conditions: stepConditions(facts).map(({ formId, ...condition }) => {
      const of = facts.forms.find(({ id }) => id === formId);
      return { ...condition, form: of ? { id: of.id, segment: of.code, name: of.name } : null };
    }),
    actors: { now: actors.slice(0, now.length), next: actors.slice(now.length) },
    rest: restOf(facts),
    ownStep,
    rights: rightsOn(user, record),
  };
}
