import { sql } from 'kysely';
import { type PublicProject, publicProject, type PublicProjectInput } from '@pimis/domain/public/public-project';
import type { Tx } from '../../platform/database/database.ts';
import { instantText, momentJson } from '../../platform/database/sql-days.ts';
import { inIds } from '../../platform/database/prepared-statements.ts';
import type { EventBus } from '../../platform/event-bus.ts';
import './events.ts';
import { listed } from './listed.ts';
import { type ComputedRows, projection } from './projection.ts';

/** The stored row; `seen` is missing if an earlier version wrote it, and then counts as empty. */
type Stored = Omit<PublicProject, 'seen'> & { seen: PublicProject['seen'] | null };
interface Read extends Omit<PublicProjectInput, 'known'> {
  projectId: number;
  known: Stored | null;
}

/** The state of an open revision, whose changes are public changes; empty for a secured revision. */
const STATE = sql`case when states.secure_link then '' else md5(jsonb_build_array(states.title, states.description,
  states.document_type, states.deleted_at, states.scan, states.link_expires_on)::text) end`;

/** SQL: the input of the public facts of these projects. */
export const selectPublic = (projectIds: readonly number[]) => sql<Read>`
    select projects.id as "projectId", ${instantText(sql`now()`)} as now,
      json_build_object('number', projects.number, 'code', projects.code, 'organizationId', projects.organization_id,
        'sector', projects.sector, 'type', projects.type, 'migrated', projects.migrated, 'phase', projects.phase,
        'phaseStatus', projects.phase_status, 'mergedIntoId', projects.merged_into_id,
        'changedAt', ${instantText(sql`projects.last_changed_at`)}) as project,
      ${listed(sql`json_agg(json_build_object('list', lists.type, 'decision', items.decision, 'date', items.decision_date,
          'decided', case when items.decided_at is not null then ${momentJson(sql`items.decided_at`)} end) order by lists.id)
        from published.project_list_items items join published.project_lists lists on lists.id = items.list_id
        where items.project_id = projects.id and items.decision is not null`)} as decisions,
      ${listed(sql`json_agg(${momentJson(sql`plans.in_force_from`)} order by plans.ordinal)
        from published.project_plans plans where plans.project_id = projects.id`)} as plans,
      ${listed(sql`json_agg(json_build_object('formId', form_id, 'code', code, 'approvedAt', ${instantText(sql`approved_at`)},
          'name', facts -> 'name', 'value', facts -> 'value', 'end', facts -> 'end',
          'districts', case when jsonb_typeof(facts -> 'locations') = 'array' then (
            select coalesce(json_agg(places.district_code), '[]') from jsonb_array_elements(facts -> 'locations') named
            join published.municipalities places on places.id = named ->> 'id') end) order by form_id, revision)
        from public_forms forms where forms.project_id = projects.id`)} as forms,
      ${listed(sql`json_agg(json_build_object('key', states.document_id || '/' || states.revision, 'state', ${STATE},
          'addedAt', case when not states.secure_link and states.deleted_at is null and states.scan = 'clean' then ${instantText(sql`states.created_at`)} end)
          order by states.document_id, states.revision)
        from published.document_states states where states.project_id = projects.id`)} as documents,
      ${listed(sql`json_agg(json_build_object('returnedAt', ${instantText(sql`own.returned_at`)}))
        from published.project_withholdings own where own.project_id = projects.id`)} as withholdings,
      (select json_build_object('number', kept.number, 'code', kept.code, 'title', kept.title,
          'organizationId', kept.organization_id, 'sector', kept.sector, 'type', kept.type, 'status', kept.status,
          'since', kept.since, 'changedAt', ${instantText(sql`kept.changed_at`)}, 'value', kept.value::text,
          'districts', kept.districts, 'withheld', kept.withheld, 'plannedEnd', kept.planned_end, 'seen', kept.seen)
       from public_projects kept where kept.project_id = projects.id) as known
    from published.projects where projects.id ${inIds(projectIds)}`;

export function publicState({ known: stored, ...input }: Read): { input: PublicProjectInput; kept: PublicProject[] } {
  const seen = { mergedIntoId: input.project.mergedIntoId, documents: {} };
  const known = stored && { ...stored, seen: stored.seen ?? seen };
  return { input: { ...input, known }, kept: stored?.seen && known ? [known] : [] };
}

interface Written {
  projectId: number;
  isPublic: boolean;
  wasPublic: boolean;
  at: Date;
}

/** Writes the public rows of these projects. A project that was public once stays public, so no row is removed. */
export async function writePublic(
  tx: Tx,
  changed: readonly ComputedRows<PublicProject>[],
  events?: EventBus,
): Promise<void> {
  const projects = changed.flatMap(({ projectId, rows }) => rows.map((row) => ({ projectId, ...row })));
  const { rows } = await sql<Written>`
    with given as (
      select * from json_to_recordset(${JSON.stringify(projects)}::json) as given ("projectId" integer, number text, code text,
        title text, "organizationId" text, sector smallint, type smallint, status text, since date, "changedAt" timestamptz,
        value numeric, districts text[], withheld boolean, "plannedEnd" date, seen jsonb)
    ), before as (
      select project_id, not withheld as public from public_projects where project_id in (select "projectId" from given)
    ), written as (
      insert into public_projects (project_id, number, code, title, organization_id, sector, type, status, since,
        changed_at, value, districts, withheld, planned_end, seen)
      select "projectId", number, code, title, "organizationId", sector, type, status, since, "changedAt", value, districts,
             withheld, "plannedEnd", seen
      from given order by "projectId"
      on conflict (project_id) do update set
        number = excluded.number, code = excluded.code, title = excluded.title, organization_id = excluded.organization_id,
        sector = excluded.sector, type = excluded.type, status = excluded.status, since = excluded.since,
        changed_at = excluded.changed_at, value = excluded.value, districts = excluded.districts,
        withheld = excluded.withheld, planned_end = excluded.planned_end, seen = excluded.seen
      returning project_id, not withheld as public)
    select written.project_id as "projectId", written.public as "isPublic", coalesce(before.public, false) as "wasPublic",
           now() as at
    from written left join before using (project_id) order by written.project_id`.execute(tx);
  const changes = rows.filter(({ isPublic, wasPublic }) => isPublic !== wasPublic);
  const at = changes[0]?.at;
  if (at) await events?.publish('publicityChanged', { tx, changes, at });
}

/** The fields of projects by which public lists filter, sort and search. */
export const PUBLIC_PROJECTS = projection<Read, PublicProjectInput, PublicProject>({
  name: 'public-projects',
  version: 2,
  follows: 'public-forms',
  sources: [
    'projects',
    'project_list_items',
    'project_plans',
    'documents',
    'document_revisions',
    'project_withholdings',
  ],
  select: selectPublic,
  state: publicState,
  compute: (input) => [publicProject(input)].filter((row) => row !== null),
  write: writePublic,
});
