import type { FormInput, FormSaved } from '@pimis/contract/forms';
import { FORM_STATUS } from '@pimis/domain/constants';
import { mergeSubmitted, visibleFormValues } from '@pimis/domain/forms/access';
import { defaultValues } from '@pimis/domain/forms/complete';
import { FORM_ACTION } from '@pimis/domain/forms/form-actions';
import { sameFormValues } from '@pimis/domain/forms/normalize';
import { namedDocuments } from '@pimis/domain/forms/named-documents';
import { parseFormValues } from '@pimis/domain/forms/parse';
import type { FormDefinition, FormValues } from '@pimis/domain/forms/types';
import type { AuditOrigin } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import type { StoredValidationResult } from '../../platform/database/stored-validation-result.ts';
import { ownDocuments } from '../documents/named-documents.ts';
import { projectRefusal } from '../projects/refusals.ts';
import { findProject } from '../projects/visibility.ts';
import { changeProject } from '../projects/changes.ts';
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts';
import { loadFacts } from '../workflow/project-facts.ts';
import { formData } from './form-data.ts';
import { computeAndValidate } from './compute-and-validate.ts';
import { publishTurns } from './publish-turns.ts';
import { revisionView } from './revision-view.ts';
import { carryToProject, requireStandingFunds } from './carry-to-project.ts';
import { changeForms } from '../form-store/changes.ts';
import {
  type FormRecord,
  findForm,
  findRevision,
  replaceFormDocuments,
  type RevisionRecord,
} from '../form-store/revisions.ts';
import { MARK_ACTIONS, scoreForm } from './scores.ts';
import { definitionOf } from './read.ts';
import { rightsOn } from './rights.ts';
import { unseenFields, unseenIn, unseenWarning } from './unseen-fields.ts';
import { addFormActivity, addNextRevision, auditForm, type FormChange, readJson, refuseErrors } from './form-change.ts';

/**
 * Saves, locks, unlocks or marks a form (specification, "Actions"). In one transaction under the project's lock it
 * checks rights, compares the revision, parses the values, keeps protected fields unchanged, computes and validates. An
 * unchanged save makes no revision. A lock saves changed values first and is refused while there are errors. A user who
 * may only write additional comments is refused if other fields differ too: they may have been typed before somebody
 * locked the form, and a save without them would look as if they were saved.
 */
export async function submitForm(
  context: Context,
  user: CurrentUser,
  input: FormInput,
  origin: AuditOrigin,
): Promise<FormSaved> {
  const formId = input.id ?? input.formId;
  if (formId === undefined) throw invalidFields({ id: 'EmptyField' });
  return context.db.transaction().execute(async (tx) => {
    const project = await findProject(tx, user, input.projectCode, { lock: true });
    const form = await findForm(tx, project.id, formId, { lock: true });
    if (!form || (input.formCode !== undefined && !namesForm(form, input.formCode))) throw new ApiError('NotFound');
    if (input.projectPhaseId !== undefined && input.projectPhaseId !== form.projectPhaseId) {
      throw new ApiError('InvalidProjectFormPhase');
    }
    const facts = await loadFacts(context, tx, project);
    const definition = definitionOf(form);
    const newest = await findRevision(tx, form.id);
    const work: FormChange = {
      context,
      tx,
      user,
      project,
      facts,
      form,
      definition,
      rights: rightsOn(facts, form, user),
      newest: newest && revisionView(definition, newest),
      origin,
    };
    if (MARK_ACTIONS.includes(input.action)) return scoreForm(work, input);
    return input.action === FORM_ACTION.unlock ? unlock(work) : saveOrLock(work, input);
  });
}

function namesForm(form: FormRecord, code: string): boolean {
  const definition = definitionOf(form);
  return form.code === code || definition.aliases.includes(code);
}

function compareRevision(work: FormChange, baseRevision: number | undefined): void {
  const { newest, definition, rights } = work;
  if (baseRevision === undefined || baseRevision === (newest?.revision ?? 0)) return;
  throw new ApiError('FormRevisionConflict', {
    payload: newest && {
      revision: newest.revision,
      userName: newest.userName,
      date: newest.createdAt.toISOString(),
      inputJson: JSON.stringify(visibleFormValues(definition, newest.input, rights.viewer)),
    },
  });
}

async function saveOrLock(work: FormChange, input: FormInput): Promise<FormSaved> {
  const { rights, definition, context, tx, form, newest, project } = work;
  const locking = input.action === FORM_ACTION.lock;
  const commentsOnly = rights.edit !== null;
  if (rights.edit !== null && (locking || rights.comment !== null)) throw projectRefusal(rights.edit, project);
  compareRevision(work, input.baseRevision);

  const data = commentsOnly && newest ? newest.data : await formData(context, tx, form);
  const stored = newest?.input ?? defaultValues(definition, data);
  const { values, validation: found } = await judgeSubmitted(work, input.json, { data, stored });
  const unseen = unseenFields(definition, commentsOnly ? undefined : input.unseen, { newest, stored, values });
  const validation = { ...found, Warnings: [...found.Warnings, ...unseen.map(unseenWarning)] };
  await requireStandingFunds(tx, project, values, stored, rights.viewer);
  await yieldToEventLoop();
  // A first save that locks makes a revision even of untouched defaults: the lock needs one.
  const changed = !sameFormValues(definition, values, stored) || (newest === undefined && locking);
  if (locking && validation.Errors.length > 0) refuseErrors(validation.Errors);
  const revision =
    changed || dataMoved(newest, data, locking) || seenMeanwhile(newest, unseen, locking)
      ? await keepRevision(work, values, data, validation)
      : (newest?.revision ?? 0);
  if (locking) await lock(work, values, revision);
  else if (changed) {
    await addFormActivity(work, commentsOnly ? 'comment' : 'save', revision);
    await touchProject(work);
  }
  return {
    formNotChanged: !changed && !locking,
    errors: validation.Errors,
    warnings: validation.Warnings,
    revision,
  };
}

