import type { Claim } from '../access/claims.ts';
import { FORM_STATUS, PROJECT_STATUS } from '../constants.ts';
import { questionsOf } from '../forms/marking.ts';
import type { BilingualText } from '../text/bilingual-text.ts';
import type { ActingUser } from './actors.ts';
import type { Guard } from './guard-records.ts';
import { obstacleOf, roundForms } from './guards.ts';
import type { FormFacts, ProjectFacts } from './project-facts.ts';
import { TRANSITIONS, transitionsOf } from './transitions.ts';

/**
 * Marks of evaluators. They are no step of the table: an approval waits for them where the table has the guard, and
 * elsewhere they are advice.
 */

/**
 * The claim of users who are asked for marks in the body named for the form. An administrator may mark, but is not
 * asked.
 */
export const MARKING_CLAIM: Claim = 'Project_Evaluate';

const GUARD: Guard = 'evaluatorMarked';

/** Marking as the next step of a person. */
export const MARK_FORM: { key: string; label: BilingualText } = {
  key: 'markForm',
  label: { sr: 'Оцени образац', en: 'Mark the form' },
};

export interface FormToMark extends FormFacts {
  evaluatorOrganizationId: string;
}

/** Forms of the round whose marks are missing, each with the body that gives them. */
function unmarkedForms(facts: ProjectFacts): FormToMark[] {
  if (facts.projectStatus !== PROJECT_STATUS.pending) return [];
  return roundForms(facts).flatMap((form) => {
    const { evaluatorOrganizationId } = form;
    const asked = evaluatorOrganizationId !== null && questionsOf(form.code).length > 0;
    return asked && form.status < FORM_STATUS.marked ? [{ ...form, evaluatorOrganizationId }] : [];
  });
}

/** Forms that wait for marks now: the body can give them as soon as the form is locked. */
export function formsToMark(facts: ProjectFacts): FormToMark[] {
  return unmarkedForms(facts).filter(({ status }) => status === FORM_STATUS.locked);
}

/** The form that the user is asked to mark; null if there is none. */
export function formToMarkOf(user: ActingUser, facts: ProjectFacts): FormToMark | null {
  if (user.claims.has('Admin') || !user.claims.has(MARKING_CLAIM)) return null;
  return formsToMark(facts).find((form) => form.evaluatorOrganizationId === user.organizationId) ?? null;
}

const bodiesOf = (forms: readonly FormToMark[]): string[] => [
  ...new Set(forms.map(({ evaluatorOrganizationId }) => evaluatorOrganizationId)),
];

/** Bodies whose missing marks block the open step: they have to act first. */
export function bodiesToMarkNow(facts: ProjectFacts): string[] {
  const isHeldUp = transitionsOf(facts.phase, facts.phaseStatus).some(
    (row) => row.turn && obstacleOf(row, facts)?.reasonKey === GUARD,
  );
  return isHeldUp ? bodiesOf(formsToMark(facts)) : [];
}

/** The bodies whose marks a project waits for. */
export interface AwaitedMarks {
  /** Bodies that are asked for them now. */
  bodies: readonly string[];
  /** The open step waits for them. */
  holdUp: boolean;
}

export function awaitedMarks(facts: ProjectFacts): AwaitedMarks {
  return { bodies: bodiesOf(formsToMark(facts)), holdUp: bodiesToMarkNow(facts).length > 0 };
}

/** Bodies whose marks a later step of the phase will ask for. */
export function bodiesToMarkBefore(step: { key: string }, facts: ProjectFacts): string[] {
  const asks = TRANSITIONS.some(
    ({ phase, key, needs }) => phase === facts.phase && key === step.key && needs.guards?.includes(GUARD),
  );
  return asks ? bodiesOf(unmarkedForms(facts)) : [];
}
