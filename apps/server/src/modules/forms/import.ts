import type { FastifyRequest } from 'fastify';
import type { FormImport } from '@pimis/contract/forms';
import { mergeSubmitted, visibleFormValues } from '@pimis/domain/forms/access';
import { defaultValues } from '@pimis/domain/forms/complete';
import { parseFormValues } from '@pimis/domain/forms/parse';
import { isObject } from '@pimis/domain/forms/paths';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { receiveFile } from '../../platform/upload.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
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

/** The JSON of the call: a file part of a multipart body, or the body itself. Errors: PayloadTooLarge, ValidationError. */
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

/**
 * Reads a JSON file for the editor: taken apart like a save, merged with what the user may not change, completed and
 * judged. Nothing is saved.
 */
export async function importForm(
  context: Context,
  user: CurrentUser,
  projectCode: string,
  formId: number,
  request: FastifyRequest,
): Promise<FormImport> {
  const { db } = context;
  const project = await findProject(db, user, projectCode);
  const form = await findForm(db, project.id, formId);
  if (!form) throw new ApiError('NotFound');
  const facts = await loadFacts(context, db, project);
  const rights = rightsOn(facts, form, user);
  if (rights.edit !== null) throw new ApiError(rights.edit);
  const definition = definitionOf(form);
  const content = readContent(await readUpload(request), form.code);
  await yieldToEventLoop();
  const parsed = parseFormValues(definition, content.values);
  if (!parsed.ok) {
    throw new ApiError('ValidationError', {
      errors: parsed.problems.map(({ path, code }) => ({ field: path || 'file', code })),
    });
  }
  const data = await formData(context, db, form);
  const found = await findRevision(db, form.id);
  const newest = found && revisionView(definition, found);
  const stored = newest?.input ?? defaultValues(definition, data);
  await yieldToEventLoop();
  const merged = mergeSubmitted(definition, parsed.values, stored, {
    viewer: rights.viewer,
    foreignFunds: facts.foreignFunds,
    data,
    commentsOnly: false,
  });
  await yieldToEventLoop();
  const { values, validation } = await computeAndValidate(context, db, {
    definition,
    merged,
    data,
    facts,
    newest,
    stored,
  });
  return {
    inputJson: JSON.stringify(visibleFormValues(definition, values, rights.viewer)),
    errors: validation.Errors,
    warnings: validation.Warnings,
    otherProject: content.projectCode === project.code ? null : content.projectCode,
  };
}
