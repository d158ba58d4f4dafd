import { type RawBuilder, sql } from 'kysely';
import type { SearchHit } from '@pimis/contract/dashboard';
import { can } from '@pimis/domain/access/policies';
import { CLIENT_STATUS, PROJECT_STATUS } from '@pimis/domain/constants';
import { registryOf } from '@pimis/domain/registries/catalogue';
import type { Script } from '@pimis/domain/text/transliterate';
import { searchWords } from '@pimis/domain/text/search';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database } from '../../platform/database/database.ts';
import { nameInOrder } from '../../platform/lists/order-of-names.ts';
import {
  type NamedKey,
  nearCondition,
  searchCondition,
  searchRank,
  textCondition,
} from '../../platform/lists/search.ts';
import { seenProjects } from '../projects/visibility.ts';
import { validOn } from '../registry/table.ts';

/** The search in the header: projects, organizations, documents and people by their words, in either script. */

/** Up to this many matches are all ranked; if there are more, only the last changed ones are. */
const RANKED_ROWS = 300;
const RANKED_NEWEST = 40;
/** How many of the newest projects of a tab are scanned first: frequent words are found there without the index. */
const RECENT_ROWS = 2_000;
/** How many of the newest projects of a tab are scanned when there are too many matches. */
const SCANNED_ROWS = 20_000;
/** From this number of matches on, the newest projects are scanned instead. */
const MATCHED_ROWS = 5_000;
/** How many documents are ranked: the first ones that an index finds. */
const RANKED_DOCUMENTS = 300;
const SEARCHED_TABS = [PROJECT_STATUS.pending, PROJECT_STATUS.finished];
const TABS = sql`array[${sql.join(SEARCHED_TABS.map((status) => sql.lit(status)))}]::smallint[]`;
const ORGANIZATION: NamedKey = { key: sql`organization.search_key`, name: sql`organization.name` };

/** The number of hits shown: of projects, and of every other kind. */
interface Limits {
  projects: number;
  others: number;
}

/** The text to search, and the reader's script, which orders names of the same rank. */
export interface Wanted {
  text: string;
  script: Script | undefined;
}

/** Returns hits that the user may see, projects first; organizations valid on the day (YYYY-MM-DD). */
export async function findHits(
  db: Database,
  user: CurrentUser,
  wanted: Wanted,
  day: string,
  limits: Limits,
): Promise<SearchHit[]> {
  const { text } = wanted;
  return [
    ...(await findProjects(db, user, text, limits.projects)),
    ...(await findOrganizations(db, wanted, day, limits.others)),
    ...(await findDocuments(db, user, text, limits.others)),
    ...(await findPeople(db, user, wanted, limits.others)),
  ];
}

/**
 * Projects that contain every word; one whose code or number equals the text comes first. Frequent words are searched among
 * the newest projects, because the index would read every project that contains them. Otherwise the index finds the
 * matches; if there are more than MATCHED_ROWS, the index of the last change finds the newest.
 */
