import type { FormValues } from '@pimis/domain/forms/types';

/** What was typed and not saved, kept on this computer per user and form. */
export interface Draft {
  values: FormValues;
  revision: number;
  at: string;
}

function key(userId: number, formId: number): string {
  return `pimis.draft.${userId}.${formId}`;
}

export function readDraft(userId: number, formId: number): Draft | null {
  const text = localStorage.getItem(key(userId, formId));
  if (!text) return null;
  try {
    return JSON.parse(text) as Draft;
  } catch {
    // A draft cut off in the middle of a write is no draft.
    localStorage.removeItem(key(userId, formId));
    return null;
  }
}

/** Keeps a draft; false when this computer has no room for it. */
export function writeDraft(userId: number, formId: number, draft: Draft): boolean {
  try {
    localStorage.setItem(key(userId, formId), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}

export function dropDraft(userId: number, formId: number): void {
  localStorage.removeItem(key(userId, formId));
}
