/** What was typed and not saved, kept on this computer per user and form. */
export interface Draft {
  values: Record<string, unknown>;
  /** The revision that was typed on. */
  revision: number;
  /** Of marks: what the server held when they were begun. */
  base?: string | null;
  /** ISO 8601 */
  at: string;
}

/** Whose draft of what: the values of a form, or its marks. */
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
    // A draft cut off in the middle of a write is no draft.
    localStorage.removeItem(key(place));
    return null;
  }
}

/** Keeps a draft; false when this computer has no room for it. */
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
