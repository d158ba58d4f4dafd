import type { NewRemark, Remark, RemarkAnswer, RemarkText } from '@pimis/contract/remarks';
import { isRemarkPlace, REMARKS_LIMIT } from '@pimis/domain/forms/remarks';
import { trimmed } from '@pimis/domain/text/blank';
import { type AuditOrigin, audit, type Change } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import { type FormRecord, findForm, findRevision } from '../../form-store/revisions.ts';
import { projectRefusal } from '../../projects/refusals.ts';
import { findProject, type ProjectRecord } from '../../projects/visibility.ts';
import { loadFacts } from '../../workflow/project-facts.ts';
import { definitionOf } from '../read.ts';
import { rightsOn } from '../rights.ts';
import { countRemarks, findRemarks, findRemarksOf, findRemarksOn, type RemarkRow, toRemark } from './queries.ts';

/** The parameters of a call about remarks of one form. */
export interface RemarkCall {
  context: Context;
  user: CurrentUser;
  projectCode: string;
  formId: number;
  origin: AuditOrigin;
}

interface OpenForm {
  tx: Tx;
  project: ProjectRecord;
  form: FormRecord;
}

/**
 * Runs a change with project and form locked, if the user has the right; then returns the remark whose id the change
 * returns. Errors: NotFound, the refusals of the domain.
 */
async function changeRemark(
  call: RemarkCall,
  right: 'remark' | 'answer',
  change: (open: OpenForm) => Promise<number>,
): Promise<Remark> {
  const { context, user } = call;
  return context.db.transaction().execute(async (tx) => {
    const open = await openForm(call, tx);
    const refusal = rightsOn(await loadFacts(context, tx, open.project), open.form, user)[right];
    if (refusal !== null) throw projectRefusal(refusal, open.project);
    const id = await change(open);
    return toRemark(await remarkOf(open, user, id));
  });
}

async function openForm({ user, projectCode, formId }: RemarkCall, tx: Tx): Promise<OpenForm> {
  const project = await findProject(tx, user, projectCode, { lock: true });
  const form = await findForm(tx, project.id, formId, { lock: true });
  if (!form) throw new ApiError('NotFound');
  return { tx, project, form };
}

async function remarkOf({ tx, form }: OpenForm, user: CurrentUser, id: number): Promise<RemarkRow> {
  const found = (await findRemarks(tx, form.id, user.id)).find((row) => row.id === id);
  if (!found) throw new ApiError('NotFound');
  return found;
}

/** Normalizes line ends and removes blanks at the beginning and end. */
function cleanText(field: 'text' | 'answer', text: string): string {
  const clean = trimmed(text.replaceAll('\r\n', '\n'));
  if (clean === '') throw invalidFields({ [field]: 'EmptyField' });
  if (clean.includes('\0')) throw invalidFields({ [field]: 'InvalidField' });
  return clean;
}

async function auditRemark(
  { origin }: RemarkCall,
  { tx, project, form }: OpenForm,
  operation: string,
  subjectId: number,
  detail: Change,
): Promise<void> {
  await audit(tx, origin, {
    operation,
    subjectType: 'remark',
    subjectId,
    organizationId: project.organizationId,
    detail: { project: project.code, form: form.code, ...detail },
  });
}

/** The newest remark, if it is the same and still this user's draft: the answer to that call was lost. */
async function sameAgain({ tx, form }: OpenForm, user: CurrentUser, { place, text }: NewRemark) {
  // Only the user's own drafts are found.
  const newest = (await findRemarks(tx, form.id, user.id)).at(-1);
  return newest?.activityId === null && newest.place === place && newest.text === text ? newest.id : null;
}

/**
 * Writes a draft that only its author sees until the form is returned. If the author's last remark is the same and can
 * still be changed, returns it instead. Errors: also ReachedRemarksLimit.
 */
