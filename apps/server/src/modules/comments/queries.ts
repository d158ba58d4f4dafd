import { sql } from 'kysely';
import type { Person } from '@pimis/contract/daily';
import type { Away } from '@pimis/contract/stand-ins';
import { USER_STATUS } from '@pimis/domain/constants';
import type { Script } from '@pimis/domain/text/transliterate';
import { absenceOf } from '../identity/stand-ins/absence.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { nameInOrder } from '../../platform/lists/order-of-names.ts';
import { searchCondition } from '../../platform/lists/search.ts';
import { userSeesProject } from '../projects/recipients.ts';

/** The length of the excerpt of a comment shown above its answer. */
const EXCERPT_LENGTH = 140;

export interface CommentRow {
  id: number;
  userId: number;
  text: string | null;
  login: string;
  name: string;
  organizationName: string;
  /** Is the author away on the day? */
  away: Away | null;
  createdAt: Date;
  editedAt: Date | null;
  removedAt: Date | null;
  replyToId: number | null;
  replyToName: string | null;
  replyToExcerpt: string | null;
}

/**
 * Comments of a project, newest first, with the absences of their authors on the day; only `only` if it is given. The
 * text of a removed comment stays in the table.
 */
export async function findComments(
  db: Database | Tx,
  projectId: number,
  page: { perPage: number; page: number },
  day: string,
  only?: number,
): Promise<CommentRow[]> {
  const { rows } = await sql<CommentRow>`
    select comments.id, comments.user_id as "userId", users.login::text as login, users.name,
           organizations.name as "organizationName", ${absenceOf(sql`users.id`, day)} as away,
           case when comments.removed_at is null then comments.text end as text,
           comments.created_at as "createdAt", comments.edited_at as "editedAt", comments.removed_at as "removedAt",
           answered.id as "replyToId", answering.name as "replyToName",
           case when answered.removed_at is null then left(answered.text, ${EXCERPT_LENGTH}::integer) end
             as "replyToExcerpt"
    from project_comments comments
    join published.users on users.id = comments.user_id
    join published.organizations on organizations.id = users.organization_id
    left join project_comments answered on answered.id = comments.reply_to_id
    left join published.users answering on answering.id = answered.user_id
    where comments.project_id = ${projectId} ${only === undefined ? sql`` : sql`and comments.id = ${only}`}
    order by comments.id desc
    limit ${page.perPage} offset ${(page.page - 1) * page.perPage}`.execute(db);
  return rows;
}

export async function countComments(db: Database | Tx, projectId: number): Promise<number> {
  const { count } = await db
    .selectFrom('project_comments')
    .select(sql<number>`count(*)::integer`.as('count'))
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  return count;
}

/** A comment of the project, locked for a change. */
export function lockComment(tx: Tx, projectId: number, id: number) {
  return tx
    .selectFrom('project_comments')
    .select(['id', 'user_id as userId', 'text', 'created_at as createdAt', 'removed_at as removedAt'])
    .where('project_id', '=', projectId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

/** The newest comment of a project, even if it was removed. While its project is locked, nobody can add a newer one. */
export function newestComment(tx: Tx, projectId: number) {
  return tx
    .selectFrom('project_comments')
    .select([
      'id',
      'user_id as userId',
      'text',
      'reply_to_id as replyToId',
      'created_at as createdAt',
      'removed_at as removedAt',
    ])
    .where('project_id', '=', projectId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Active people who see the project and whose name contains the words or whose login begins with the text; those of its
 * organization first, the author last. `day`: the day for which absences are shown.
 */
export async function findPeople(
  db: Database,
  projectId: number,
  text: string,
  { script, writerId, day, limit }: { script: Script | undefined; writerId: number; day: string; limit: number },
): Promise<Person[]> {
  const beginning = `${text.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
  const { rows } = await sql<Person>`
    select users.login::text as login, users.name, organizations.name as "organizationName",
           ${absenceOf(sql`users.id`, day)} as away
    from published.users
    join published.projects on projects.id = ${projectId}
    join published.organizations on organizations.id = users.organization_id
    where users.status = ${sql.lit(USER_STATUS.active)}
      and (${searchCondition(sql`users.name_key`, text)} or users.login like ${beginning}::citext) and ${userSeesProject}
    order by users.id = ${writerId}, users.organization_id <> projects.organization_id,
             ${sql.raw(nameInOrder('users.name', script))}, users.id
    limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Which of the logins (lower case) receive a notification of a comment that names them. */
export async function findNotified(db: Database, projectId: number, logins: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ login: string }>`
    select lower(users.login::text) as login
    from published.users join published.projects on projects.id = ${projectId}
    where users.login = any(${[...logins]}::text[]::citext[]) and users.status = ${sql.lit(USER_STATUS.active)}
      and ${userSeesProject}`.execute(db);
  return rows.map(({ login }) => login);
}
