import type { ClipboardEvent } from 'react';
import { pastedCode } from '@pimis/domain/projects/pasted-code';

/** Cleans a pasted working name before the field would cut it at its maximum length. */
export function pasteCode(event: ClipboardEvent<HTMLInputElement>, set: (code: string) => void): void {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  const before = value.slice(0, selectionStart ?? value.length);
  const after = value.slice(selectionEnd ?? value.length);
  event.preventDefault();
  set(pastedCode(`${before}${event.clipboardData.getData('text/plain')}${after}`));
}
