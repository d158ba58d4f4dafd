import { sql } from 'kysely';
import type { ProjectTimeline } from '@pimis/contract/portfolio/timeline';
import { FORM_STATUS } from '@pimis/domain/constants';
import type { FormValues } from '@pimis/domain/forms/types';
import { cumulative, progressOf, type Report } from '@pimis/domain/indicators/record';
import { fromHundredths } from '@pimis/domain/money/decimal';
import { activitySpans, formerSpans, reportedSpans } from '@pimis/domain/portfolio/timeline';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import { type Context, today } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/current-user.ts';
import type { Database } from '../../../platform/database.ts';
import { findProject } from '../../projects/visibility.ts';
import { courseColumns, courseOf, type RawCourse, reportedJoin } from './rows.ts';

const REPORT = 'kvartalni';
const RESTATEMENT = 'kvartalni-korekcija';

/** Approved quarterly reports, and corrections of them. */
async function readReports(db: Database, projectId: number): Promise<Record<'quarters' | 'restatements', Report[]>> {
  const { rows } = await sql<{ code: string; name: string; input: FormValues }>`
    select forms.code, forms.name, newest.input
    from published.project_forms as forms
    cross join lateral (
      select revisions.input from published.form_revisions as revisions
      where revisions.form_id = forms.id order by revisions.revision desc limit 1) newest
    where forms.project_id = ${projectId} and forms.code in (${REPORT}, ${RESTATEMENT})
      and forms.status = ${FORM_STATUS.approved} order by forms.id`.execute(db);
  const reportsOf = (code: string) =>
    rows
      .filter((row) => row.code === code)
      .flatMap(({ name, input }) => {
        const quarter = quarterOfName(name);
        return quarter ? [{ ...quarter, activities: progressOf(input) }] : [];
      });
  return { quarters: reportsOf(REPORT), restatements: reportsOf(RESTATEMENT) };
}

async function readPlans(db: Database, projectId: number): Promise<FormValues[]> {
  const { rows } = await sql<{ plan: FormValues }>`
    select plans.plan from published.project_plans as plans
    where plans.project_id = ${projectId} order by plans.ordinal`.execute(db);
  return rows.map(({ plan }) => plan);
}

/** Activities of the newest plan, then those that only earlier plans have, each with what came. */
function activitiesOf(
  plans: readonly FormValues[],
  { quarters, restatements }: Awaited<ReturnType<typeof readReports>>,
): ProjectTimeline['activities'] {
  const byPlan = plans.map(activitySpans);
  const inForce = byPlan.at(-1);
  const earlier = byPlan.slice(0, -1);
  const reported = reportedSpans(quarters);
  const done = cumulative(quarters, restatements, { year: Number.POSITIVE_INFINITY, quarter: 4 });
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

/** The timeline of one project. Error: NotFound for a project that the user does not see. */
export async function readProjectTimeline(context: Context, user: CurrentUser, code: string): Promise<ProjectTimeline> {
  const { db } = context;
  const { id } = await findProject(db, user, code);
  const [course, plans, reports] = await Promise.all([
    sql<RawCourse>`
      select ${courseColumns('own.id')} from (select ${id}::integer as id) own ${reportedJoin('own.id')}`.execute(db),
    readPlans(db, id),
    readReports(db, id),
  ]);
  const [row] = course.rows;
  return {
    day: today(context),
    ...courseOf(row ?? { steps: null, plans: null, done: null, reportedUntil: null }),
    activities: activitiesOf(plans, reports),
  };
}
