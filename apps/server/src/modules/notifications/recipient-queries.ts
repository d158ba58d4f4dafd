import { type RawBuilder, sql } from 'kysely';
import { USER_STATUS } from '@pimis/domain/constants';
import { MARK_FORM } from '@pimis/domain/workflow/awaited-marks';
import { dayOf } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { hiddenFromPlanner, inIds, PREPARED } from '../../platform/database/prepared-statements.ts';
import { dayInBelgrade } from '../../platform/database/sql-days.ts';
import type { AbsenceChangedEvent } from '../identity/stand-ins/events.ts';
import type { ProjectState } from '../projects/changes.ts';
import type { DocumentInfectedEvent, MarksMovedEvent, ProjectsMovedEvent } from '../projects/events.ts';
import { isAskedForMarks, isProjectAssignedTo, userSeesProject, usersWhoCanAct } from '../projects/recipients.ts';
import { settingOf } from './queries.ts';

/** SQL: the mail delivery that the user of `found` chose for the kind of the row; null: none. */
const chosenDelivery = sql`nullif(coalesce(${settingOf(sql`found.kind`, (name) => sql.ref(`settings.${name}`))}, 'digest'), 'none')`;

/**
 * Inserts the notifications of `found` (project_id, user_id, kind); returns whether some wait for mail now. Stand-ins
 * of absent recipients are notified as well, if they see the project and are not recipients themselves; `except` is the
 * user who caused the event. `before` is SQL that precedes the insert in the same statement.
 */
async function insertFound(
  tx: Tx,
  found: RawBuilder<unknown>,
  row: {
    activityId?: RawBuilder<unknown>;
    commentId?: number;
    documentId?: number;
    /** The kind of request of a `turn` notification; by default the open step. */
    turn?: string;
    at: Date;
    except: number | null;
  },
  before: RawBuilder<unknown> = sql``,
): Promise<boolean> {
  const { rows } = await sql<{ now: boolean }>`
    ${PREPARED} with ${before} concerned_users as (${found}), stand_ins_of_found as (
      select distinct on (concerned_users.project_id, users.id, concerned_users.kind)
             concerned_users.project_id, users.id as user_id, concerned_users.kind, stand_ins.user_id as stand_in_for_id
      from concerned_users
      join published.stand_ins on stand_ins.user_id = concerned_users.user_id
        and ${dayOf(row.at)}::date between stand_ins.first_day and stand_ins.last_day
      join published.users on users.id = stand_ins.acting_user_id
      join published.projects on projects.id = concerned_users.project_id
      where users.status = ${sql.lit(USER_STATUS.active)} and users.id is distinct from ${row.except}::integer
        and ${userSeesProject}
        and not exists (select from concerned_users notified
                        where notified.project_id = concerned_users.project_id and notified.user_id = users.id)
      order by concerned_users.project_id, users.id, concerned_users.kind, stand_ins.first_day, stand_ins.id
    ), found as (
      select project_id, user_id, kind, null::integer as stand_in_for_id from concerned_users
      union all
      select project_id, user_id, kind, stand_in_for_id from stand_ins_of_found
    ), written as (
      insert into notifications
        (user_id, project_id, kind, activity_id, comment_id, document_id, phase, phase_status, turn, delivery,
         stand_in_for_id, created_at)
      select found.user_id, projects.id, found.kind, ${row.activityId ?? sql`null::bigint`},
             ${row.commentId ?? null}::integer, ${row.documentId ?? null}::integer,
             projects.phase, projects.phase_status, coalesce(${row.turn ?? null}::text, projects.open_steps[1]), ${chosenDelivery}, found.stand_in_for_id, ${row.at}
      from found
      join published.projects on projects.id = found.project_id
      left join notification_settings settings on settings.user_id = found.user_id
      on conflict (user_id, comment_id) do nothing
      returning delivery)
    select coalesce(bool_or(delivery = 'now'), false) as now from written`.execute(tx);
  return rows[0]?.now ?? false;
}

type State = Omit<Required<ProjectState>, 'projectId'>;

const NO_MARKS: State['marks'] = { bodies: [], holdUp: false };

/**
 * SQL, before an insert: marks settled requests of the projects as read. A request for marks is settled only when the
 * body is no longer asked, regardless of steps taken meanwhile; other requests are settled according to `others`.
 */
function settledRequests(
  ids: readonly number[],
  { bodies }: State['marks'],
  { others, at }: { others: boolean; at: Date },
): RawBuilder<unknown> {
  return sql`settled as (
    update notifications set read_at = ${at}
    where project_id ${inIds(ids)} and kind = 'turn' and read_at is null
      and case when turn = ${MARK_FORM.key}
            then user_id not in (select id from published.users where organization_id = any(${[...bodies]}::text[]))
            else ${others}::boolean end), `;
}

