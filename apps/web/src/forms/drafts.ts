import { keep, newVisitKey, readKept, visitKeys } from '../browser/storage.ts';

/** Unsaved input, stored on this computer per user, form and visit. */
export interface Draft {
  values: Record<string, unknown>;
  /** The revision on which the input is based. */
  revision: number;
  /** For marks: the server's marks at the start. */
  base?: string | null;
  /** Paths of fields that were copied from an earlier form and not looked at. */
  copied?: string[];
  /** ISO 8601 */
  at: string;
}

/** A draft with the key that it is stored under. */
export interface StoredDraft extends Draft {
  key: string;
}

/** The place of drafts: the user, and the values or marks of a form. */
export interface DraftPlace {
  userId: number;
  formId: number;
  part?: 'marks';
}

function placeKey({ userId, formId, part }: DraftPlace): string {
  return ['pimis.draft', userId, formId, ...(part ? [part] : [])].join('.');
}

/** A key for the input of one visit. */
export const newDraftKey = (place: DraftPlace): string => newVisitKey(placeKey(place));

export function readDraft(key: string): StoredDraft | null {
  const text = readKept(key);
  if (!text) return null;
  try {
    return { ...(JSON.parse(text) as Draft), key };
  } catch {
    // A truncated draft is ignored.
    keep(key, null);
    return null;
  }
}

/** The newest draft of the place that another visit has stored. */
export function newestDraft(place: DraftPlace, ownKey: string): StoredDraft | null {
  return visitKeys(placeKey(place))
    .filter((key) => key !== ownKey)
    .map(readDraft)
    .reduce((newest, draft) => (draft && (!newest || draft.at > newest.at) ? draft : newest), null);
}

/** Stores a draft; false if this computer has no space for it. */
export function writeDraft(key: string, draft: Draft): boolean {
  return keep(key, JSON.stringify(draft));
}

export function dropDraft(key: string): void {
  keep(key, null);
}
