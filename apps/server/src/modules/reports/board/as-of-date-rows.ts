import { type RawBuilder, sql } from 'kysely';
import { FORM_CODE } from '@pimis/domain/forms/codes';
import {
  ACCEPTING_DECISIONS,
  approvalSteps,
  type BoardReport,
  partsOf,
  type ReportGroup,
} from '@pimis/domain/reports/board-reports';
import { PHASE_ORDER, type ReportColumnKey } from '@pimis/domain/reports/columns';
import type { Script } from '@pimis/domain/text/transliterate';
import { PHASE, phasesOf, STAGES } from '@pimis/domain/workflow/phases';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import { dayInBelgrade } from '../../../platform/database/sql-days.ts';
import { visibleProjects } from '../../projects/visibility.ts';

/** The user, the moment and the projects of a report. */
export interface ReportRequest {
  user: CurrentUser;
  /** Last day that counts, YYYY-MM-DD. */
  day: string;
  /** The time of the request; later data do not count, so that all batches show the same moment. */
  now: Date;
  /** The script of the reader, which decides the order of names. */
  script?: Script | undefined;
  organizationId?: string | undefined;
  phase?: number | undefined;
  sector?: number | undefined;
}

/** An amount as forms store it; anything else counts as zero. */
const AMOUNT = '^-?[0-9]+([.][0-9]+)?$';

const amount = (text: RawBuilder<unknown>) =>
  sql<string>`coalesce(case when ${text} ~ ${AMOUNT} then (${text})::numeric end, 0)`;

/** The end of the day in Belgrade, but not later than now; data before it count. */
const momentOf = ({ day, now }: ReportRequest) =>
  sql`least((${day}::date + 1)::timestamp at time zone 'Europe/Belgrade', ${now}::timestamptz + interval '1 millisecond')`;

/** The projects of a report; all by default. */
type Only = readonly number[] | undefined;

const among = (only: Only, column: string) => (only ? sql`and ${sql.ref(column)} = any(${only}::integer[])` : sql``);

/** The state of each project at the moment: the row of its history that was open then. */
function history(request: ReportRequest, only: Only): RawBuilder<unknown> {
  return sql`select * from published.project_history history
    where valid_from < ${momentOf(request)} and (valid_to is null or valid_to >= ${momentOf(request)}) ${among(only, 'history.project_id')}`;
}

/** The last approval by the commission before the moment, and the last decision since. */
function decisions(request: ReportRequest, only: Only): RawBuilder<unknown> {
  const accepting = sql.join(
    ACCEPTING_DECISIONS.map(({ phase, action }) => sql`(${phase}::integer, ${action}::integer)`),
  );
  return sql`select yes.project_id, yes.list_type, yes.list_name, yes.decision_date, later.decision as later,
      later.decision_date as later_date
    from (select distinct on (items.project_id) items.project_id, items.list_id, items.decided_at,
      lists.type as list_type, lists.name as list_name, items.decision_date
    from published.project_list_items items join published.project_lists lists on lists.id = items.list_id
    where items.decided_at < ${momentOf(request)} and (items.phase, items.decision) in (${accepting})
      ${among(only, 'items.project_id')}
    order by items.project_id, items.decided_at desc, items.list_id desc) yes
    left join lateral (
      select items.phase || ':' || items.decision as decision, items.decision_date
      from published.project_list_items items
      where items.project_id = yes.project_id and items.decided_at < ${momentOf(request)}
        and (items.decided_at, items.list_id) > (yes.decided_at, yes.list_id)
      order by items.decided_at desc, items.list_id desc limit 1) later on true`;
}

