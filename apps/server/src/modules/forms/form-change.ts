import type { FormInput } from '@pimis/contract/forms';
import type { FormDefinition, FormValues } from '@pimis/domain/forms/types';
import type { OtherActivity } from '@pimis/domain/workflow/activities';
import type { FormRights } from '@pimis/domain/workflow/form-rights';
import { audit, type AuditOrigin } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { parseJson } from '../../platform/http/json.ts';
import type { StoredValidationItem, StoredValidationResult } from '../../platform/database/stored-validation-result.ts';
import { addActivity } from '../projects/activities.ts';
import type { ProjectRecord } from '../projects/visibility.ts';
import type { LoadedFacts } from '../workflow/project-facts.ts';
import type { RevisionView } from './revision-view.ts';
import { addRevision, type FormRecord } from '../form-store/revisions.ts';

/** A form while somebody changes it: everything was read under the project's lock. */
export interface FormChange {
  context: Context;
  tx: Tx;
  user: CurrentUser;
  project: ProjectRecord;
  facts: LoadedFacts;
  form: FormRecord;
  definition: FormDefinition;
  rights: FormRights;
  newest: RevisionView | undefined;
  origin: AuditOrigin;
}

const MAX_JSON = 5_000_000;

/** Received values: text or an object. Errors: PayloadTooLarge, ValidationError on `json`. */
export async function readJson(json: NonNullable<FormInput['json']>): Promise<unknown> {
  if (typeof json !== 'string') return json;
  if (json.length > MAX_JSON) throw new ApiError('PayloadTooLarge');
  return readText(json, 'json');
}

/** Parses a JSON text and normalizes its texts. Errors: PayloadTooLarge, ValidationError on the field. */
export async function readText(json: string, field: string): Promise<unknown> {
  try {
    return await parseJson(json, field);
  } catch (error) {
    if (error instanceof ApiError) throw error;
    throw invalidFields({ [field]: 'InvalidField' });
  }
}

/** Refuses values with their errors, each with its row and code. */
export function refuseErrors(errors: readonly StoredValidationItem[]): never {
  throw new ApiError('InvalidProjectFormValues', {
    errors: errors.map((item) => ({
      index: item.Index,
      statusCode: { code: item.StatusCode.Code },
      ...(item.Path ? { path: item.Path } : {}),
    })),
  });
}

/** Adds the next revision of the form with its audit row; returns its number. */
export async function addNextRevision(
  work: Pick<FormChange, 'context' | 'tx' | 'user' | 'project' | 'form' | 'definition' | 'newest' | 'origin'>,
  { values, data, validation }: { values: FormValues; data: FormValues; validation: StoredValidationResult },
): Promise<number> {
  const { tx, form, newest, definition, user, context } = work;
  const revision = (newest?.revision ?? 0) + 1;
  await addRevision(tx, {
    formId: form.id,
    revision,
    definitionVersion: definition.version,
    input: values,
    data,
    validation,
    user,
    at: context.now(),
  });
  await auditForm(work, {
    operation: 'form.save',
    // The values are in the revisions, which never change.
    detail: { before: { revision: newest?.revision ?? null }, after: { revision } },
  });
  return revision;
}

/** Adds the activity that people see; the project's state does not change. */
export async function addFormActivity(
  work: Pick<FormChange, 'context' | 'tx' | 'user' | 'project' | 'facts' | 'form'>,
  operation: OtherActivity,
  revision: number | null,
): Promise<void> {
  const { tx, project, facts, form, user, context } = work;
  await addActivity(tx, {
    projectId: project.id,
    projectPhaseId: form.projectPhaseId,
    phase: form.phase,
    previousStatus: facts.phaseStatus,
    status: facts.phaseStatus,
    operation,
    user,
    form: { id: form.id, code: form.code, revision },
    at: context.now(),
  });
}

/** Writes the audit row of a form; `detail` contains the values before and after. */
export async function auditForm(
  { tx, form, project, origin }: Pick<FormChange, 'tx' | 'form' | 'project' | 'origin'>,
  { operation, detail }: { operation: string; detail: { before: object; after: object; revision?: number } },
): Promise<void> {
  await audit(tx, origin, {
    operation,
    subjectType: 'form',
    subjectId: form.id,
    organizationId: project.organizationId,
    detail: { project: project.code, form: form.code, ...detail },
  });
}