async function findProjects(db: Database, user: CurrentUser, text: string, limit: number): Promise<SearchHit[]> {
  const { table, condition, all } = seenProjects(user);
  const code = searchWords(text).join(' ');
  const carries = searchCondition(sql`keyed.search_key`, text);
  const recent = all
    ? sql`recent as materialized (
        select found.id from unnest(${TABS}) tab (status) cross join lateral (
          select keyed.id
          from (select * from published.projects where ${condition} and projects.status = tab.status
                order by projects.last_changed_at desc, projects.id desc limit ${sql.lit(RECENT_ROWS)}) keyed
          where ${carries} limit ${sql.lit(RANKED_ROWS)}) found),`
    : sql`recent as (select null::integer as id where false),`;
  // An organization sees few projects: reading them is cheaper than the index, which covers all projects.
  const matching = all
    ? sql`select keyed.id, keyed.last_changed_at from published.projects keyed
          where (select count(*) from recent) < ${sql.lit(RANKED_NEWEST)}
            and ${condition} and keyed.status = any(${TABS}) and ${carries} limit ${sql.lit(MATCHED_ROWS + 1)}`
    : sql`select keyed.id, keyed.last_changed_at
          from ${table} join published.projects keyed on keyed.id = projects.id
          where ${condition} and keyed.status = any(${TABS}) and ${carries} is true`;
  const newest = all
    ? sql`union all
      select newest.id from unnest(${TABS}) tab (status) cross join lateral (
        select keyed.id
        from (select * from published.projects
              where ${condition} and projects.status = tab.status and counted.total > ${sql.lit(MATCHED_ROWS)}
              order by projects.last_changed_at desc, projects.id desc limit ${sql.lit(SCANNED_ROWS)}) keyed
        where ${carries} limit ${sql.lit(RANKED_NEWEST)}) newest`
    : sql``;
  const most = all ? sql.lit(MATCHED_ROWS) : sql.lit(Number.MAX_SAFE_INTEGER);
  const named = (key: 'code_key' | 'number_key') => sql`
    select keyed.id from published.projects keyed
    where ${sql.ref(`keyed.${key}`)} = ${code} and keyed.status = any(${TABS})
      and ${all ? condition : sql`keyed.id in (select projects.id from ${table} where ${condition})`}`;
  const { rows } = await sql<SearchHit>`
    with ${recent} matching as materialized (${matching}),
    counted as materialized (select count(*) as total from matching),
    candidates as (
      select found.id from counted cross join lateral (
        (select matching.id from matching where counted.total <= ${most}
         order by matching.last_changed_at desc
         limit case when counted.total <= ${sql.lit(RANKED_ROWS)} then ${sql.lit(RANKED_ROWS)} else ${sql.lit(RANKED_NEWEST)} end)
        ${newest}) found
      union (select id from recent) union (${named('code_key')}) union (${named('number_key')}))
    select 'project' as kind, projects.code::text as id, projects.name as title,
           projects.code::text || ' · ' || owner.name as detail, '/projects/' || projects.code || '/details' as path
    from published.projects
    join published.organizations owner on owner.id = projects.organization_id
    where projects.id = any(array(select id from candidates))
    order by ${searchRank(sql`projects.search_key`, text)}, projects.last_changed_at desc, projects.id
    limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Organizations that contain every word; with one wrong letter allowed if too few match exactly. */
async function findOrganizations(
  db: Database,
  { text, script }: Wanted,
  day: string,
  limit: number,
): Promise<SearchHit[]> {
  const exact = searchCondition(ORGANIZATION.key, text);
  // `offset 0` makes the planner use the index of name keys; otherwise it would read all organizations in the order of
  // their names.
  const ranked = (condition: RawBuilder<boolean>, rank: RawBuilder<number | null>) => sql`
    select organization.id, organization.name, organization.place, ${rank} as rank
    from (select * from published.registry_organizations organization
          where ${validOn(registryOf('organizations'), 'organization', day)} and ${condition} offset 0) organization
    order by rank, ${sql.raw(nameInOrder('organization.name', script))}, organization.id limit ${sql.lit(limit)}`;
  const isNear = sql<boolean>`(select count(*) from exact) < ${sql.lit(limit)}
    and ${nearCondition(ORGANIZATION, text)} and not ${exact}`;
  const { rows } = await sql<SearchHit>`
    with exact as materialized (${ranked(exact, searchRank(ORGANIZATION.key, text))})
    select 'organization' as kind, best.id, best.name as title, concat_ws(' · ', best.id, best.place) as detail,
           '/registry/organization/' || best.id as path
    from (select * from exact union all (${ranked(isNear, sql<null>`null::integer`)})) best
    order by best.rank, ${sql.raw(nameInOrder('best.name', script))}, best.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Documents by title, description and the words in their files. */
async function findDocuments(db: Database, user: CurrentUser, text: string, limit: number): Promise<SearchHit[]> {
  const { table, condition, all } = seenProjects(user);
  const key = sql`documents.search_key`;
  const carries = searchCondition(key, text);
  const isSeen = all
    ? condition
    : sql<boolean>`documents.project_id = any (array(select projects.id from ${table} where ${condition}))`;
  const { rows } = await sql<SearchHit>`
    select 'document' as kind, documents.id::text as id, documents.title,
           projects.code::text || ' · ' || documents.description as detail,
           '/projects/' || projects.code || '/documents' as path
    from published.documents join published.projects on projects.id = documents.project_id
    where documents.id in (
      (select documents.id from published.documents
       where ${all ? carries : sql`${carries} is true`} and ${isSeen} limit ${sql.lit(RANKED_DOCUMENTS)})
      union all
      (select documents.id from published.document_texts
       join published.documents on documents.id = document_texts.document_id
       where ${textCondition(sql`words`, text)} and ${isSeen} limit ${sql.lit(RANKED_DOCUMENTS)}))
    order by ${searchRank(key, text)}, documents.created_at desc, documents.id limit ${sql.lit(limit)}`.execute(db);
  return rows;
}

/** Users by the words of their name, if the user may view users: all of them or those of the organization. */
async function findPeople(
  db: Database,
  user: CurrentUser,
  { text, script }: Wanted,
  limit: number,
): Promise<SearchHit[]> {
  if (!can(user, 'user.view')) return [];
  const own = can(user, 'user.viewAll') ? sql`true` : sql`users.organization_id = ${user.organizationId}`;
  const { rows } = await sql<SearchHit>`
    select 'person' as kind, users.login::text as id, users.name as title,
           '@' || users.login || ' · ' || organizations.name as detail, '/administration/user/' || users.login as path
    from published.users join published.organizations on organizations.id = users.organization_id
    where ${searchCondition(sql`users.name_key`, text)} and ${own} and users.status <> ${sql.lit(CLIENT_STATUS)}
    order by ${searchRank(sql`users.name_key`, text)}, ${sql.raw(nameInOrder('users.name', script))}, users.id limit ${sql.lit(limit)}`.execute(
    db,
  );
  return rows;
}
