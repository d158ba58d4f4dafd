import { type RawBuilder, sql } from 'kysely';
import type { SearchHit } from '@pimis/contract/dashboard';
import { registryOf } from '@pimis/domain/registries/catalogue';
import { searchWords } from '@pimis/domain/text/search';
import type { CurrentUser } from '../../platform/current-user.ts';
import type { Database } from '../../platform/database.ts';
import {
  keptForFew,
  type NamedKey,
  nearCondition,
  searchCondition,
  searchRank,
  textCondition,
} from '../../platform/search.ts';
import { type Sight, seenProjects } from '../projects/visibility.ts';
import { validOn } from '../registry/table.ts';
import {
  type Carrying,
  carryingByLetters,
  COMPARED_ROWS,
  newestCarrying,
  SEARCHED_TABS,
  wordsOfKept,
} from './compared-projects.ts';

const ORGANIZATION: NamedKey = { key: sql`organization.search_key`, name: sql`organization.name` };

/** So many hits are shown of projects, and of documents and organizations each. */
interface Limits {
  projects: number;
  others: number;
}

/**
 * What carries all the words: projects and documents that the user sees, and organizations valid on the day. The project
 * whose code it is comes first, however many others the words are in; of what many carry, the newest are compared.
 */
export async function findHits(
  db: Database,
  user: CurrentUser,
  text: string,
  day: string,
  limits: Limits,
): Promise<SearchHit[]> {
  const sight = seenProjects(user);
  const compared = sight.all ? await newestCarrying(db, text, limits.projects) : null;
  return findIn(db, sight, { text, day, limits }, compared ?? carryingByLetters(text));
}

/** The hits, of projects with the best of those that are compared, and those whose code it is. */
async function findIn(
  db: Database,
  { table, condition, all }: Sight,
  { text, day, limits }: { text: string; day: string; limits: Limits },
  carrying: Carrying,
): Promise<SearchHit[]> {
  const [mark, tell] = keptForFew([text], wordsOfKept(text));
  const project = sql`projects.search_key`;
  const document = sql`documents.search_key`;
  const isExact = searchCondition(ORGANIZATION.key, text, tell);
  /** The best of the organizations that a condition leaves; what has no rank comes last. */
  const organizations = (condition: RawBuilder<boolean>, rank: RawBuilder<number | null>) => sql`
    select organization.id, organization.name, organization.place, ${rank} as rank
    from published.registry_organizations organization
    where ${validOn(registryOf('organizations'), 'organization', day)} and ${condition}
    order by rank, organization.name, organization.id limit ${sql.lit(limits.others)}`;
  const code = tell(searchWords(text).join(' '));
  const some = sql`limit ${sql.lit(COMPARED_ROWS)}`;
  // An organization has thousands of projects at most: they are looked through, not what carries the words everywhere.
  const isSeen = (id: string) =>
    all ? condition : sql<boolean>`${sql.ref(id)} = any (array(select projects.id from ${table} where ${condition}))`;
  // `is true` keeps it a condition of the row: no index of letters answers it.
  const ofSeen = (carries: RawBuilder<boolean>) => (all ? carries : sql<boolean>`${carries} is true`);
  const columns = sql`projects.id, projects.code, projects.name, projects.organization_id, projects.search_key, projects.last_changed_at`;
  // Found by their codes, and by those alone.
  const named = sql`(projects.code_key = ${code} or projects.number_key = ${code})`;
  const opened = sql`where ${isSeen('projects.id')} and projects.status in (${sql.join(SEARCHED_TABS.map((status) => sql.lit(status)))})`;
  const { rows } = await sql<SearchHit>`
    (select ${mark} 'project' as kind, best.code::text as id, best.name as title,
            best.code::text || ' · ' || owner.name as detail, '/projects/' || best.code || '/details' as path
     from (
       select * from (
         (select ${columns} from published.projects ${opened} and ${ofSeen(carrying(tell))} and not ${named} ${some})
         union all
         (select ${columns} from published.projects ${opened} and projects.code_key = ${code})
         union all
         (select ${columns} from published.projects ${opened} and projects.number_key = ${code} and projects.code_key <> ${code})) projects
       order by ${searchRank(project, text)}, projects.last_changed_at desc, projects.id
       limit ${sql.lit(limits.projects)}) best
     join published.organizations owner on owner.id = best.organization_id
     order by ${searchRank(sql`best.search_key`, text)}, best.last_changed_at desc, best.id)
    union all
    (with exact as materialized (${organizations(isExact, searchRank(ORGANIZATION.key, text))})
     select 'organization', best.id, best.name, concat_ws(' · ', best.id, best.place), '/registry/organization/' || best.id
     from (
       select * from exact
       union all
       -- A letter is forgiven where too few need none.
       (${organizations(
         sql<boolean>`(select count(*) from exact) < ${sql.lit(limits.others)}
         and ${nearCondition(ORGANIZATION, text, tell)} and not ${isExact}`,
         sql<null>`null::integer`,
       )})) best
     order by best.rank, best.name, best.id limit ${sql.lit(limits.others)})
    union all
    (select 'document', documents.id::text, documents.title, projects.code::text || ' · ' || documents.description,
            '/projects/' || projects.code || '/documents'
     from published.documents join published.projects on projects.id = documents.project_id
     where documents.id in (
       (select documents.id from published.documents
        where ${ofSeen(searchCondition(document, text, tell))} and ${isSeen('documents.project_id')} ${some})
       union all
       (select documents.id from published.document_texts
        join published.documents on documents.id = document_texts.document_id
        where ${textCondition(sql`words`, text, tell)} and ${isSeen('documents.project_id')} ${some}))
     order by ${searchRank(document, text)}, documents.created_at desc, documents.id limit ${sql.lit(limits.others)})`.execute(
    db,
  );
  return rows;
}
