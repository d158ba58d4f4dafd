import { type Insertable, sql, type Updateable } from 'kysely';
import type { FormValues } from '@pimis/domain/forms/types';
import type { Tx } from '../../platform/database.ts';
import type { Tables } from '../../platform/tables.ts';

/** Adds the forms of a new round, which hold nothing yet; answers the id of each project's. */
export async function addProjectForms(
  tx: Tx,
  forms: readonly Pick<
    Insertable<Tables['project_forms']>,
    'project_id' | 'project_phase_id' | 'code' | 'definition_version' | 'name' | 'ordinal' | 'created_at'
  >[],
): Promise<Map<number, number>> {
  const rows = await tx
    .insertInto('project_forms')
    .values(forms.map((form) => ({ ...form, fixed: '{}' })))
    .returning(['id', 'project_id as projectId'])
    .execute();
  return new Map(rows.map(({ id, projectId }) => [projectId, id]));
}

/** Keeps with each form what is fixed when it is made. */
export async function fixForms(
  tx: Tx,
  forms: readonly { formId: number; fixed: Record<string, unknown> }[],
): Promise<void> {
  await sql`
    update project_forms set fixed = given.fixed
    from unnest(${forms.map(({ formId }) => formId)}::integer[],
                ${forms.map(({ fixed }) => JSON.stringify(fixed))}::jsonb[]) as given (form_id, fixed)
    where project_forms.id = given.form_id`.execute(tx);
}

export async function changeForms(
  tx: Tx,
  formIds: readonly number[],
  change: Updateable<Tables['project_forms']>,
): Promise<void> {
  if (formIds.length === 0) return;
  await tx.updateTable('project_forms').set(change).where('id', 'in', formIds).execute();
}

/** Keeps a plan of each project as the one in force from now on, after all before it. */
export async function addPlans(
  tx: Tx,
  plans: readonly { projectId: number; formId: number; revision: number; values: FormValues }[],
  at: Date,
): Promise<void> {
  if (plans.length === 0) return;
  await sql`
    insert into project_plans (project_id, ordinal, form_id, form_revision, plan, in_force_from)
    select given.project_id,
           coalesce((select max(ordinal) from project_plans where project_id = given.project_id), 0) + 1,
           given.form_id, given.revision, given.plan, ${at}::timestamptz
    from unnest(${plans.map(({ projectId }) => projectId)}::integer[], ${plans.map(({ formId }) => formId)}::integer[],
                ${plans.map(({ revision }) => revision)}::integer[],
                ${plans.map(({ values }) => JSON.stringify(values))}::json[])
         as given (project_id, form_id, revision, plan)`.execute(tx);
}