/** The states of projects, for callers that do not know them. */
async function statesOf(tx: Tx, projectIds: readonly number[]): Promise<ProjectState[]> {
  const { rows } = await sql<ProjectState>`
    ${PREPARED} select id as "projectId", phase, phase_status as "phaseStatus", foreign_funds as "foreignFunds",
           open_steps as open
    from published.projects where id ${inIds(projectIds)}`.execute(tx);
  return rows;
}

/** Groups the projects by state. */
function byState(projects: readonly ProjectState[]): { state: State; ids: number[] }[] {
  const states = new Map<string, { state: State; ids: number[] }>();
  for (const { projectId, phase, phaseStatus, foreignFunds, open, marks = NO_MARKS } of projects) {
    const state = { phase, phaseStatus, foreignFunds, open, marks };
    const key = JSON.stringify(state);
    const known = states.get(key) ?? { state, ids: [] };
    known.ids.push(projectId);
    states.set(key, known);
  }
  return [...states.values()];
}

/**
 * Notifies everybody whom the step concerns: people who act next, followers, people of the project's organization who
 * took part and, after a decision, also those of the proposer. Everybody gets one notification per project; after a
 * decision, people who act next get a second one. The person who took the step and people who may not see the project
 * get none. Recipients are found from the project, never by checking every user. Returns whether some notifications
 * wait for mail now.
 */
export async function insertStepNotifications(moved: ProjectsMovedEvent): Promise<boolean> {
  let mailed = false;
  const states = moved.states ?? (await statesOf(moved.tx, moved.projectIds));
  for (const { state, ids } of byState(states)) {
    if (await insertNotificationsAt(moved, state, ids)) mailed = true;
  }
  return mailed;
}

/** SQL: the newest activity of the row of `projects` with this operation. */
const newestActivity = (operation: string) => sql`(select max(id) from published.project_activities
  where project_id = projects.id and operation = ${operation})`;

/** The state for requests of its open step: nobody is asked while it waits for marks. */
const asksOfStep = (state: State): State => (state.marks.holdUp ? { ...state, open: [] } : state);

/**
 * The same for projects in one state. Earlier requests are done or now concern others, so they count as read. If a step
 * waits only from a later day, nobody is asked before; the scheduler notifies people on that day. A step that waits for
 * marks asks nobody until they are locked.
 */
async function insertNotificationsAt(
  { tx, operation, userId, decided, at }: ProjectsMovedEvent,
  state: State,
  ids: readonly number[],
): Promise<boolean> {
  const id = sql<number>`moved.id`;
  const asking = asksOfStep(state);
  const found = sql`
    select project_id, user_id, told.kind
    from (
      select projects.id as project_id, users.id as user_id, concerned.follows,
             ${dayInBelgrade(sql`projects.waiting_since`)} <= ${dayOf(at)}::date and ${isProjectAssignedTo(asking)} as waited,
             (users.organization_id = projects.organization_id
               or ${decided}::boolean and users.organization_id = projects.proposer_organization_id)
               and concerned.took_part as took_part
      from unnest(${hiddenFromPlanner([...ids], 'integer[]')}) as moved (id)
      cross join lateral (
        select people.id, bool_or(follows) as follows, bool_or(took_part) as took_part
        from (
          select user_id as id, true as follows, false as took_part
          from published.project_followers where project_id = ${id}
          union all
          select user_id, false, true from published.project_activities where project_id = ${id}
          union all
          select created_by, false, true from published.projects where id = ${id}
          union all
          select acting.id, false, false from (${usersWhoCanAct(asking, id)}) acting
        ) people
        where people.id is not null
        group by people.id
      ) concerned
      join published.users on users.id = concerned.id
      join published.projects on projects.id = ${id}
      where users.status = ${sql.lit(USER_STATUS.active)} and users.id is distinct from ${userId}::integer and ${userSeesProject}
    ) candidates
    cross join lateral (values
      ('turn', waited),
      (${decided ? 'decision' : 'moved'}::text, case when waited then ${decided}::boolean else follows or took_part end)
    ) told (kind, concerns)
    where told.concerns`;
  const activityId = newestActivity(operation);
  const settled = settledRequests(ids, state.marks, { others: true, at });
  return insertFound(tx, found, { activityId, at, except: userId }, settled);
}

/**
 * Notifies the people of bodies that are asked for marks, or people whose step no longer waits for marks; not the
 * person who caused the change. Requests ended by the change count as read.
 */
