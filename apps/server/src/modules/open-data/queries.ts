import type { PublicSort } from '@pimis/contract/open-data';
import { publicPeriods, type StatePeriod } from '@pimis/domain/public/status';
import { type RawBuilder, sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { hiddenFromPlanner, PREPARED } from '../../platform/database/prepared-statements.ts';
import type { PublicFacts } from './facts.ts';
import { conditionOf, orderOf, type PublicFilter } from './filter.ts';

/** The number of public projects, and their last change (null if there are none). */
export async function countPublic(
  db: Database | Tx,
  filter: PublicFilter = {},
): Promise<{ projects: number; changedAt: Date | null }> {
  const { rows } = await sql<{ projects: number; changedAt: Date | null }>`
    select count(*)::integer as projects, max(changed_at) as "changedAt"
    from published.public_projects where ${conditionOf(filter)}`.execute(db);
  return rows[0] ?? { projects: 0, changedAt: null };
}

/** How many projects are withheld. */
export async function countWithheld(db: Database | Tx): Promise<number> {
  const row = await db.selectFrom('published.public_withheld').select('projects').executeTakeFirst();
  return row?.projects ?? 0;
}

/** Ids of a page of public projects; by default in the order in which they came into the system. */
export async function pageOfPublic(
  db: Database | Tx,
  filter: PublicFilter,
  { offset, limit, sort = 'number' }: { offset: number; limit: number; sort?: PublicSort | undefined },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select project_id as id from published.public_projects where ${conditionOf(filter)}
    order by ${orderOf(sort)} limit ${limit} offset ${offset}`.execute(db);
  return rows.map(({ id }) => id);
}

/** Ids of the next public projects after the given id, for iterating over all. */
export async function publicAfter(db: Database | Tx, id: number, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select project_id as id from published.public_projects
    where project_id > ${id} order by project_id limit ${limit}`.execute(db);
  return rows.map((row) => row.id);
}

/** Ids of the projects that were changed last, newest first. */
export async function lastChanged(db: Database | Tx, limit: number): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select project_id as id from published.public_projects
    order by changed_at desc, project_id limit ${limit}`.execute(db);
  return rows.map(({ id }) => id);
}

/** The id of the public project with this number; null for every other number, whatever the reason. */
export async function publicIdOf(db: Database | Tx, number: string): Promise<number | null> {
  const row = await db
    .selectFrom('published.public_projects')
    .select('project_id')
    .where('number', '=', number)
    .executeTakeFirst();
  return row?.project_id ?? null;
}

/** Codes and names of the districts. */
export function districtsOf(db: Database | Tx) {
  return db.selectFrom('published.districts').select(['code', 'name']).orderBy('code').execute();
}

/** Rows of one view for the requested projects, as JSON. */
const rowsOf = (object: RawBuilder<unknown>, view: RawBuilder<unknown>, order: RawBuilder<unknown>) =>
  sql`coalesce((select json_agg(${object} order by ${order}) from ${view} own where own.project_id = public.project_id), '[]')`;

/**
 * The public facts of these projects, in the given order; projects that are not public are missing. `today`
 * (YYYY-MM-DD) leaves out documents whose link has ended.
 */
export async function readPublicFacts(
  db: Database | Tx,
  ids: readonly number[],
  today: string,
): Promise<PublicFacts[]> {
  if (ids.length === 0) return [];
  const body = (id: RawBuilder<unknown>) => sql`(
    select json_build_object('id', bodies.id, 'name', bodies.name, 'companyNumber', bodies.company_number)
    from published.organizations bodies where bodies.id = ${id})`;
  const form = sql`json_build_object('formId', own.form_id, 'revision', own.revision, 'code', own.code, 'name', own.name,
    'approvedAt', own.approved_at, 'approvedOn', own.approved_on, 'facts', own.facts)`;
  const decision = sql`json_build_object('list', own.type, 'phase', own.phase, 'decision', own.decision,
    'date', own.decision_date)`;
  const state = sql`json_build_object('phase', own.phase, 'phaseStatus', own.phase_status, 'firstDay', own.first_day,
    'lastDay', own.last_day)`;
  const document = sql`json_build_object('id', own.id, 'title', own.title, 'description', own.description,
    'documentType', own.document_type, 'revision', own.revision, 'mediaType', own.media_type,
    'addedAt', own.created_at, 'linkId', own.link_id)`;
  const { rows } = await sql<Omit<PublicFacts, 'periods'> & { states: StatePeriod[] }>`
    select ${PREPARED} public.project_id as "projectId", public.number, public.code, public.title, public.sector, public.type,
           public.status, public.since::text as since, public.changed_at as "changedAt",
           ${body(sql`public.organization_id`)} as organization,
           ${body(sql`(select forms.facts ->> 'proposer' from published.public_forms forms
              where forms.project_id = public.project_id and forms.facts ->> 'proposer' <> ''
              order by forms.approved_at desc, forms.form_id desc limit 1)`)} as proposer,
           ${rowsOf(form, sql`published.public_forms`, sql`own.approved_at, own.form_id`)} as forms,
           coalesce((
             select json_agg(json_build_object('id', places.id, 'name', places.name, 'district', districts.name)
                             order by rows.place)
             from (select forms.facts -> 'locations' as locations from published.public_forms forms
                   where forms.project_id = public.project_id and jsonb_typeof(forms.facts -> 'locations') = 'array'
                   order by forms.approved_at desc, forms.form_id desc limit 1) newest
             cross join jsonb_array_elements(newest.locations) with ordinality rows (named, place)
             join published.municipalities places on places.id = rows.named ->> 'id'
             left join published.districts districts on districts.code = places.district_code), '[]') as places,
           ${rowsOf(decision, sql`published.public_decisions`, sql`own.decided_at, own.list_id`)} as decisions,
           ${rowsOf(state, sql`published.public_states`, sql`own.first_day, own.phase, own.phase_status`)} as states,
           coalesce((select json_agg(${document} order by own.id) from published.public_documents own
                     where own.project_id = public.project_id
                       and (own.link_expires_on is null or own.link_expires_on >= ${today}::date)), '[]') as documents,
           coalesce((select json_agg(json_build_object('number', own.number, 'title', own.title) order by own.number)
                     from published.public_relations own where own.project_id = public.project_id), '[]') as related
    from unnest(${hiddenFromPlanner([...ids], 'integer[]')}) with ordinality as wanted (id, place)
    join published.public_projects public on public.project_id = wanted.id
    order by wanted.place`.execute(db);
  return rows.map(({ states, ...facts }) => ({ ...facts, periods: publicPeriods(states) }));
}
