/** Letters of both Serbian alphabets on the keys that undo and make again. */
const UNDO = ['z', 'з'];
const REDO = ['y', 'ѕ'];

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/**
 * Ctrl+Z undoes; Ctrl+Y and Ctrl+Shift+Z make it again. What counts is the letter, not the place of the key: on Serbian
 * keyboards Z and Y have changed places.
 */
export function undoKey({ key, ctrlKey, metaKey, shiftKey, altKey }: Pressed): 'undo' | 'redo' | null {
  if (!(ctrlKey || metaKey) || altKey) return null;
  const letter = key.toLowerCase();
  if (UNDO.includes(letter)) return shiftKey ? 'redo' : 'undo';
  return REDO.includes(letter) && !shiftKey ? 'redo' : null;
}

/** Does a key belong to an open dialog? What is behind it stays as it is. */
export const isInDialog = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('[role="dialog"]') !== null;
