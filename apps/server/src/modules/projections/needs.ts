import { sql } from 'kysely';
import { FORM_STATUS } from '@pimis/domain/constants';
import { FORM_CODE } from '@pimis/domain/forms/codes';
import type { FormValues } from '@pimis/domain/forms/types';
import { type CostedForm, type Need, projectNeeds } from '@pimis/domain/portfolio/needs';
import { instantText } from '../../platform/database/sql-days.ts';
import { hiddenFromPlanner } from '../../platform/database/prepared-statements.ts';
import { listed } from './listed.ts';
import { projection } from './projection.ts';

interface Input {
  plan: FormValues | null;
  forms: CostedForm[];
}
type Selected = { projectId: number; kept: Need[] } & Input;

/** The parts of the values from which needs are computed. */
export const COSTS = (
  values: ReturnType<typeof sql>,
) => sql`json_build_object('implementation', ${values} -> 'implementation',
  'financialInfo', json_build_object('yearlyCosts', ${values} #> '{financialInfo,yearlyCosts}',
    'fundingSources', ${values} #> '{financialInfo,fundingSources}'))`;

/** The needs of projects by fiscal year and source. */
export const NEEDS = projection<Selected, Input, Need>({
  name: 'needs',
  version: 1,
  sources: ['project_plans', 'project_forms', 'form_revisions', 'project_phases'],
  select: (projectIds) => sql<Selected>`
      select asked.id as "projectId",
        ${listed(sql`json_agg(json_build_object('year', year, 'source', source, 'amount', amount::text, 'planned', planned)
            order by year, source collate "C")
          from project_needs where project_id = asked.id`)} as kept,
        (select ${COSTS(sql`plan`)} from published.project_plans where project_id = asked.id
         order by ordinal desc limit 1) as plan,
        -- A project with a plan needs what the plan says.
        case when exists (select from published.project_plans where project_id = asked.id) then '[]' else
          ${listed(sql`json_agg(json_build_object('formId', forms.id, 'code', forms.code, 'ordinal', forms.ordinal,
              'phaseStartedAt', ${instantText(sql`phases.started_at`)}, 'values', ${COSTS(sql`newest.input`)}))
            from published.project_forms forms
            join published.project_phases phases on phases.id = forms.project_phase_id
            join lateral (select input from published.form_revisions revisions where revisions.form_id = forms.id
                          order by revision desc limit 1) newest on true
            where forms.project_id = asked.id and forms.status = ${sql.lit(FORM_STATUS.approved)}
              and forms.code not in (${sql.lit(FORM_CODE.plan)}, ${sql.lit(FORM_CODE.correction)})
              and json_typeof(newest.input #> '{financialInfo,yearlyCosts}') = 'array'`)} end as forms
      from unnest(${hiddenFromPlanner([...projectIds], 'integer[]')}) as asked (id)`,
  state: ({ plan, forms, kept }) => ({ input: { plan, forms }, kept }),
  compute: ({ plan, forms }) => projectNeeds(plan, forms),
  write: async (tx, changed) => {
    const needs = changed.flatMap(({ projectId, rows }) => rows.map((row) => ({ projectId, ...row })));
    const given = sql`json_to_recordset(${JSON.stringify(needs)}::json) as given ("projectId" integer, year smallint,
      source text, amount numeric, planned boolean)`;
    await sql`delete from project_needs kept
      where project_id = any(${changed.map(({ projectId }) => projectId)}::integer[]) and not exists (
        select from ${given} where (given."projectId", given.year, given.source) = (kept.project_id, kept.year, kept.source))`.execute(
      tx,
    );
    await sql`
      insert into project_needs as kept (project_id, year, source, amount, planned)
      select "projectId", year, source, amount, planned from ${given} order by "projectId", year, source
      on conflict (project_id, year, source) do update set amount = excluded.amount, planned = excluded.planned
      where (kept.amount, kept.planned) is distinct from (excluded.amount, excluded.planned)`.execute(tx);
  },
});
