import type { FormInput, FormSaved } from '@pimis/contract/forms';
import { can } from '@pimis/domain/access/policies';
import { FORM_STATUS } from '@pimis/domain/constants';
import { FORM_ACTION } from '@pimis/domain/forms/form-actions';
import { judgeMarks, type Marks, questionsOf, scoreOf, tidyMarks } from '@pimis/domain/forms/marking';
import { isObject } from '@pimis/domain/forms/paths';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { changeForms } from '../form-store/changes.ts';
import type { FormRecord } from '../form-store/revisions.ts';
import { addFormActivity, auditForm, type FormChange, readJson, refuseErrors } from './form-change.ts';
import { publishTurns } from './publish-turns.ts';
import { storedValidationResult } from './stored-validation-result.ts';
import { projectRefusal } from '../projects/refusals.ts';

/** Marking (docs/forms.md, D6). */

export const MARK_ACTIONS: readonly number[] = [FORM_ACTION.mark, FORM_ACTION.lockAndMark, FORM_ACTION.unlockAndMark];

type MarkedForm = Pick<FormRecord, 'code' | 'evaluatorOrganizationId' | 'mark' | 'markedAt'>;

/** Marks that the user may see: only the evaluator sees drafts; frozen marks are visible to all who see the form. */
export function visibleScores(form: MarkedForm, user: CurrentUser): Marks | null {
  if (questionsOf(form.code).length === 0 || !form.mark) return null;
  return form.markedAt !== null || can(user, 'form.mark', form) ? form.mark : null;
}

/** The score of the visible marks; null while a mark is missing. */
export function visibleScore(form: MarkedForm, user: CurrentUser): string | null {
  const marks = visibleScores(form, user);
  return marks ? scoreOf(form.code, marks) : null;
}

/** Stores a draft (4), freezes complete marks (5) or opens them again (6). Errors: those of the catalogue. */
export async function scoreForm(work: FormChange, input: FormInput): Promise<FormSaved> {
  const { form, rights } = work;
  // An approval before the marks has the same error name, so an additional reason shows that the right is missing.
  if (rights.mark === 'InvalidProjectFormEvaluator') {
    throw new ApiError(rights.mark, { errors: ['InvalidUserPermission'] });
  }
  if (rights.mark !== null) throw projectRefusal(rights.mark, work.project);
  const reopening = input.action === FORM_ACTION.unlockAndMark;
  if (form.status !== (reopening ? FORM_STATUS.marked : FORM_STATUS.locked))
    throw new ApiError('InvalidProjectFormAction');
  if (input.json === undefined && !reopening && !form.mark) throw invalidFields({ json: 'EmptyField' });
  const standing = form.mark ? JSON.stringify(form.mark) : null;
  if (input.baseMarkJson !== undefined && input.baseMarkJson !== standing) {
    throw new ApiError('FormMarksConflict', { payload: { markJson: standing } });
  }
  const before = form.mark ?? {};
  const sent = input.json === undefined ? before : await readJson(input.json);
  if (!isObject(sent)) throw invalidFields({ json: 'InvalidField' });
  const marks = input.json === undefined ? before : tidyMarks(sent);
  const validation = judgeMarks(form.code, marks, { complete: input.action === FORM_ACTION.lockAndMark });
  if (validation.errors.length > 0) refuseErrors(storedValidationResult(validation).Errors);
  const status = input.action === FORM_ACTION.lockAndMark ? FORM_STATUS.marked : FORM_STATUS.locked;
  const changed = JSON.stringify(marks) !== JSON.stringify(before) || status !== form.status;
  if (changed) await keepMarks(work, marks, status);
  return { formNotChanged: !changed, errors: [], warnings: [], revision: work.newest?.revision ?? 0 };
}

async function keepMarks(work: FormChange, marks: Marks, status: number): Promise<void> {
  const { tx, context, form, user, newest } = work;
  const now = context.now();
  // A form may be approved with draft marks, so the time of freezing, not the status, makes marks public.
  const frozen =
    status === FORM_STATUS.marked ? { marked_at: now, marked_by: user.id } : { marked_at: null, marked_by: null };
  await changeForms(tx, [form.id], { mark: JSON.stringify(marks), status, ...frozen });
  const operation = status === FORM_STATUS.marked ? 'lockMark' : 'unlockMark';
  if (status !== form.status) {
    await addFormActivity(work, operation, newest?.revision ?? null);
    await publishTurns(work, operation);
  }
  await auditForm(work, {
    operation: status === form.status ? 'form.mark' : `form.${operation}`,
    detail: { before: { status: form.status, marks: form.mark }, after: { status, marks } },
  });
}
