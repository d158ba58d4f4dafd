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
