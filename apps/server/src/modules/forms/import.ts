import type { FastifyRequest } from 'fastify';
import type { FormImport } from '@pimis/contract/forms';
import { mergeSubmitted, visibleFormValues } from '@pimis/domain/forms/access';
import { defaultValues } from '@pimis/domain/forms/complete';
import { parseFormValues } from '@pimis/domain/forms/parse';
import { isObject } from '@pimis/domain/forms/paths';
import type { FormValues } from '@pimis/domain/forms/types';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { receiveFile } from '../../platform/http/upload.ts';
import { yieldToEventLoop } from '../../platform/process/yield-to-event-loop.ts';
import { projectRefusal } from '../projects/refusals.ts';
import { findProject } from '../projects/visibility.ts';
import { loadFacts } from '../workflow/project-facts.ts';
import { formData } from './form-data.ts';
import { computeAndValidate } from './compute-and-validate.ts';
import { revisionView } from './revision-view.ts';
import { findForm, findRevision } from '../form-store/revisions.ts';
import { definitionOf } from './read.ts';
import { rightsOn } from './rights.ts';
import { readText } from './form-change.ts';

const MAX_FILE = 5_000_000;

/**
 * The JSON of the call: a file part of a multipart body, or the body itself. Errors: PayloadTooLarge, ValidationError.
 */
async function readUpload(request: FastifyRequest): Promise<unknown> {
  if (!request.isMultipart()) return request.body;
  const { bytes } = await receiveFile(request, MAX_FILE);
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw invalidFields({ file: 'InvalidField' });
  }
  return readText(text, 'file');
}

/** The values of an exported file with its project, or bare values. */
function readContent(content: unknown, formCode: string): { values: unknown; projectCode: string | null } {
  const exported = isObject(content) && Object.hasOwn(content, 'formCode') && Object.hasOwn(content, 'values');
  if (!exported) return { values: content, projectCode: null };
  if (content.formCode !== formCode) throw invalidFields({ formCode: 'InvalidField' });
  const { values, projectCode } = content;
  return { values, projectCode: typeof projectCode === 'string' ? projectCode : null };
}

/** A form that this user may edit now, with its values. Errors: NotFound, and the reasons why it cannot be edited. */
export async function openForEditing(context: Context, user: CurrentUser, projectCode: string, formId: number) {
  const { db } = context;
  const project = await findProject(db, user, projectCode);
  const form = await findForm(db, project.id, formId);
  if (!form) throw new ApiError('NotFound');
  const facts = await loadFacts(context, db, project);
  const rights = rightsOn(facts, form, user);
  if (rights.edit !== null) throw projectRefusal(rights.edit, project);
  const definition = definitionOf(form);
  const data = await formData(context, db, form);
  const found = await findRevision(db, form.id);
  const newest = found && revisionView(definition, found);
  const stored = newest?.input ?? defaultValues(definition, data);
  return { project, form, facts, viewer: rights.viewer, definition, data, newest, stored };
}

/** Values for the editor: merged with protected values that the user may not change, completed and validated. */
export async function judgeForEditor(
  context: Context,
  { definition, viewer, facts, data, stored, newest }: Awaited<ReturnType<typeof openForEditing>>,
  submitted: FormValues,
): Promise<Omit<FormImport, 'otherProject'>> {
  await yieldToEventLoop();
  const { foreignFunds } = facts;
  const merged = mergeSubmitted(definition, submitted, stored, { viewer, foreignFunds, data, commentsOnly: false });
  await yieldToEventLoop();
  const judged = { definition, merged, data, facts, newest, stored };
  const { values, validation } = await computeAndValidate(context, context.db, judged);
  return {
    inputJson: JSON.stringify(visibleFormValues(definition, values, viewer)),
    errors: validation.Errors,
    warnings: validation.Warnings,
  };
}

/** Reads a JSON file for the editor: parsed like a save. Nothing is saved. */
export async function importForm(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  formId: number,
  request: FastifyRequest,
): Promise<FormImport> {
  const opened = await openForEditing(context, user, projectCode, formId);
  const { definition, form, project } = opened;
  const content = readContent(await readUpload(request), form.code);
  await yieldToEventLoop();
  const parsed = parseFormValues(definition, content.values);
  if (!parsed.ok) {
    throw new ApiError('ValidationError', {
      fieldErrors: parsed.problems.map(({ path, code }) => ({ field: path || 'file', code })),
    });
  }
  return {
    ...(await judgeForEditor(context, opened, parsed.values)),
    otherProject: content.projectCode === project.code ? null : content.projectCode,
  };
}
