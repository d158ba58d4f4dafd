import type { LeftOut } from './pasted-look.ts';
import { plainPaste } from './plain-paste.ts';

type PlainField = HTMLInputElement | HTMLTextAreaElement;

function isPlainField(target: EventTarget | null): target is PlainField {
  const isOne = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  return isOne && !target.readOnly && !target.disabled;
}

/** Inserts a text as the browser does with a paste: at the selection, with a step of its undo. */
function insert(field: PlainField, text: string): void {
  const fitting = field instanceof HTMLInputElement ? text.trim().replaceAll(/\s*[\t\r\n]+\s*/g, ' ') : text;
  if (fitting !== '') document.execCommand('insertText', false, fitting);
}

/** Pastes the cleaned text instead of the text of the clipboard, when they differ or something has to be said. */
function takePaste(event: ClipboardEvent, tell: Tell): void {
  const { target, clipboardData } = event;
  if (!clipboardData || !isPlainField(target)) return;
  const { text, cell, left } = plainPaste(clipboardData);
  if (cell === null && left.size === 0 && text === clipboardData.getData('text/plain')) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  const cleaned = new DataTransfer();
  cleaned.setData('text/plain', text);
  // The handlers of tables, amounts and codes read the cleaned text as if it had been copied.
  const again = new ClipboardEvent('paste', { clipboardData: cleaned, bubbles: true, cancelable: true });
  tell(left, () => {
    if (target.dispatchEvent(again)) insert(target, cell ?? text);
  });
}

/** Does the paste, and says what it left out. */
export type Tell = (left: ReadonlySet<LeftOut>, act: () => void) => void;

/**
 * Keeps text that Word hides or has deleted out of fields without formatting, which take the plain text. Returns a
 * function that ends this.
 */
export function guardPastes(tell: Tell): () => void {
  const take = (event: ClipboardEvent) => takePaste(event, tell);
  window.addEventListener('paste', take, { capture: true });
  return () => window.removeEventListener('paste', take, { capture: true });
}
