import { isBlank } from '@pimis/domain/text/blank';
/** The public data of a project: rows of the views `published.public_*`, and nothing else. */
export interface PublicFacts {
  projectId: number;
  /** For example 2026-0042. */
  number: string;
  code: string;
  title: string;
  /** 1 to 6 (SECTOR_OPTIONS). */
  sector: number;
  type: number;
  /** Status in the words of OC4IDS. */
  status: string;
  /** The first day on which the project was public, YYYY-MM-DD. */
  since: string;
  /** Last public change. */
  changedAt: Date;
  organization: PublicBody;
  /** The proposer in the newest approved form that names one. */
  proposer: PublicBody | null;
  /** Approved revisions, oldest first. */
  forms: ApprovedForm[];
  /** Municipalities in the newest approved form that names any. */
  places: PublicPlace[];
  /** Decisions of the commission, oldest first. */
  decisions: PublicDecision[];
  periods: PublicPeriod[];
  documents: PublicDocument[];
  related: { number: string; title: string }[];
}

export interface PublicBody {
  id: string;
  name: string;
  companyNumber: string | null;
}

export interface PublicPlace {
  id: string;
  name: string;
  district: string | null;
}

/** Amounts are decimal strings in RSD, as in forms; texts may be Markdown. */
export interface FormFacts {
  name?: string;
  level?: string;
  isdaconNumber?: string;
  summary?: string;
  goals?: string;
  beneficiaries?: string;
  strategies?: { document?: string; goal?: string }[];
  /** The older forms have one text. */
  strategy?: string;
  value?: string;
  sources?: { source?: string; name?: string; localAmount?: string }[];
  years?: { year?: number; amount?: string }[];
  activities?: { name?: string; estimate?: string }[];
  start?: string;
  end?: string;
  schedule?: { activity?: string; plan?: Record<string, unknown>[] }[];
  procurements?: Procurement[];
  progress?: { name?: string; fulfilled?: string; expense?: string }[];
  actualEnd?: string;
  delayNotes?: string;
  actualValue?: string;
  deviationNotes?: string;
}

export interface Procurement {
  subject?: string;
  kind?: string;
  procedure?: string;
  net?: string;
  /** Months YYYY-MM. */
  call?: string;
  contract?: string;
  /** Months. */
  duration?: number;
}

export interface ApprovedForm {
  formId: number;
  revision: number;
  code: string;
  /** The name of a quarterly form: Квартални-2026-1. */
  name: string;
  approvedAt: string;
  /** Day of the decision, YYYY-MM-DD. */
  approvedOn: string;
  facts: FormFacts;
}

export interface PublicDecision {
  /** Type of the list (LIST). */
  list: number;
  phase: number;
  decision: number;
  date: string | null;
}

export interface PublicPeriod {
  status: string;
  firstDay: string;
  /** Null while it lasts. */
  lastDay: string | null;
}

export interface PublicDocument {
  id: number;
  title: string;
  description: string;
  documentType: number;
  revision: number;
  mediaType: string;
  addedAt: string;
  linkId: string;
}

/** The newest approved form that has the fact, together with the fact. */
export function newestWith<Key extends keyof FormFacts>(
  facts: Pick<PublicFacts, 'forms'>,
  key: Key,
): { form: ApprovedForm; value: NonNullable<FormFacts[Key]> } | null {
  for (const form of facts.forms.toReversed()) {
    const value = form.facts[key];
    const empty = typeof value === 'string' && isBlank(value);
    if (value !== undefined && value !== null && !empty) return { form, value };
  }
  return null;
}
