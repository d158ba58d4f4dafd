import { sql } from 'kysely';
import type { ProjectTimeline } from '@pimis/contract/portfolio/timeline';
import { type Context, today } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/current-user.ts';
import { findProject } from '../../projects/visibility.ts';
import { readActivities } from './activities.ts';
import { courseColumns, courseOf, type RawCourse, reportedJoin } from './rows.ts';

/** The timeline of one project. Error: NotFound for a project that the user does not see. */
export async function readProjectTimeline(context: Context, user: CurrentUser, code: string): Promise<ProjectTimeline> {
  const { db } = context;
  const { id } = await findProject(db, user, code);
  const [course, activities] = await Promise.all([
    sql<RawCourse>`
      select ${courseColumns('own.id')} from (select ${id}::integer as id) own ${reportedJoin('own.id')}`.execute(db),
    readActivities(db, [id]),
  ]);
  const [row] = course.rows;
  return {
    day: today(context),
    ...courseOf(row ?? { steps: null, plans: null, done: null, reportedUntil: null }),
    activities: activities.get(id) ?? [],
  };
}
