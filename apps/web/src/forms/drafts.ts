/** Unsaved input, stored on this computer per user and form. */
export interface Draft {
  values: Record<string, unknown>;
  /** The revision on which the input is based. */
  revision: number;
  /** For marks: the server's marks at the start. */
  base?: string | null;
  /** ISO 8601 */
  at: string;
}

/** The key of a draft: the user, and the values or marks of a form. */
export interface DraftPlace {
  userId: number;
  formId: number;
  part?: 'marks';
}

function key({ userId, formId, part }: DraftPlace): string {
  return ['pimis.draft', userId, formId, ...(part ? [part] : [])].join('.');
}

export function readDraft(place: DraftPlace): Draft | null {
  const text = localStorage.getItem(key(place));
  if (!text) return null;
  try {
    return JSON.parse(text) as Draft;
  } catch {
    // A truncated draft is ignored.
    localStorage.removeItem(key(place));
    return null;
  }
}

/** Stores a draft; false if this computer has no space for it. */
export function writeDraft(place: DraftPlace, draft: Draft): boolean {
  try {
    localStorage.setItem(key(place), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(place: DraftPlace): void {
  localStorage.removeItem(key(place));
}