export function addRemark(call: RemarkCall, input: NewRemark): Promise<Remark> {
  const { context, user } = call;
  const text = cleanText('text', input.text);
  return changeRemark(call, 'remark', async (open) => {
    const { tx, form } = open;
    if (!isRemarkPlace(definitionOf(form), input.place)) throw invalidFields({ place: 'InvalidField' });
    const standing = await sameAgain(open, user, { ...input, text });
    if (standing !== null) return standing;
    if ((await countRemarks(tx, form.id)).total >= REMARKS_LIMIT) throw new ApiError('ReachedRemarksLimit');
    const newest = await findRevision(tx, form.id);
    const after = { place: input.place, text, revision: newest?.revision ?? 0 };
    const { id } = await tx
      .insertInto('form_remarks')
      .values({ ...after, form_id: form.id, user_id: user.id, user_name: user.name, created_at: context.now() })
      .returning('id')
      .executeTakeFirstOrThrow();
    await auditRemark(call, open, 'remark.add', id, { before: null, after });
    return id;
  });
}

/** A draft of this user. Errors: NotFound, RemarkSent. */
async function draftOf(open: OpenForm, user: CurrentUser, id: number): Promise<RemarkRow> {
  const row = await remarkOf(open, user, id);
  if (row.activityId !== null) throw new ApiError('RemarkSent');
  return row;
}

/** Changes a draft of this user. Errors: also RecordConflict, if another tab has changed it meanwhile. */
export function changeText(call: RemarkCall, id: number, input: RemarkText): Promise<Remark> {
  const text = cleanText('text', input.text);
  return changeRemark(call, 'remark', async (open) => {
    const before = await draftOf(open, call.user, id);
    // The same text again loses nothing: the answer to the first call may have been lost.
    const read = [input.former ?? before.text, text];
    if (!read.includes(before.text)) throw new ApiError('RecordConflict');
    await open.tx.updateTable('form_remarks').set({ text }).where('id', '=', id).execute();
    await auditRemark(call, open, 'remark.edit', id, { before: { text: before.text }, after: { text } });
    return id;
  });
}

/** Removes a draft; its author may do so even after the project has moved on. */
export async function removeRemark(call: RemarkCall, id: number): Promise<void> {
  await call.context.db.transaction().execute(async (tx) => {
    const open = await openForm(call, tx);
    const { place, text } = await draftOf(open, call.user, id);
    await tx.deleteFrom('form_remarks').where('id', '=', id).execute();
    await auditRemark(call, open, 'remark.remove', id, { before: { place, text }, after: null });
  });
}

/** Answers a sent remark or marks it as done. Errors: also RemarkAnswered, if somebody else has answered first. */
export function answerRemark(call: RemarkCall, id: number, input: RemarkAnswer): Promise<Remark> {
  const { context, user } = call;
  const answer = input.answer === null ? null : cleanText('answer', input.answer);
  return changeRemark(call, 'answer', async (open) => {
    const before = await remarkOf(open, user, id);
    if (before.activityId === null) throw new ApiError('NotFound');
    if ((before.answeredAt?.toISOString() ?? null) !== input.answeredDate) throw new ApiError('RemarkAnswered');
    const after = { answer, done: input.done };
    await open.tx
      .updateTable('form_remarks')
      .set({ ...after, answered_by: user.id, answered_name: user.name, answered_at: context.now() })
      .where('id', '=', id)
      .execute();
    await auditRemark(call, open, 'remark.answer', id, {
      before: { answer: before.answer, done: before.done },
      after,
    });
    return id;
  });
}

/**
 * Remarks on these forms: those that were sent, and the user's own that were not. The caller has checked that the user
 * sees them.
 */
export function remarksOnForms(
  { db }: Pick<Context, 'db'>,
  user: CurrentUser,
  formIds: readonly number[],
): Promise<RemarkRow[]> {
  return findRemarksOn(db, formIds, user.id);
}

/** Remarks that were sent with these returns (ids of activities). */
export function remarksOfReturns(context: Context, activityIds: readonly string[]): Promise<RemarkRow[]> {
  return findRemarksOf(context.db, activityIds);
}
