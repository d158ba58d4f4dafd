import { sql } from 'kysely';
import type { ProjectTimeline } from '@pimis/contract/portfolio/timeline';
import { FORM_STATUS } from '@pimis/domain/constants';
import { FORM_CODE } from '@pimis/domain/forms/codes';
import type { FormValues } from '@pimis/domain/forms/types';
import { cumulative, progressOf, type Report } from '@pimis/domain/indicators/record';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { activitySpans, formerSpans, reportedSpans } from '@pimis/domain/portfolio/timeline';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import type { Database } from '../../../platform/database/database.ts';

export type Activities = ProjectTimeline['activities'];

interface RawActivities {
  id: number;
  /** Oldest first; each with the parts that a timeline needs. */
  plans: FormValues[] | null;
  /** Approved quarterly reports and their corrections. */
  reports: { code: string; name: string; input: FormValues }[] | null;
}

/** Activities of the newest plan, then those that only earlier plans have, each with its actual span. */
function activitiesOf({ plans, reports }: RawActivities): Activities {
  const byPlan = (plans ?? []).map(activitySpans);
  const inForce = byPlan.at(-1);
  const earlier = byPlan.slice(0, -1);
  const reportsOf = (code: string): Report[] =>
    (reports ?? [])
      .filter((report) => report.code === code)
      .flatMap(({ name, input }) => {
        const quarter = quarterOfName(name);
        return quarter ? [{ ...quarter, activities: progressOf(input) }] : [];
      });
  const quarters = reportsOf(FORM_CODE.quarterlyReport);
  const reported = reportedSpans(quarters);
  const done = cumulative(quarters, reportsOf(FORM_CODE.quarterlyCorrection), {
    year: Number.POSITIVE_INFINITY,
    quarter: 4,
  });
  const names = new Map([inForce, ...earlier.toReversed()].flatMap((spans) => [...(spans ?? [])]).toReversed());
  const keys = new Set([...(inForce?.keys() ?? []), ...names.keys()]);
  return [...keys].map((key) => {
    const planned = inForce?.get(key)?.span ?? null;
    const progress = done.get(key);
    return {
      name: names.get(key)?.name ?? key,
      planned,
      former: formerSpans(
        earlier.map((spans) => spans.get(key)?.span ?? null),
        planned,
      ),
      reported: reported.get(key) ?? null,
      done: progress ? fromHundredths(progress.fulfilled) : null,
    };
  });
}

/** The activities of projects, by project id. The caller has checked that the user may see these projects. */
export async function readActivities(db: Database, ids: readonly number[]): Promise<Map<number, Activities>> {
  const { rows } = await sql<RawActivities>`
    select own.id,
      (select json_agg(json_build_object('implementationDates', plans.plan -> 'implementationDates',
                                         'implementation', plans.plan -> 'implementation') order by plans.ordinal)
       from published.project_plans as plans where plans.project_id = own.id) as plans,
      (select json_agg(json_build_object('code', forms.code, 'name', forms.name, 'input', json_build_object(
                         'summary', json_build_object('activities', newest.input #> '{summary,activities}')))
                       order by forms.id)
       from published.project_forms as forms
       cross join lateral (
         select revisions.input from published.form_revisions as revisions
         where revisions.form_id = forms.id order by revisions.revision desc limit 1) newest
       where forms.project_id = own.id and forms.code in (${FORM_CODE.quarterlyReport}, ${FORM_CODE.quarterlyCorrection})
         and forms.status = ${FORM_STATUS.approved}) as reports
    from unnest(${ids}::integer[]) as own(id)`.execute(db);
  return new Map(rows.map((row) => [row.id, activitiesOf(row)]));
}
