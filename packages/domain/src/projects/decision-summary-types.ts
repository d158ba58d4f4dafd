import type { ComparedOption } from '../forms/decided-facts.ts';
import type { FormDefinition, FormValues, Viewer } from '../forms/types.ts';
import type { BilingualText } from '../text/bilingual-text.ts';

/** The input of the summary of a decision, and the summary itself. */

/** A form as the server reads it: a revision with the definition that it was saved with. */
export interface ReadForm {
  id: number;
  code: string;
  name: string;
  phase: number;
  projectPhaseId: number;
  status: number;
  revision: number;
  definition: FormDefinition;
  values: FormValues;
  warnings: readonly { code: string; path: string; index: number }[];
  /** The score of marks that the reader may see. */
  score: string | null;
  evaluator: string | null;
}

/** A remark on a form of the round; one without `sentAt` is the reader's and was not sent. */
export interface ReadRemark {
  id: number;
  formId: number;
  place: string | null;
  text: string;
  author: string;
  sentAt: string | null;
  answer: string | null;
  done: boolean;
}

/** An activity of the present phase. */
export interface ReadActivity {
  operation: string;
  user: string;
  standInFor: string | null;
  comment: string | null;
  at: string;
  formId: number | null;
  formRevision: number | null;
}

export interface DecisionSummaryInput {
  viewer: Viewer;
  /** The value that the project itself carries. */
  projectValue: string;
  /** Forms of the present round, oldest first, each in its newest revision. */
  round: readonly ReadForm[];
  /** Approved forms before the round, newest first. */
  earlier: readonly ReadForm[];
  /** The revision of the last form of the round when it was last returned. */
  formerRound: ReadForm | null;
  remarks: readonly ReadRemark[];
  /** Oldest first. */
  activities: readonly ReadActivity[];
  /** Titles by id. */
  documents: readonly { id: number; title: string }[];
  /** Markdown as words on one line. */
  plain: (markdown: string) => string;
}

export interface SummaryForm {
  id: number;
  code: string;
  name: string;
  phase: number;
  projectPhaseId: number;
  status: number;
  revision: number;
}

export interface ValueChange {
  since: 'phase' | 'round';
  form: SummaryForm;
  before: string;
  difference: string;
  /** In per cent of the former value; null if that was 0. */
  percent: string | null;
}

/** The section of a form that states a fact; null for the whole form. */
export interface FactSource {
  form: SummaryForm;
  section: string | null;
}

export interface DecisionSummary {
  /** The form that is decided on; null in a phase without one. */
  form: SummaryForm | null;
  what: string | null;
  why: string | null;
  /** Options that were considered: the text of the newest form that has one, and the options that a form compares. */
  options: string | null;
  compared: ComparedOption[];
  /** Where each fact is stated; null if no form states it. `payers` is the table of sources. */
  stated: Record<'what' | 'why' | 'options' | 'value' | 'end' | 'payers', FactSource | null>;
  value: string;
  /** The form that states the value; null for the value of the project. */
  valueFrom: SummaryForm | null;
  changes: ValueChange[];
  start: string | null;
  end: string | null;
  /** The end in the previous form, if it differs. */
  formerEnd: string | null;
  sources: { source: string; amount: string; share: string | null }[];
  years: { year: number; amount: string; sources: { source: string; amount: string }[] }[];
  /** Null in a first round. */
  round: {
    number: number;
    operation: BilingualText;
    returnedBy: string;
    returnedAt: string;
    comment: string | null;
    revision: number;
    changedFields: number;
    changed: BilingualText[];
  } | null;
  marks: { form: SummaryForm; evaluator: string | null; score: string }[];
  remarks: { open: number; done: number; unsent: number; items: SummaryRemark[] };
  warnings: (FactSource & { text: BilingualText; row: number })[];
  signatures: {
    operation: string;
    label: BilingualText;
    user: string;
    standInFor: string | null;
    comment: string | null;
    at: string;
  }[];
  documents: { id: number; title: string }[];
}

export interface SummaryRemark extends FactSource {
  id: number;
  /** The section or field; null for the whole form. */
  place: BilingualText | null;
  text: string;
  author: string;
  answer: string | null;
  done: boolean;
}
