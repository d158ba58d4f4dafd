import { EMPTY_APPROPRIATIONS, lacksAppropriation } from '@pimis/domain/forms/appropriation-check';
import { FORM_CODE } from '@pimis/domain/forms/codes';
import { quarterOfName } from '@pimis/domain/workflow/quarters';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { StoredValidationItem } from '../../platform/database/stored-validation-result.ts';
import { appropriationsOfProjects } from '../form-store/realization.ts';

export const EMPTY_WARNING: StoredValidationItem = { StatusCode: { Code: EMPTY_APPROPRIATIONS }, Index: 0 };

interface CheckedForm {
  id: number;
  code: string;
  status: number;
  name: string;
  /** The appropriation recorded when the quarter was approved. */
  recordedAmount?: string | undefined;
}

/** The quarterly reports of a project without an appropriation, by one query. */
export function formsWithoutAppropriation(
  db: Database | Tx,
  projectId: number,
  forms: readonly CheckedForm[],
): Promise<Set<number>> {
  return formsLackingAppropriation(
    db,
    forms.map((form) => ({ ...form, projectId })),
  );
}

/** As `formsWithoutAppropriation`, for forms of several projects. */
export async function formsLackingAppropriation(
  db: Database | Tx,
  forms: readonly (CheckedForm & { projectId: number })[],
): Promise<Set<number>> {
  const quarterly = forms.filter(({ code }) => code === FORM_CODE.quarterlyReport);
  if (quarterly.length === 0) return new Set();
  const projects = new Set(quarterly.map(({ projectId }) => projectId));
  const years = await appropriationsOfProjects(db, [...projects]);
  const amountOf = ({ projectId, name, recordedAmount }: CheckedForm & { projectId: number }) => {
    const of = quarterOfName(name)?.year;
    const chosen = years.find((entry) => entry.projectId === projectId && entry.budgetYear === of);
    return recordedAmount ?? chosen?.amount ?? '0.00';
  };
  return new Set(quarterly.filter((form) => lacksAppropriation(form, amountOf(form))).map(({ id }) => id));
}
