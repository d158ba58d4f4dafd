import { sql } from 'kysely';
import { FORM_STATUS } from '@pimis/domain/constants';
import {
  type FormApprovals,
  type PublicForm,
  PUBLIC_BY_APPROVAL,
  publicForms,
} from '@pimis/domain/public/approved-forms';
import { DECISION } from '@pimis/domain/workflow/lists';
import type { Tx } from '../../platform/database/database.ts';
import { instantText, momentJson } from '../../platform/database/sql-days.ts';
import { hiddenFromPlanner } from '../../platform/database/prepared-statements.ts';
import { listed, oneOf } from './listed.ts';
import { type ComputedRows, projection } from './projection.ts';

const KNOWN = sql`json_agg(json_build_object('formId', form_id, 'revision', revision, 'code', code,
    'approvedAt', ${instantText(sql`approved_at`)}, 'approvedOn', approved_on, 'facts', facts) order by form_id, revision)
  from public_forms where project_id = asked.id`;

/** SQL: approvals of these projects. Values of a revision that is already public are only read with `anew`. */
export const selectApprovals = (projectIds: readonly number[], anew: boolean) => sql<
  { projectId: number } & FormApprovals
>`
    with asked as (select id from unnest(${hiddenFromPlanner([...projectIds], 'integer[]')}) as given (id)),
    decided as (
      select items.project_id, form_id, form_revision as revision, decision, decision_date, decided_at
      from published.project_list_items items join asked on asked.id = items.project_id
      where decision = ${sql.lit(DECISION.yes)} and form_id is not null and form_revision is not null and decided_at is not null),
    plans as (
      select plans.project_id, form_id, form_revision as revision, ordinal, in_force_from
      from published.project_plans plans join asked on asked.id = plans.project_id),
    approved as (
      select forms.project_id, forms.id as form_id, newest.revision, forms.status,
             coalesce(forms.locked_at, forms.created_at) as since
      from published.project_forms forms
      join asked on asked.id = forms.project_id
      join lateral (select max(revision) as revision from published.form_revisions revisions
                    where revisions.form_id = forms.id) newest on newest.revision is not null
      where forms.status = ${sql.lit(FORM_STATUS.approved)} and forms.code ${oneOf(PUBLIC_BY_APPROVAL)}),
    named as (
      select project_id, form_id, revision from decided union select project_id, form_id, revision from plans
      union select project_id, form_id, revision from approved
      union select project_id, form_id, revision from public_forms join asked on asked.id = project_id)
    select asked.id as "projectId",
      ${listed(sql`json_agg(json_build_object('formId', form_id, 'revision', revision, 'decision', decision,
          'date', decision_date, 'decided', ${momentJson(sql`decided_at`)}) order by decided_at)
        from decided where project_id = asked.id`)} as decisions,
      ${listed(sql`json_agg(json_build_object('formId', form_id, 'revision', revision,
          'inForce', ${momentJson(sql`in_force_from`)}) order by ordinal) from plans where project_id = asked.id`)} as plans,
      ${listed(sql`json_agg(json_build_object('formId', form_id, 'revision', revision, 'status', status,
          'since', ${momentJson(sql`since`)}) order by form_id) from approved where project_id = asked.id`)} as forms,
      ${listed(KNOWN)} as known,
      ${listed(sql`json_agg(json_build_object('formId', named.form_id, 'revision', named.revision, 'code', forms.code,
          'values', case when (select ${anew}::boolean) or not exists (select from public_forms kept
              where kept.form_id = named.form_id and kept.revision = named.revision)
            then revisions.input end) order by named.form_id, named.revision)
        from named
        join published.project_forms forms on forms.id = named.form_id
        join published.form_revisions revisions on revisions.form_id = named.form_id and revisions.revision = named.revision
        where named.project_id = asked.id`)} as revisions
    from asked`;

/** Writes the public forms of these projects. A form that was published once remains public. */
export async function writeForms(tx: Tx, changed: readonly ComputedRows<PublicForm>[]): Promise<void> {
  const forms = changed.flatMap(({ projectId, rows }) => rows.map((row) => ({ projectId, ...row })));
  await sql`
    insert into public_forms as kept (form_id, revision, project_id, code, approved_at, approved_on, facts)
    select "formId", revision, "projectId", code, "approvedAt", "approvedOn", facts
    from json_to_recordset(${JSON.stringify(forms)}::json) as given ("projectId" integer, "formId" integer,
      revision integer, code text, "approvedAt" timestamptz, "approvedOn" date, facts jsonb)
    order by "formId", revision
    on conflict (form_id, revision) do update set
      project_id = excluded.project_id, code = excluded.code, approved_at = excluded.approved_at,
      approved_on = excluded.approved_on, facts = excluded.facts
    where (kept.project_id, kept.code, kept.approved_at, kept.approved_on, kept.facts)
      is distinct from (excluded.project_id, excluded.code, excluded.approved_at, excluded.approved_on, excluded.facts)`.execute(
    tx,
  );
}

/** Approved revisions of forms with the values that the public may know. */
export const PUBLIC_FORMS = projection<{ projectId: number } & FormApprovals, FormApprovals, PublicForm>({
  name: 'public-forms',
  version: 1,
  sources: ['project_list_items', 'project_plans', 'project_forms', 'form_revisions'],
  select: selectApprovals,
  state: (input) => ({ input, kept: [...input.known] }),
  compute: publicForms,
  write: writeForms,
});
