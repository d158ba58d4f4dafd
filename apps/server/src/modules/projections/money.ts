import { sql } from 'kysely';
import { FORM_STATUS } from '@pimis/domain/constants';
import { FORM_CODE } from '@pimis/domain/forms/codes';
import type { FormValues } from '@pimis/domain/forms/types';
import { type KeptMoney, moneyByQuarter } from '@pimis/domain/portfolio/money-by-quarter';
import { setMoney } from '../projects/kept.ts';
import { inIds } from '../../platform/database/prepared-statements.ts';
import { listed } from './listed.ts';
import { projection } from './projection.ts';

interface Input {
  plan: FormValues | null;
  reports: { name: string; values: FormValues }[];
}
type Selected = { projectId: number; kept: KeptMoney } & Input;

/** Planned and spent amounts of projects by quarter, with their sum and the end of the plan in force. */
export const MONEY = projection<Selected, Input, KeptMoney>({
  name: 'money',
  version: 1,
  sources: ['project_forms', 'form_revisions', 'project_plans'],
  select: (projectIds) => sql<Selected>`
      select projects.id as "projectId",
        json_build_object('plannedEnd', projects.planned_end, 'spent', projects.spent::text, 'quarters', ${listed(sql`json_agg(
            json_build_object('year', year, 'quarter', quarter, 'planned', planned::text, 'spent', spent::text)
            order by year, quarter)
          from project_quarters where project_id = projects.id`)}) as kept,
        (select json_build_object('implementation', plan -> 'implementation', 'implementationDates', plan -> 'implementationDates')
         from published.project_plans where project_id = projects.id order by ordinal desc limit 1) as plan,
        ${listed(sql`json_agg(json_build_object('name', forms.name,
            'values', json_build_object('summary', json_build_object('activities', newest.input #> '{summary,activities}'))))
          from published.project_forms forms
          join lateral (select input from published.form_revisions revisions where revisions.form_id = forms.id
                        order by revision desc limit 1) newest on true
          where forms.project_id = projects.id and forms.code = ${sql.lit(FORM_CODE.quarterlyReport)}
            and forms.status = ${sql.lit(FORM_STATUS.approved)}`)} as reports
      from published.projects where projects.id ${inIds(projectIds)}`,
  state: ({ plan, reports, kept }) => ({ input: { plan, reports }, kept: [kept] }),
  compute: ({ plan, reports }) => [moneyByQuarter(plan, reports)],
  write: async (tx, changed) => {
    const money = changed.flatMap(({ projectId, rows }) => rows.map((row) => ({ projectId, ...row })));
    const quarters = money.flatMap(({ projectId, quarters: own }) => own.map((row) => ({ projectId, ...row })));
    const given = sql`json_to_recordset(${JSON.stringify(quarters)}::json) as given ("projectId" integer, year smallint,
      quarter smallint, planned numeric, spent numeric)`;
    await sql`delete from project_quarters kept
      where project_id = any(${money.map(({ projectId }) => projectId)}::integer[]) and not exists (
        select from ${given} where (given."projectId", given.year, given.quarter) = (kept.project_id, kept.year, kept.quarter))`.execute(
      tx,
    );
    await sql`
      insert into project_quarters as kept (project_id, year, quarter, planned, spent)
      select "projectId", year, quarter, planned, spent from ${given} order by "projectId", year, quarter
      on conflict (project_id, year, quarter) do update set planned = excluded.planned, spent = excluded.spent
      where (kept.planned, kept.spent) is distinct from (excluded.planned, excluded.spent)`.execute(tx);
    await setMoney(tx, money);
  },
});
