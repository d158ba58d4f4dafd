import type { ProjectForm } from '@pimis/contract/forms';
import { seesFormIndicators } from '@pimis/domain/access/policies';
import { visibleFormValues } from '@pimis/domain/forms/access';
import { defaultValues } from '@pimis/domain/forms/complete';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import type { FormData, FormDefinition } from '@pimis/domain/forms/types';
import { type Context, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { ApiError } from '../../platform/errors.ts';
import type { StoredValidationResult } from '../../platform/database/stored-validation-result.ts';
import { loadFacts } from '../workflow/project-facts.ts';
import { findProject, type ProjectRecord } from '../projects/visibility.ts';
import { FORM_STATUS, PROJECT_STATUS } from '@pimis/domain/constants';
import { findReturn } from '../projects/returns.ts';
import { indicatorsOfForm } from '../indicators/stored.ts';
import { EMPTY_WARNING, formsWithoutAppropriation } from './appropriation-check.ts';
import { formData } from './form-data.ts';
import { type RevisionView, revisionView } from './revision-view.ts';
import { visibleScores, visibleScore } from './scores.ts';
import { findRemarks, toRemark } from './remarks/queries.ts';
import { type FormRecord, findForm, findRevision, listRevisions } from '../form-store/revisions.ts';
import { rightsOn, toContractRights } from './rights.ts';

/** The definition of a revision, or of the form; 404 if this product does not have it. */
export function definitionOf(
  form: Pick<FormRecord, 'code' | 'definitionVersion'>,
  version = form.definitionVersion,
): FormDefinition {
  const definition = findFormDefinition(form.code, version);
  if (!definition) throw new ApiError('NotFound');
  return definition;
}

async function published(db: Database | Tx, code: string, version: number): Promise<unknown> {
  const row = await db
    .selectFrom('form_definitions')
    .select('published')
    .where('code', '=', code)
    .where('version', '=', version)
    .executeTakeFirstOrThrow();
  return row.published;
}

/** The form data: for the newest revision of an unlocked form the present data, for others the saved data. */
function dataShown(
  context: Context,
  form: FormRecord,
  revision: RevisionView | undefined,
  newest: number | undefined,
): FormData | Promise<FormData> {
  const live = form.status === FORM_STATUS.unlocked && revision?.revision === newest;
  return live || !revision ? formData(context, context.db, form) : revision.data;
}

/** Returns a function that adds the warning to a validation result if the quarterly report lacks its appropriation. */
async function warningOfAppropriation(
  db: Database,
  form: FormRecord & { recordedAmount: string | undefined },
): Promise<(validation: StoredValidationResult) => StoredValidationResult> {
  const lacking = await formsWithoutAppropriation(db, form.projectId, [form]);
  return (validation) =>
    lacking.has(form.id) ? { ...validation, Warnings: [...validation.Warnings, EMPTY_WARNING] } : validation;
}

/**
 * A form with its values, validation result and history: the newest revision or the requested one. Fields that the user
 * may not see are left out. Errors: NotFound.
 */
export async function readForm(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  formId: number,
  revisionNumber?: number,
): Promise<{ form: ProjectForm; project: ProjectRecord; projectPhaseId: number }> {
  const { db } = context;
  const project = await findProject(db, user, projectCode);
  const form = await findForm(db, project.id, formId);
  if (!form) throw new ApiError('NotFound');
  const [facts, found, revisions, indicators, remarks, returned] = await Promise.all([
    loadFacts(context, db, project),
    findRevision(db, form.id, revisionNumber),
    listRevisions(db, form.id),
    indicatorsOfForm(db, form.id),
    findRemarks(db, form.id, user.id),
    findReturn(db, form.projectPhaseId),
  ]);
  if (revisionNumber !== undefined && !found) throw new ApiError('NotFound');
  const version = found?.definitionVersion ?? form.definitionVersion;
  const definition = definitionOf(form, version);
  const revision = found && revisionView(definition, found);
  const own = await dataShown(context, form, revision, revisions[0]?.revision);
  const data = indicators && seesFormIndicators(user) ? { ...own, SuccessKeyIndicator: indicators.summary } : own;
  const recordedAmount = indicators?.summary.FundingAdequacyIndicator.AppropriationAmount;
  const warned = await warningOfAppropriation(db, { ...form, recordedAmount });
  const rights = rightsOn(facts, form, user);
  const marks = visibleScores(form, user);
  const { id, code, name, status } = form;
  const input = {
    inputJson: revision ? JSON.stringify(visibleFormValues(definition, revision.input, rights.viewer)) : '{}',
    markJson: marks ? JSON.stringify(marks) : null,
  };
  return {
    project,
    projectPhaseId: facts.projectPhaseId,
    form: {
      projectForm: { id, code, name, status, projectMigrated: project.migrated },
      projectFormInput: { id, status, ...input },
      id,
      code,
      name,
      status,
      definitionVersion: version,
      json: await published(db, form.code, version),
      ...input,
      value: visibleScore(form, user),
      evaluatorOrganizationId: form.evaluatorOrganizationId,
      evaluatorOrganizationName: form.evaluatorOrganizationName,
      data,
      defaults: defaultValues(definition, data),
      inputJsonRevisions: revisions.map((entry) => ({ ...entry, validation: warned(entry.validation) })),
      revision: revision?.revision ?? 0,
      validation: warned(revision?.validation ?? { Errors: [], Warnings: [] }),
      rights: toContractRights(rights),
      projectPhaseId: form.projectPhaseId,
      phase: form.phase,
      projectMigrated: project.migrated,
      today: today(context),
      lockedBy: form.lockedBy,
      remarks: remarks.map(toRemark),
      returned:
        returned && project.status === PROJECT_STATUS.pending && form.status !== FORM_STATUS.approved
          ? returned.shown
          : null,
    },
  };
}
