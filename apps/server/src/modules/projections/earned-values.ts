import { sql } from 'kysely';
import { FORM_CODE } from '@pimis/domain/forms/codes';
import type { FormValues } from '@pimis/domain/forms/types';
import { type KeptEarnedValue, keptEarnedValues } from '@pimis/domain/indicators/kept-earned-values';
import type { PlanRevision, ReportEvent } from '@pimis/domain/indicators/measured-periods';
import { progressOf } from '@pimis/domain/indicators/record';
import { keptQuarter } from '@pimis/domain/portfolio/money-by-quarter';
import { approvalSteps } from '@pimis/domain/reports/board-reports';
import { PHASE } from '@pimis/domain/workflow/phases';
import { dayInBelgrade } from '../../platform/database/sql-days.ts';
import { hiddenFromPlanner } from '../../platform/database/prepared-statements.ts';
import { listed, oneOf } from './listed.ts';
import { projection } from './projection.ts';

/** A step that approved a report or a quarterly correction, or that opened it again. */
interface Step {
  formId: number;
  day: string;
  code: string;
  name: string;
  operation: string;
  /** The approved values; null if the step names no revision. */
  values: FormValues | null;
}

interface Input {
  plans: PlanRevision[];
  steps: Step[];
}
type Selected = { projectId: number; kept: KeptEarnedValue[] } & Input;

const PHASES = [PHASE.reporting, PHASE.correctionReporting];
const STEPS = PHASES.map(approvalSteps);
const APPROVE = [...new Set(STEPS.flatMap(({ approve }) => approve))];
const OPEN = [...new Set(STEPS.flatMap(({ open }) => open))];

function eventOf({ formId, day, code, name, operation, values }: Step): ReportEvent[] {
  const quarter = keptQuarter(name);
  if (!quarter) return [];
  const kind = code === FORM_CODE.quarterlyReport ? 'report' : 'correction';
  return [
    { formId, day, kind, quarter, activities: APPROVE.includes(operation) && values ? progressOf(values) : null },
  ];
}

/** Earned value of projects on each day. */
export const EARNED_VALUES = projection<Selected, Input, KeptEarnedValue>({
  name: 'earned-values',
  version: 3,
  sources: ['project_plans', 'project_activities', 'project_forms', 'form_revisions'],
  select: (projectIds) => sql<Selected>`
      select asked.id as "projectId",
        ${listed(sql`json_agg(json_build_object('from', valid_from, 'until', nullif(valid_to, 'infinity'),
            'planOrdinal', plan_ordinal, 'plannedStart', planned_start, 'plannedEnd', planned_end, 'bac', bac::text,
            'year', year, 'quarter', quarter, 'pv', pv::text, 'ev', ev::text, 'ac', ac::text, 'spi', spi::text,
            'cpi', cpi::text, 'eac', eac::numeric(60, 2)::text, 'plannedFirst', planned_first, 'planned', planned::text[])
            order by valid_from)
          from earned_values where project_id = asked.id`)} as kept,
        ${listed(sql`json_agg(json_build_object('ordinal', ordinal, 'from', ${dayInBelgrade(sql`in_force_from`)},
            'plan', json_build_object('implementation', plan -> 'implementation', 'implementationDates', plan -> 'implementationDates',
              'financialInfo', json_build_object('activityList', plan #> '{financialInfo,activityList}'))) order by ordinal)
          from published.project_plans where project_id = asked.id`)} as plans,
        -- Without a plan nothing is measured.
        case when exists (select from published.project_plans where project_id = asked.id) then
          ${listed(sql`json_agg(json_build_object('formId', steps.form_id, 'day', ${dayInBelgrade(sql`steps.created_at`)},
              'code', forms.code, 'name', forms.name, 'operation', steps.operation, 'values',
              case when steps.form_revision is not null then json_build_object('summary',
                json_build_object('activities', revisions.input #> '{summary,activities}')) end) order by steps.id)
            from published.project_activities steps
            join published.project_forms forms on forms.id = steps.form_id
            left join published.form_revisions revisions
              on revisions.form_id = steps.form_id and revisions.revision = steps.form_revision
            where steps.project_id = asked.id and steps.phase in (${sql.join(PHASES.map((phase) => sql.lit(phase)))})
              and steps.form_id is not null
              and forms.code in (${sql.lit(FORM_CODE.quarterlyReport)}, ${sql.lit(FORM_CODE.quarterlyCorrection)})
              and steps.operation ${oneOf([...APPROVE, ...OPEN])}`)} else '[]' end as steps
      from unnest(${hiddenFromPlanner([...projectIds], 'integer[]')}) as asked (id)`,
  state: ({ plans, steps, kept }) => ({ input: { plans, steps }, kept }),
  compute: ({ plans, steps }) => keptEarnedValues(plans, steps.flatMap(eventOf)),
  write: async (tx, changed) => {
    const values = changed.flatMap(({ projectId, rows }) => rows.map((row) => ({ projectId, ...row })));
    await sql`delete from earned_values where project_id = any(${changed.map(({ projectId }) => projectId)}::integer[])`.execute(
      tx,
    );
    await sql`
      insert into earned_values (project_id, valid_from, valid_to, plan_ordinal, planned_start, planned_end, bac, year, quarter,
        pv, ev, ac, spi, cpi, eac, planned_first, planned)
      select "projectId", "from", coalesce("until", 'infinity'), "planOrdinal", "plannedStart", "plannedEnd", bac, year, quarter,
             pv, ev, ac, spi, cpi, eac, "plannedFirst", planned
      from json_to_recordset(${JSON.stringify(values)}::json) as given ("projectId" integer, "from" date, "until" date,
        "planOrdinal" integer, "plannedStart" date, "plannedEnd" date, bac numeric, year smallint, quarter smallint,
        pv numeric, ev numeric, ac numeric, spi numeric, cpi numeric, eac numeric, "plannedFirst" smallint, planned numeric[])
      order by "projectId", "from"`.execute(tx);
  },
});