/** The plan in force at the moment, and the value of its work up to the last ended quarter. */
function plans(request: ReportRequest, only: Only): RawBuilder<unknown> {
  const cell = sql`years.value -> ('q' || quarters.number) ->> 'amount'`;
  const ended = sql`make_date((years.value ->> 'year')::integer, quarters.number * 3, 1) + interval '1 month' <= ${request.day}::date + 1`;
  return sql`select newest.project_id, newest.plan #>> '{implementationDates,start}' as planned_start,
      newest.plan #>> '{implementationDates,end}' as planned_end,
      (select coalesce(sum(${amount(cell)}), 0)
       from json_array_elements(coalesce(newest.plan -> 'implementation', '[]')) rows
       cross join json_array_elements(coalesce(rows.value -> 'plan', '[]')) years
       cross join generate_series(1, 4) quarters (number)
       where (years.value ->> 'year') ~ '^[0-9]{4}$' and ${ended}) as planned_to_day
    from (select distinct on (project_id) project_id, plan from published.project_plans plans
          where in_force_from < ${momentOf(request)} ${among(only, 'plans.project_id')} order by project_id, ordinal desc) newest`;
}

/**
 * The sum of real expenses of the quarters approved at that time, from the approved revisions, and the newest of these
 * quarters.
 */
function realization(request: ReportRequest, only: Only): RawBuilder<unknown> {
  const { approve, open } = approvalSteps(PHASE.reporting);
  const expense = sql`activities.value #>> '{details,financial,realExpense}'`;
  return sql`select approved.project_id, sum(spent.expense) as realized, max(approved.quarter) as last_quarter
    from (select distinct on (steps.form_id) steps.project_id, steps.form_id, steps.form_revision, steps.operation,
            substring(forms.name from '-(\\d{4})-\\d$') || '-' || substring(forms.name from '-(\\d)$') as quarter
          from published.project_activities steps join published.project_forms forms on forms.id = steps.form_id
          where steps.created_at < ${momentOf(request)} and steps.phase = ${PHASE.reporting} and steps.form_code = ${FORM_CODE.quarterlyReport}
            and steps.operation in (${sql.join([...approve, ...open])}) ${among(only, 'steps.project_id')}
          order by steps.form_id, steps.id desc) approved
    join published.form_revisions revisions
      on revisions.form_id = approved.form_id and revisions.revision = approved.form_revision
    cross join lateral (
      select coalesce(sum(${amount(expense)}), 0) as expense
      from json_array_elements(coalesce(revisions.input #> '{summary,activities}', '[]')) activities) spent
    where approved.operation in (${sql.join(approve)})
    group by approved.project_id`;
}

const NOTHING: Readonly<Record<'decision' | 'plan' | 'realization', RawBuilder<unknown>>> = {
  decision: sql`select null::integer as project_id, null::smallint as list_type, null::text as list_name,
    null::date as decision_date, null::text as later, null::date as later_date where false`,
  plan: sql`select null::integer as project_id, null::text as planned_start, null::text as planned_end,
    0::numeric as planned_to_day where false`,
  realization: sql`select null::integer as project_id, 0::numeric as realized, null::text as last_quarter where false`,
};

const stage = sql`case ${sql.join(
  STAGES.map((name) => sql`when was.phase in (${sql.join(phasesOf(name))}) then ${name}`),
  sql` `,
)} end`;

/** The time since which a project is in its phase and status: the end of its last history row with other values. */
const since = sql`(select coalesce(max(earlier.valid_to) filter (where (earlier.phase, earlier.phase_status)
    is distinct from (was.phase, was.phase_status)), min(earlier.valid_from))
  from published.project_history earlier
  where earlier.project_id = was.project_id and earlier.valid_from <= was.valid_from)`;

