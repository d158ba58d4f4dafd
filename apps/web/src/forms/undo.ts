import { useEffect } from 'react';
import { fieldId } from './field-place.ts';
import type { FormStore, Step } from './store.ts';

const TEXT_TYPES = ['text', 'search', 'email', 'tel', 'url', 'number', 'password'];

function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return TEXT_TYPES.includes(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

/** Takes a step back; a cursor that stands nowhere goes to where it was done. */
export function takeBack(store: FormStore, step: Step, name?: string): void {
  store.undo(step);
  if (name) document.getElementById(fieldId(name))?.focus({ preventScroll: true });
}

/**
 * Ctrl+Z takes back what no field can: a row that was removed, a block that was pasted. Where something has been typed
 * since, it is the field's own until the cursor leaves the text.
 */
export function useUndo(store: FormStore, active: boolean): void {
  useEffect(() => {
    if (!active) {
      // What is locked stays as it is, whatever notice is still on the screen.
      store.forgetSteps();
      return undefined;
    }
    const onKey = (event: KeyboardEvent) => {
      const wanted = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.code === 'KeyZ';
      const step = store.lastStep;
      if (!wanted || !step) return;
      if (takesText(event.target) && !store.isLatest(step)) return;
      event.preventDefault();
      event.stopPropagation();
      takeBack(store, step);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [store, active]);
}
