import { DEFAULT_PROJECT_TYPE } from '../constants.ts';
import { isDay } from '../dates/dates.ts';
import { FORM_CODE } from '../forms/codes.ts';
import { fromHundredths, toHundredths } from '../money/decimal.ts';
import { isBlank } from '../text/blank.ts';
import { DECISION, LIST } from '../workflow/lists.ts';
import type { Moment } from './approved-forms.ts';
import { MERGED, publicStatus } from './status.ts';

/** The data of a project in public lists and searches. Moments and days as in approved-forms.ts. */
export interface PublicProject {
  number: string;
  code: string;
  title: string;
  organizationId: string;
  sector: number;
  type: number;
  status: string;
  /** The first day on which it was public. */
  since: string;
  /** The last public change; it never goes back. */
  changedAt: string;
  value: string | null;
  districts: string[];
  withheld: boolean;
  plannedEnd: string | null;
  /** Values by which later changes without a timestamp are detected. */
  seen: SeenByPublic;
}

export interface SeenByPublic {
  mergedIntoId: number | null;
  /** The state of each revision of its documents; a secured one has an empty state. */
  documents: Readonly<Record<string, string>>;
}

export interface PublicProjectInput {
  project: {
    number: string;
    code: string;
    organizationId: string;
    sector: number;
    type: number;
    migrated: boolean;
    phase: number;
    phaseStatus: number;
    mergedIntoId: number | null;
    changedAt: string;
  };
  /** Decisions of the commission; one that was taken over may lack the moment at which it was recorded. */
  decisions: readonly { list: number; decision: number; date: string | null; decided: Moment | null }[];
  plans: readonly Moment[];
  /** Its public forms with the facts that are read here, in any order. */
  forms: readonly {
    formId: number;
    code: string;
    approvedAt: string;
    name: unknown;
    value: unknown;
    /** The municipality of each place, and its district or null. */
    districts: readonly (string | null)[] | null;
    end: unknown;
  }[];
  /** `addedAt` is null unless the revision opens without a sign-in. */
  documents: readonly { key: string; state: string; addedAt: string | null }[];
  withholdings: readonly { returnedAt: string | null }[];
  /** The stored row; null while the project is not public. */
  known: PublicProject | null;
  /** The time of the transaction, for changes that leave no moment behind. */
  now: string;
  /** The assumed first public day, for the preview of a project that is not public. */
  sinceIf?: string | undefined;
}

/** The lists of preparation, whose yes makes a project public. */
export const PUBLISHING_LISTS: readonly number[] = [LIST.idea, LIST.identification, LIST.preparedness];

const first = (texts: readonly string[]): string | null => texts.toSorted().at(0) ?? null;

/**
 * The first day on which a project is public (docs/decisions/0190-what-is-public.md): that of the commission's first
 * yes on a list of preparation. A project that has no such list by its kind, or was taken over from the earlier system,
 * is public since the approval of its plan at the latest. Null: it is not public.
 */
export function publicSince({
  project,
  decisions,
  plans,
}: Pick<PublicProjectInput, 'decisions' | 'plans'> & {
  project: Pick<PublicProjectInput['project'], 'type' | 'migrated'>;
}): string | null {
  const accepted = decisions
    .filter(({ list, decision }) => decision === DECISION.yes && PUBLISHING_LISTS.includes(list))
    .flatMap(({ date, decided }) => date ?? decided?.day ?? []);
  const withoutLists = project.migrated || project.type !== DEFAULT_PROJECT_TYPE;
  return first([...accepted, ...(withoutLists ? plans.map(({ day }) => day) : [])]);
}

/** The moment of a change that the facts themselves do not date; null without one. */
function undatedChange(
  { project, known, now }: PublicProjectInput,
  status: string,
  documents: SeenByPublic['documents'],
): string | null {
  if (!known) return null;
  const moved =
    known.status !== status ||
    known.organizationId !== project.organizationId ||
    known.seen.mergedIntoId !== project.mergedIntoId;
  // A revision that is added has a day of its own; one that is secured, opened, found infected or removed has none.
  const changed = Object.entries(known.seen.documents).some(([key, state]) => (documents[key] ?? '') !== state);
  const moments = [...(moved ? [project.changedAt] : []), ...(changed ? [now] : [])];
  return moments.toSorted().at(-1) ?? null;
}

/** A project as the public may know it; null while it is not public. Once public it stays so. */
export function publicProject(input: PublicProjectInput): PublicProject | null {
  const { project, decisions, forms, withholdings, known, sinceIf } = input;
  const since = publicSince(input) ?? sinceIf ?? known?.since;
  if (since === undefined) return null;
  const status = project.mergedIntoId === null ? publicStatus(project.phase, project.phaseStatus) : MERGED;
  const documents = Object.fromEntries(input.documents.map(({ key, state }) => [key, state]));
  const newest = forms.toSorted((a, b) =>
    a.approvedAt === b.approvedAt ? b.formId - a.formId : a.approvedAt < b.approvedAt ? 1 : -1,
  );
  const title = newest.find(({ name }) => typeof name === 'string' && !isBlank(name))?.name;
  const value = newest.map((form) => toHundredths(form.value)).find((amount) => amount !== null && amount >= 0n);
  const places = newest.find(({ districts }) => districts !== null)?.districts ?? [];
  const end = newest.find(({ code, end: day }) => isPlan(code) && isDay(day))?.end;
  const moments = [
    known?.changedAt,
    undatedChange(input, status, documents),
    ...forms.map(({ approvedAt }) => approvedAt),
    ...decisions.map(({ decided }) => decided?.at),
    ...input.documents.map(({ addedAt }) => addedAt),
    ...withholdings.map(({ returnedAt }) => returnedAt),
    sinceIf === undefined ? null : input.now,
  ].filter((moment): moment is string => typeof moment === 'string');
  return {
    number: project.number,
    code: project.code,
    title: typeof title === 'string' ? title : project.code,
    organizationId: project.organizationId,
    sector: project.sector,
    type: project.type,
    status,
    since: known && known.since < since ? known.since : since,
    changedAt: moments.toSorted().at(-1) ?? input.now,
    value: value === undefined || value === null ? null : fromHundredths(value),
    districts: [...new Set(places.filter((district) => district !== null))].toSorted(),
    withheld: withholdings.some(({ returnedAt }) => returnedAt === null),
    plannedEnd: typeof end === 'string' ? end : null,
    seen: { mergedIntoId: project.mergedIntoId, documents },
  };
}

const isPlan = (code: string): boolean => code === FORM_CODE.plan || code === FORM_CODE.correction;
