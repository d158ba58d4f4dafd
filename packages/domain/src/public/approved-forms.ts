import { FORM_STATUS } from '../constants.ts';
import { FORM_CODE, PIF_CODES } from '../forms/codes.ts';
import type { FormValues } from '../forms/types.ts';
import { DECISION } from '../workflow/lists.ts';
import { type PublicFormFacts, publicFormFacts } from './form-facts.ts';

/** Moments are texts that sort in time (YYYY-MM-DDTHH:MM:SS.ffffffZ), days are YYYY-MM-DD in Belgrade. */
export interface Moment {
  at: string;
  day: string;
}

/** A revision of a form. */
export interface RevisionOf {
  formId: number;
  revision: number;
}

/** The commission's decision on a revision. */
export interface FormDecision extends RevisionOf {
  decision: number;
  /** The day of the session; null where none was entered. */
  date: string | null;
  /** When it was recorded. */
  decided: Moment;
}

/** The input from which the public forms of a project are computed. */
export interface FormApprovals {
  /** Decisions on a revision, in the order in which they were made. */
  decisions: readonly FormDecision[];
  plans: readonly (RevisionOf & { inForce: Moment })[];
  /** Forms with their newest revision, and since when they have their status. */
  forms: readonly (RevisionOf & { status: number; since: Moment })[];
  /** Forms that are already public: an approved revision stays public when the form is unlocked again. */
  known: readonly PublicForm[];
  /**
   * Code and values of those revisions above that exist. If the values are null, a known revision keeps its stored
   * facts, because revisions never change.
   */
  revisions: readonly (RevisionOf & { code: string; values: FormValues | null })[];
}

/** An approved revision with its public facts. Sorted by form and revision. */
export interface PublicForm extends RevisionOf {
  code: string;
  approvedAt: string;
  /** The day of the decision, which may be earlier than its record. */
  approvedOn: string;
  facts: PublicFormFacts;
}

/** Forms that the Ministry's approval alone makes public. Others wait for the commission's yes, or to take effect. */
export const PUBLIC_BY_APPROVAL: readonly string[] = [
  'predimplementacija',
  FORM_CODE.quarterlyReport,
  FORM_CODE.quarterlyCorrection,
  'zavrsni',
  'efekti',
  'pif-mini',
  ...PIF_CODES,
];

const keyOf = ({ formId, revision }: RevisionOf) => `${formId}/${revision}`;

/**
 * The approved revisions of a project's forms, each by its latest approval: forms that the commission decides on from
 * its yes, plans and corrections from the day on which they take effect, others from the Ministry's approval.
 */
export function publicForms({ decisions, plans, forms, known, revisions }: FormApprovals): PublicForm[] {
  const stored = new Map(revisions.map((one) => [keyOf(one), one]));
  const yes = decisions.filter(({ decision }) => decision === DECISION.yes);
  /** The newest day on which the commission decided on a form. */
  const decidedOn = (formId: number) =>
    yes
      .flatMap((one) => (one.formId === formId && one.date !== null ? [one.date] : []))
      .toSorted()
      .at(-1);
  const approvals = [
    ...known.map((of) => ({ of, approvedAt: of.approvedAt, approvedOn: of.approvedOn })),
    ...yes
      .filter((of) => stored.get(keyOf(of))?.code !== FORM_CODE.correction)
      .map((of) => ({ of, approvedAt: of.decided.at, approvedOn: of.date ?? of.decided.day })),
    ...forms
      .filter(
        (of) => of.status === FORM_STATUS.approved && PUBLIC_BY_APPROVAL.includes(stored.get(keyOf(of))?.code ?? ''),
      )
      .map((of) => ({ of, approvedAt: of.since.at, approvedOn: of.since.day })),
    ...plans.map((of) => ({
      of,
      approvedAt: of.inForce.at,
      approvedOn: decidedOn(of.formId) ?? of.inForce.day,
    })),
  ];
  const facts = new Map(known.map((one) => [keyOf(one), one.facts]));
  const newest = new Map(approvals.map(({ of, ...approval }) => [keyOf(of), { ...of, ...approval }]));
  const found = [...newest].flatMap(([key, { formId, revision, approvedAt, approvedOn }]) => {
    const of = stored.get(key);
    if (!of) return [];
    const told = of.values === null ? facts.get(key) : publicFormFacts(of.code, of.values);
    return told ? [{ formId, revision, code: of.code, approvedAt, approvedOn, facts: told }] : [];
  });
  return found.toSorted((a, b) => a.formId - b.formId || a.revision - b.revision);
}