/**
 * The values to store, with their validation result; without `json` the stored values. If the user may only write
 * comments, other differences are refused with the reason why the form cannot be edited.
 */
async function judgeSubmitted(
  { rights, definition, context, tx, newest, facts, project }: FormChange,
  json: FormInput['json'],
  { data, stored }: { data: FormValues; stored: FormValues },
): Promise<{ values: FormValues; validation: StoredValidationResult }> {
  const judge = async (merged: FormValues) => {
    await yieldToEventLoop();
    return computeAndValidate(context, tx, { definition, merged, data, facts, newest, stored });
  };
  if (json === undefined) return judge(stored);
  const submitted = await parseSubmitted(definition, json);
  const may = { viewer: rights.viewer, foreignFunds: facts.foreignFunds, data };
  const whole = await judge(mergeSubmitted(definition, submitted, stored, { ...may, commentsOnly: false }));
  if (rights.edit === null) return whole;
  const comments = await judge(mergeSubmitted(definition, submitted, stored, { ...may, commentsOnly: true }));
  // The values are compared in their stored form: for example, names of references come from the registry.
  if (!sameFormValues(definition, comments.values, whole.values)) throw projectRefusal(rights.edit, project);
  return comments;
}

/** A lock stores the form data of its time; if they have changed since the last save, it makes a revision. */
function dataMoved(newest: RevisionRecord | undefined, data: FormValues, locking: boolean): boolean {
  return locking && newest !== undefined && JSON.stringify(newest.data) !== JSON.stringify(data);
}

/** A lock also records that copied fields were looked at, even if their values stayed the same. */
function seenMeanwhile(newest: RevisionRecord | undefined, unseen: readonly string[], locking: boolean): boolean {
  return locking && newest !== undefined && unseenIn(newest.validation).length !== unseen.length;
}

async function parseSubmitted(definition: FormDefinition, json: NonNullable<FormInput['json']>): Promise<FormValues> {
  const parsed = parseFormValues(definition, await readJson(json));
  await yieldToEventLoop();
  if (!parsed.ok) {
    throw new ApiError('ValidationError', {
      fieldErrors: parsed.problems.map(({ path, code }) => ({ field: path || 'json', code })),
    });
  }
  return parsed.values;
}

async function keepRevision(
  work: FormChange,
  values: FormValues,
  data: FormValues,
  validation: StoredValidationResult,
): Promise<number> {
  const { tx, form, definition, project } = work;
  const named = namedDocuments(definition, values);
  const own = await ownDocuments(
    tx,
    project.id,
    named.map(({ id }) => id),
  );
  const foreign = named.filter(({ id }) => !own.has(id));
  if (foreign.length > 0) {
    throw new ApiError('InvalidProjectDocument', {
      fieldErrors: foreign.map(({ path }) => ({ field: path, code: 'InvalidProjectDocument' })),
    });
  }
  await replaceFormDocuments(tx, form.id, [...own]);
  return addNextRevision(work, { values, data, validation });
}

async function lock(work: FormChange, values: FormValues, revision: number): Promise<void> {
  const { tx, form, user, context, project, rights } = work;
  const now = context.now();
  await changeForms(tx, [form.id], { status: FORM_STATUS.locked, locked_at: now, locked_by: user.id });
  await carryToProject(tx, project, form.code, values, rights.viewer, now);
  await addFormActivity(work, 'lock', revision);
  await publishTurns(work, 'lock');
  await auditForm(work, {
    operation: 'form.lock',
    detail: {
      revision,
      before: { status: form.status },
      after: { status: FORM_STATUS.locked },
    },
  });
}

async function unlock(work: FormChange): Promise<FormSaved> {
  const { tx, form, rights, newest } = work;
  if (rights.unlock !== null) throw projectRefusal(rights.unlock, work.project);
  await changeForms(tx, [form.id], { status: FORM_STATUS.unlocked, locked_at: null, locked_by: null });
  await addFormActivity(work, 'unlock', newest?.revision ?? null);
  await publishTurns(work, 'unlock');
  await touchProject(work);
  await auditForm(work, {
    operation: 'form.unlock',
    detail: { before: { status: form.status }, after: { status: FORM_STATUS.unlocked } },
  });
  const { Errors, Warnings } = newest?.validation ?? { Errors: [], Warnings: [] };
  return { formNotChanged: false, errors: Errors, warnings: Warnings, revision: newest?.revision ?? 0 };
}

async function touchProject({ tx, project, context }: FormChange): Promise<void> {
  await changeProject(tx, project.id, { last_changed_at: context.now() });
}
