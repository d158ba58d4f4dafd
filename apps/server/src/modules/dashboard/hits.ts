import { type RawBuilder, sql } from 'kysely';
import type { SearchHit } from '@pimis/contract/dashboard';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { registryOf } from '@pimis/domain/registries/catalogue';
import { searchWords } from '@pimis/domain/text/search';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Database } from '../../platform/database.ts';
import { nearCondition, nearRank, searchCondition, searchRank, textCondition } from '../../platform/search.ts';
import { searchKeyInOrder } from '../projects/search-key.ts';
import { askTallies, tallyOfWord } from '../projects/tallies.ts';
import { type Sight, seenProjects } from '../projects/visibility.ts';
import { validOn } from '../registry/table.ts';

/** So many rows that carry the words are compared. */
const COMPARED_ROWS = 300;
/** So many of the newest projects of a tab are passed at most, to find those that carry a word. */
const PASSED_ROWS = 5_000;
/** Tabs whose projects are found: all but the archive. */
const SEARCHED_TABS = [PROJECT_STATUS.pending, PROJECT_STATUS.finished];

/** So many hits are shown of projects, and of documents and organizations each. */
interface Limits {
  projects: number;
  others: number;
}

/**
 * What carries all the words: projects and documents that the user sees, and organizations valid on the day. The project
 * whose code it is comes first, however many others the words are in; of a frequent word the newest are shown.
 */
export async function findHits(
  db: Database,
  user: CurrentUser,
  text: string,
  day: string,
  limits: Limits,
): Promise<SearchHit[]> {
  const sight = seenProjects(user);
  const asked = { text, day, limits };
  if (sight.all && (await isFrequent(db, text, sight.condition, limits.projects))) {
    const hits = await findIn(db, sight, asked, isNewest(text, limits.projects));
    if (hits.filter(({ kind }) => kind === 'project').length >= limits.projects) return hits;
    // Not so many are among the newest, whatever was to be expected.
  }
  return findIn(db, sight, asked, searchCondition(sql`projects.search_key`, text));
}

/**
 * Is the text a word that more pending projects have in their names than are compared, and so many that as many as are
 * shown are to be expected among the newest that are passed? Then these are shown: those that an index of letters finds
 * first are the oldest. `seen` is the condition of those who see all projects.
 */
async function isFrequent(db: Database, text: string, seen: RawBuilder<boolean>, shown: number): Promise<boolean> {
  const tally = tallyOfWord('name', text);
  const told = tally && (await askTallies(db, [tally], { status: PROJECT_STATUS.pending, seen }));
  return told !== null && told.least > COMPARED_ROWS && shown * told.all <= PASSED_ROWS * told.least;
}

/** Is a project one of the newest of its tab that carry the text, so many as are shown? */
const isNewest = (text: string, shown: number) =>
  sql<boolean>`projects.id in (${sql.join(
    SEARCHED_TABS.map(
      (status) => sql`(
      select passed.id
      from (select id, code_key, number_key, name_key from published.projects where status = ${sql.lit(status)}
            order by last_changed_at desc, id desc limit ${sql.lit(PASSED_ROWS)}) passed
      where ${searchCondition(searchKeyInOrder('passed'), text)} limit ${sql.lit(shown)})`,
    ),
    sql` union all `,
  )})`;

/** The hits, with the projects that a condition on their columns (`carrying`) leaves, and those whose code it is. */
async function findIn(
  db: Database,
  { table, condition, all }: Sight,
  { text, day, limits }: { text: string; day: string; limits: Limits },
  carrying: RawBuilder<boolean>,
): Promise<SearchHit[]> {
  const project = sql`projects.search_key`;
  const document = sql`documents.search_key`;
  const organization = { key: sql`organization.search_key`, name: sql`organization.name` };
  const code = searchWords(text).join(' ');
  const some = sql`limit ${COMPARED_ROWS}`;
  // An organization has thousands of projects at most: they are looked through, not what carries the words everywhere.
  const isSeen = (id: string) =>
    all ? condition : sql<boolean>`${sql.ref(id)} = any (array(select projects.id from ${table} where ${condition}))`;
  const columns = sql`projects.id, projects.code, projects.name, projects.organization_id, projects.search_key, projects.last_changed_at`;
  // Found by their codes, and by those alone.
  const named = sql`(projects.code_key = ${code} or projects.number_key = ${code})`;
  const opened = sql`where ${isSeen('projects.id')} and projects.status in (${sql.join(SEARCHED_TABS.map((status) => sql.lit(status)))})`;
  const { rows } = await sql<SearchHit>`
    (select 'project' as kind, best.code::text as id, best.name as title,
            best.code::text || ' · ' || owner.name as detail, '/projects/' || best.code || '/details' as path
     from (
       select * from (
         (select ${columns} from published.projects ${opened} and ${carrying} and not ${named} ${some})
         union all
         (select ${columns} from published.projects ${opened} and projects.code_key = ${code})
         union all
         (select ${columns} from published.projects ${opened} and projects.number_key = ${code} and projects.code_key <> ${code})) projects
       order by ${searchRank(project, text)}, projects.last_changed_at desc, projects.id
       limit ${limits.projects}) best
     join published.organizations owner on owner.id = best.organization_id
     order by ${searchRank(sql`best.search_key`, text)}, best.last_changed_at desc, best.id)
    union all
    (select 'organization', organization.id, organization.name, concat_ws(' · ', organization.id, organization.place),
            '/registry/organization/' || organization.id
     from published.registry_organizations organization
     where ${validOn(registryOf('organizations'), 'organization', day)}
       and ${nearCondition(organization, text)}
     order by ${nearRank(organization, text)}, organization.name, organization.id limit ${limits.others})
    union all
    (select 'document', documents.id::text, documents.title, projects.code::text || ' · ' || documents.description,
            '/projects/' || projects.code || '/documents'
     from published.documents join published.projects on projects.id = documents.project_id
     where documents.id in (
       (select documents.id from published.documents
        where ${searchCondition(document, text)} and ${isSeen('documents.project_id')} ${some})
       union all
       (select documents.id from published.document_texts
        join published.documents on documents.id = document_texts.document_id
        where ${textCondition(sql`words`, text)} and ${isSeen('documents.project_id')} ${some}))
     order by ${searchRank(document, text)}, documents.created_at desc, documents.id limit ${limits.others})`.execute(
    db,
  );
  return rows;
}
