import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import type { Tables } from '../../platform/database/tables.ts';

/** Adds the forms of a new round with their fixed starting values; they have no revision yet. */
export async function addProjectForms(
  tx: Tx,
  forms: readonly (Pick<
    Insertable<Tables['project_forms']>,
    'project_id' | 'project_phase_id' | 'code' | 'definition_version' | 'name' | 'ordinal' | 'created_at'
  > & { fixed: Record<string, unknown> })[],
): Promise<void> {
  await tx
    .insertInto('project_forms')
    .values(forms.map((form) => ({ ...form, fixed: JSON.stringify(form.fixed) })))
    .execute();
}

export async function changeForms(
  tx: Tx,
  formIds: readonly number[],
  change: Updateable<Tables['project_forms']>,
): Promise<void> {
  if (formIds.length === 0) return;
  await tx.updateTable('project_forms').set(change).where('id', 'in', formIds).execute();
}

/** A plan in force and its total; null if it has none. */
export interface StoredPlan {
  projectId: number;
  totalValue: string | null;
}

/** Stores the values of the forms as the plans in force; forms without values are skipped. */
export async function addPlans(tx: Tx, formIds: readonly number[], at: Date): Promise<StoredPlan[]> {
  const { rows } = await sql<StoredPlan>`
    insert into project_plans (project_id, ordinal, form_id, form_revision, plan, in_force_from)
    select forms.project_id,
           coalesce((select max(ordinal) from project_plans where project_id = forms.project_id), 0) + 1,
           forms.id, newest.revision, newest.input, ${at}::timestamptz
    from project_forms forms
    cross join lateral (
      select revision, input from form_revisions where form_id = forms.id order by revision desc limit 1
    ) newest
    where forms.id = any(${[...formIds]}::integer[])
    returning project_id as "projectId", plan #>> '{financialInfo,price,local}' as "totalValue"`.execute(tx);
  return rows;
}
