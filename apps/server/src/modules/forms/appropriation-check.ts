import { EMPTY_APPROPRIATIONS, lacksAppropriation } from '@pimis/domain/forms/appropriation-check';
import { FORM_CODE } from '@pimis/domain/forms/codes';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { StoredValidationItem } from '../../platform/database/stored-validation-result.ts';
import { appropriationsByYear } from '../form-store/realization.ts';

export const EMPTY_WARNING: StoredValidationItem = { StatusCode: { Code: EMPTY_APPROPRIATIONS }, Index: 0 };

interface CheckedForm {
  id: number;
  code: string;
  status: number;
  name: string;
  /** The appropriation when the quarter was approved. */
  recordedAmount?: string | undefined;
}

/** Which quarterly reports of a project have no appropriation; one query for all. */
export async function formsWithoutAppropriation(
  db: Database | Tx,
  projectId: number,
  forms: readonly CheckedForm[],
): Promise<Set<number>> {
  const quarterly = forms.filter(({ code }) => code === FORM_CODE.quarterlyReport);
  if (quarterly.length === 0) return new Set();
  const years = await appropriationsByYear(db, projectId);
  const amountOf = (form: CheckedForm) =>
    form.recordedAmount ??
    years.find(({ budgetYear }) => budgetYear === quarterOfName(form.name)?.year)?.amount ??
    '0.00';
  return new Set(quarterly.filter((form) => lacksAppropriation(form, amountOf(form))).map(({ id }) => id));
}