/** Each column of a report as SQL, over the tables of `rowsAsOf`. */
const COLUMNS: Readonly<Record<ReportColumnKey, RawBuilder<unknown>>> = {
  code: sql`was.code`,
  number: sql`projects.number`,
  name: sql`was.name`,
  organization: sql`owner.name`,
  proposer: sql`proposer.name`,
  sector: sql`projects.sector`,
  stage,
  phase: sql`was.phase`,
  phaseStatus: sql`was.phase_status`,
  since: dayInBelgrade(since),
  projectStatus: sql`was.status`,
  important: sql`was.important`,
  foreignFunds: sql`was.foreign_funds`,
  created: dayInBelgrade(sql`projects.created_at`),
  totalValue: sql`was.total_value`,
  plannedStart: sql`plan.planned_start`,
  plannedEnd: sql`plan.planned_end`,
  plannedToDay: sql`coalesce(plan.planned_to_day, 0)::numeric(19, 2)`,
  realized: sql`coalesce(realization.realized, 0)::numeric(19, 2)`,
  remaining: sql`(was.total_value - coalesce(realization.realized, 0))::numeric(19, 2)`,
  realizedPercent: sql`round(coalesce(realization.realized, 0) * 100 / nullif(was.total_value, 0), 2)`,
  lastQuarter: sql`realization.last_quarter`,
  listType: sql`decision.list_type`,
  listName: sql`decision.list_name`,
  decided: sql`decision.decision_date`,
  later: sql`decision.later`,
  laterDay: sql`decision.later_date`,
  group: sql`null`,
  projects: sql`1`,
  importantProjects: sql`was.important::integer`,
  foreignProjects: sql`was.foreign_funds::integer`,
};

/** For each kind of group, its key and the order of its groups. */
export const GROUPS: Readonly<Record<ReportGroup, { key: RawBuilder<unknown>; order: RawBuilder<unknown> }>> = {
  organization: { key: sql`"organization"`, order: sql`"organization"` },
  proposer: { key: sql`"proposer"`, order: sql`"proposer"` },
  stage: { key: sql`"stage"`, order: sql`array_position(array[${sql.join([...STAGES])}]::text[], "stage")` },
  phase: {
    key: sql`"phase"`,
    order: sql`array_position(array[${sql.join([...PHASE_ORDER])}]::integer[], "phase"::integer)`,
  },
  sector: { key: sql`"sector"`, order: sql`"sector"` },
  projectStatus: { key: sql`"projectStatus"`, order: sql`"projectStatus"` },
  listType: { key: sql`"listType"`, order: sql`"listType"` },
};

/**
 * The projects of a report with the given columns, as a table at the requested moment. Only tables that the columns
 * need are read.
 */
export function rowsAsOf(
  report: BoardReport,
  request: ReportRequest,
  columns: readonly ReportColumnKey[],
  only?: Only,
) {
  const { scope } = report;
  const parts = partsOf(report);
  const conditions = [
    visibleProjects(request.user),
    sql`was.status in (${sql.join([...scope.statuses])})`,
    ...(scope.phases ? [sql`was.phase in (${sql.join([...scope.phases])})`] : []),
    ...(scope.important ? [sql`was.important`] : []),
    ...(scope.accepted ? [sql`decision.project_id is not null`] : []),
    ...(request.organizationId === undefined
      ? []
      : [
          sql`(projects.organization_id = ${request.organizationId} or was.proposer_organization_id = ${request.organizationId})`,
        ]),
    ...(request.phase === undefined ? [] : [sql`was.phase = ${request.phase}`]),
    ...(request.sector === undefined ? [] : [sql`projects.sector = ${request.sector}`]),
  ];
  const named = columns.map((column) => sql`${COLUMNS[column]} as ${sql.ref(column)}`);
  return sql`(select was.project_id as id, ${sql.join(named)}
    from (${history(request, only)}) was
    join published.projects on projects.id = was.project_id
    join published.organizations owner on owner.id = projects.organization_id
    join published.organizations proposer on proposer.id = was.proposer_organization_id
    left join (${parts.has('decision') ? decisions(request, only) : NOTHING.decision}) decision on decision.project_id = was.project_id
    left join (${parts.has('plan') ? plans(request, only) : NOTHING.plan}) plan on plan.project_id = was.project_id
    left join (${parts.has('realization') ? realization(request, only) : NOTHING.realization}) realization
      on realization.project_id = was.project_id
    where ${sql.join(conditions, sql` and `)})`;
}
