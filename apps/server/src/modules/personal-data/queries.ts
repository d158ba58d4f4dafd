import { sql } from 'kysely';
import type { Database } from '../../platform/database/database.ts';

/** The data of a user in each module, from published views; the oldest first. */
export async function personalDataOf(db: Database, userId: number) {
  const comments = await db
    .selectFrom('published.project_comments as comments')
    .innerJoin('published.projects as projects', 'projects.id', 'comments.project_id')
    .select([
      'projects.code as project',
      'comments.text',
      'comments.created_at as at',
      'comments.removed_at as removed',
    ])
    .where('comments.user_id', '=', userId)
    .orderBy('comments.id')
    .execute();
  const steps = await db
    .selectFrom('published.project_activities as activities')
    .innerJoin('published.projects as projects', 'projects.id', 'activities.project_id')
    .select(['projects.code as project', 'activities.operation', 'activities.phase', 'activities.comment'])
    .select('activities.created_at as at')
    .where('activities.user_id', '=', userId)
    .orderBy('activities.id')
    .execute();
  const { rows: remarks } = await sql<{ project: string; form: string; text: string; at: Date }>`
    select projects.code::text as project, forms.code as form, written.text, written.at
    from (select form_id, text, created_at as at from published.form_remarks where user_id = ${userId}
          union all
          select form_id, answer, answered_at from published.form_remarks
          where answered_by = ${userId} and answer is not null) written
    join published.project_forms forms on forms.id = written.form_id
    join published.projects on projects.id = forms.project_id
    order by written.at`.execute(db);
  const follows = await db
    .selectFrom('published.project_followers as followers')
    .innerJoin('published.projects as projects', 'projects.id', 'followers.project_id')
    .select('projects.code')
    .where('followers.user_id', '=', userId)
    .orderBy('projects.code')
    .execute();
  const scenarios = await db
    .selectFrom('published.scenarios')
    .select(['name', 'shared', 'created_at as at', 'changed_at as changed'])
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute();
  const views = await db
    .selectFrom('published.table_views')
    .select(['table_name as table', 'name', 'organization_id as sharedWith', 'created_at as at'])
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute();
  const log = await db
    .selectFrom('published.audit_log as log')
    .select([
      'log.at',
      'log.operation',
      'log.subject_type as subjectType',
      'log.subject_id as subjectId',
      'log.address',
    ])
    // Actions of the user and actions on the account.
    .where((eb) =>
      eb.or([
        eb('log.user_id', '=', userId),
        eb.and([eb('log.subject_type', '=', 'user'), eb('log.subject_id', '=', sql<string>`${String(userId)}`)]),
      ]),
    )
    .orderBy('log.id')
    .execute();
  return { comments, steps, remarks, follows: follows.map(({ code }) => code), scenarios, views, log };
}
