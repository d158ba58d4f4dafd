import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { ProjectTimeline } from '@pimis/contract/portfolio/timeline';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { isPlanLate } from '@pimis/domain/portfolio/late-plan';
import type { Written } from '@pimis/domain/text/wording';
import { type Context, today } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import { isPlanLate as isLateInTable } from '../../project-list/portfolio-filters.ts';
import { findProject } from '../../projects/visibility.ts';
import { readActivities } from './activities.ts';
import { timelineWorkbook } from './export.ts';
import { courseColumns, courseOf, type RawCourse } from './rows.ts';

/** The timeline of one project. Error: NotFound for a project that the user does not see. */
export async function readProjectTimeline(context: Context, user: CurrentUser, code: string): Promise<ProjectTimeline> {
  const { db } = context;
  const { id, phase, status } = await findProject(db, user, code);
  const day = today(context);
  const [course, activities] = await Promise.all([
    sql<RawCourse>`
      select ${courseColumns('own.id', day)} from (select ${id}::integer as id) own`.execute(db),
    readActivities(db, [id]),
  ]);
  const own = courseOf(course.rows[0] ?? { steps: null, plans: null, measured: null });
  return {
    day,
    isLate: isPlanLate(
      { isPending: status === PROJECT_STATUS.pending, phase, plannedEnd: own.planned?.end ?? null },
      day,
    ),
    ...own,
    activities: activities.get(id) ?? [],
  };
}

/**
 * The timeline of one project as a workbook, with the same row and activities as in the workbook of many projects.
 * Error: NotFound.
 */
export async function projectTimelineWorkbook(
  context: Context,
  user: CurrentUser,
  code: string,
  written: Written,
): Promise<Readable> {
  const { id } = await findProject(context.db, user, code);
  const day = today(context);
  const scope = {
    source: sql`published.projects as projects`,
    condition: sql<boolean>`projects.id = ${id}`,
    isWhole: false,
    isPending: false,
    isLate: isLateInTable(day),
    day,
  };
  return timelineWorkbook(context, scope, 'body', written);
}
