import { sql } from 'kysely';
import { secureLink } from '../modules/documents/links/links.ts';
import { changeWithholding } from '../modules/open-data/withholding.ts';
import { mergeProjects } from '../modules/project-page/options/merging.ts';
import type { CurrentUser } from '../platform/access/current-user.ts';
import type { Context } from '../platform/context.ts';
import type { Story } from './demo-story.ts';

const WITHHELD = 'ZA-KOTLARNICA';
const REASON = 'Радови су класификовани као тајни подаци.';
/** Projects that have documents which anybody may open. */
const WITH_DOCUMENTS = ['PI-PPOV', 'VA-KEJ', 'LE-TRZNICA'];

/** A public project that has become part of another one. */
const MERGED = { code: 'SALA-PETROVAC', into: 'SKOLA-NOVA' };

async function mergeOne(context: Context, user: CurrentUser): Promise<void> {
  const found = await context.db
    .selectFrom('projects')
    .select(['id', sql<string>`code::text`.as('code')])
    .where('code', 'in', [MERGED.code, MERGED.into])
    .execute();
  const projects = found.map(({ id, code }) => ({
    ProjectId: id,
    ProjectCode: code,
    OriginalProject: code === MERGED.into,
  }));
  await mergeProjects(context, user, { projects }, { user });
}

/** Public data of the demo: some documents are open, one project is withheld, and one was merged into another. */
export async function seedPublicFacts(context: Context, story: Story): Promise<void> {
  const user = await story.user('admin');
  await mergeOne(context, user);
  for (const projectCode of WITH_DOCUMENTS) {
    const { rows } = await sql<{ id: number }>`
      select min(documents.id) as id from documents join projects on projects.id = documents.project_id
      where projects.code = ${projectCode} and documents.deleted_at is null having min(documents.id) is not null`.execute(
      context.db,
    );
    const [document] = rows;
    if (!document) continue;
    const place = { projectCode, documentId: document.id, revision: 1, secureLink: false };
    await secureLink(context, user, place, { user });
  }
  await changeWithholding(context, user, WITHHELD, { withheld: true, reason: REASON }, { user });
}
