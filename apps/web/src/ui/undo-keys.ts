/** Letters of both Serbian alphabets on the keys that undo and make again. */
const UNDO = ['z', 'з'];
const REDO = ['y', 'ѕ'];

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/**
 * Ctrl+Z undoes; Ctrl+Y and Ctrl+Shift+Z redo. The letter counts, not the position of the key, because Serbian
 * keyboards have Z and Y swapped.
 */
export function undoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): 'undo' | 'redo' | null {
  if (!(ctrlKey || metaKey) || altKey) return null;
  const letter = key.toLowerCase();
  if (UNDO.includes(letter)) return shiftKey ? 'redo' : 'undo';
  return REDO.includes(letter) && !shiftKey ? 'redo' : null;
}

/** Whether a key belongs to an open dialog; then the page behind it must not react. */
export const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;
