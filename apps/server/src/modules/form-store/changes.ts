import type { Insertable, Updateable } from 'kysely';
import type { FormValues } from '@pimis/domain/forms/types';
import type { Tx } from '../../platform/database.ts';
import type { Tables } from '../../platform/tables.ts';

/** Adds the form of a new round; answers its id. It holds nothing yet. */
export async function addProjectForm(
  tx: Tx,
  form: Pick<
    Insertable<Tables['project_forms']>,
    'project_id' | 'project_phase_id' | 'code' | 'definition_version' | 'name' | 'ordinal' | 'created_at'
  >,
): Promise<number> {
  const { id } = await tx
    .insertInto('project_forms')
    .values({ ...form, fixed: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function changeForms(
  tx: Tx,
  formIds: readonly number[],
  change: Updateable<Tables['project_forms']>,
): Promise<void> {
  if (formIds.length === 0) return;
  await tx.updateTable('project_forms').set(change).where('id', 'in', formIds).execute();
}

/** Keeps a plan as the one in force from now on, after all before it. */
export async function addPlan(
  tx: Tx,
  plan: { projectId: number; formId: number; revision: number; values: FormValues; at: Date },
): Promise<void> {
  const { ordinal } = await tx
    .selectFrom('project_plans')
    .select((select) => select.fn.coalesce(select.fn.max('ordinal'), select.lit(0)).as('ordinal'))
    .where('project_id', '=', plan.projectId)
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('project_plans')
    .values({
      project_id: plan.projectId,
      ordinal: Number(ordinal) + 1,
      form_id: plan.formId,
      form_revision: plan.revision,
      plan: JSON.stringify(plan.values),
      in_force_from: plan.at,
    })
    .execute();
}
