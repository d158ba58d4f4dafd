import type { Locator } from 'vitest/browser';

/** Pastes over a whole input, as the keys of a person do; the browser itself pastes for people alone. */
export async function pasteOver(input: Locator, text: string): Promise<void> {
  const element = input.element() as HTMLInputElement;
  element.select();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true });
  if (element.dispatchEvent(event)) await input.fill(text.trim());
}

/** Pastes a copied part of a page at the cursor; returns whether it is left to the browser. */
export function pastePage(input: Locator, html: string, text: string): boolean {
  const element = input.element() as HTMLElement;
  element.focus();
  const clipboardData = new DataTransfer();
  clipboardData.setData('text/html', html);
  clipboardData.setData('text/plain', text);
  return element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
}