export async function insertMarksNotifications(moved: MarksMovedEvent): Promise<boolean> {
  const { tx, state, operation, userId, asked, isFreed, at } = moved;
  const { projectId, marks } = state;
  const ofStep = sql`users.id in (${usersWhoCanAct(state, sql`${projectId}::integer`)}) and ${isProjectAssignedTo(state)}`;
  const found = sql`
    select projects.id as project_id, users.id as user_id, 'turn'::text as kind
    from published.projects
    join published.users on ${isFreed ? ofStep : isAskedForMarks(asked)}
    where projects.id = ${projectId}::integer and users.status = ${sql.lit(USER_STATUS.active)}
      and users.id <> ${userId}::integer and ${userSeesProject}`;
  const settled = settledRequests([projectId], marks, { others: marks.holdUp, at });
  const row = {
    activityId: newestActivity(operation),
    ...(isFreed ? {} : { turn: MARK_FORM.key }),
    at,
    except: userId,
  };
  return insertFound(tx, found, row, settled);
}

export interface CommentNotice {
  projectId: number;
  commentId: number;
  userId: number;
  mentions: string[];
  /** Limits a corrected comment to people whom it newly names. */
  mentionsOnly: boolean;
  at: Date;
}

/**
 * Notifies the author of the answered comment, the named people and the followers; each once, not the comment's author.
 */
export async function insertCommentNotifications(tx: Tx, notice: CommentNotice): Promise<boolean> {
  const { projectId, commentId, userId, mentions, mentionsOnly, at } = notice;
  const found = sql`
    select ${projectId}::integer as project_id, user_id, case when answered then 'answer' when named then 'mention' else 'comment' end as kind
    from (
      select users.id as user_id, users.login = any(${mentions}::text[]::citext[]) as named,
             coalesce(users.id = (select earlier.user_id from published.project_comments written
                                  join published.project_comments earlier on earlier.id = written.reply_to_id
                                  where written.id = ${commentId}), false) as answered,
             exists (select 1 from published.project_followers follower
                     where follower.project_id = projects.id and follower.user_id = users.id) as follows
      from (
        select user_id as id from published.project_followers where project_id = ${projectId}
        union
        select id from published.users where login = any(${mentions}::text[]::citext[])
        union
        select earlier.user_id from published.project_comments written
        join published.project_comments earlier on earlier.id = written.reply_to_id where written.id = ${commentId}
      ) concerned
      join published.users on users.id = concerned.id
      join published.projects on projects.id = ${projectId}
      where users.status = ${sql.lit(USER_STATUS.active)} and users.id <> ${userId} and ${userSeesProject}
    ) candidates
    where named or (not ${mentionsOnly}::boolean and (answered or follows))`;
  return insertFound(tx, found, { commentId, at, except: userId });
}

/** Removes notifications of people whom the comment no longer mentions; followers keep theirs about the comment. */
export async function deleteMentions(tx: Tx, commentId: number, mentions: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      select notifications.id, exists (
        select 1 from published.project_followers follower
        where follower.project_id = notifications.project_id and follower.user_id = notifications.user_id) as follows
      from notifications join published.users on users.id = notifications.user_id
      where notifications.comment_id = ${commentId} and notifications.kind = 'mention'
        and users.login <> all(${[...mentions]}::text[]::citext[])),
    kept as (update notifications set kind = 'comment' from gone where notifications.id = gone.id and gone.follows)
    delete from notifications using gone where notifications.id = gone.id and not gone.follows`.execute(tx);
}

/** Notifies the uploader of an infected document and the followers, if they see the project. */
export async function insertInfectedNotifications(infected: DocumentInfectedEvent): Promise<boolean> {
  const { tx, projectId, documentId, userId, at } = infected;
  const found = sql`
    select projects.id as project_id, users.id as user_id, 'infected'::text as kind
    from (
      select user_id as id from published.project_followers where project_id = ${projectId}
      union
      select ${userId}::integer
    ) concerned
    join published.users on users.id = concerned.id
    join published.projects on projects.id = ${projectId}
    where users.status = ${sql.lit(USER_STATUS.active)} and ${userSeesProject}`;
  return insertFound(tx, found, { documentId, at, except: null });
}

/** Notifies people of an absence that was entered or ended. It has a separate mail. */
export async function insertAbsenceNotifications(change: AbsenceChangedEvent): Promise<void> {
  const { tx, standInId, ended, userIds, changedBy, at } = change;
  if (userIds.length === 0) return;
  await tx
    .insertInto('notifications')
    .values(
      userIds.map((userId) => ({
        user_id: userId,
        kind: ended ? ('absenceEnd' as const) : ('absence' as const),
        stand_in_id: standInId,
        told_by: changedBy,
        created_at: at,
      })),
    )
    .execute();
}
