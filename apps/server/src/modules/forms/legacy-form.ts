import { readStoredValues } from '@pimis/domain/forms/parse';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import type { FormValues } from '@pimis/domain/forms/types';
import { validateForm } from '@pimis/domain/forms/validate';
import { type Context, today } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { formData } from './form-data.ts';
import { carryToProject } from './carry-to-project.ts';
import { changeForms } from '../form-store/changes.ts';
import { addRevision, findForm, type FormRecord } from '../form-store/revisions.ts';
import { storedValidationResult } from './stored-validation-result.ts';

/** A form of the earlier system; days are YYYY-MM-DD, the oldest revision comes first. */
export interface LegacyForm {
  /** 1 draft, 2 created, 3 accepted (docs/forms.md, D4). */
  state: number;
  revisions: readonly { userName: string; date: string; values: FormValues }[];
}

/** Form status of each older state. */
const STATUS_OF: Readonly<Record<number, number>> = { 1: 1, 2: 2, 3: 4 };

/** Fills the only form of a project that is imported from the earlier system. */
export async function importLegacyForm(
  context: Context,
  tx: Tx,
  projectId: number,
  older: LegacyForm,
): Promise<{ projectPhaseId: number }> {
  const { id } = await tx
    .selectFrom('published.project_forms as project_forms')
    .select('id')
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow();
  const form = await findForm(tx, projectId, id);
  if (!form) throw new Error(`No form ${id}`);
  const newest = await addRevisions(context, tx, form, older.revisions);
  const project = { id: projectId, phaseStatus: PHASE_STATUS.entry, foreignFundsSettled: false };
  await carryToProject(tx, project, form.code, newest, { admin: false, mei: false }, context.now());
  await changeForms(tx, [form.id], { status: STATUS_OF[older.state] ?? 1 });
  return { projectPhaseId: form.projectPhaseId };
}

/**
 * Stores every revision unchanged, each with the validation result of its own version. Returns the newest revision as
 * its version reads it.
 */
async function addRevisions(
  context: Context,
  tx: Tx,
  form: FormRecord,
  revisions: LegacyForm['revisions'],
): Promise<FormValues> {
  const definition = findFormDefinition(form.code, form.definitionVersion);
  if (!definition) throw new Error(`No form ${form.code}`);
  const data = await formData(context, tx, form);
  let newest: FormValues = {};
  for (const [index, { userName, date, values }] of revisions.entries()) {
    const known = readStoredValues(definition, values);
    const validation = validateForm(definition, known.values, data, {
      today: today(context),
      foreignFunds: false,
      stored: { values: known.values, errors: [] },
    });
    await addRevision(tx, {
      formId: form.id,
      revision: index + 1,
      definitionVersion: definition.version,
      input: values,
      data,
      validation: storedValidationResult({ ...validation, warnings: [...validation.warnings, ...known.warnings] }),
      user: { id: null, name: userName },
      at: new Date(date),
    });
    newest = known.values;
  }
  return newest;
}
