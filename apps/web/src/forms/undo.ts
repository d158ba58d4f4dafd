import { useEffect } from 'react';
import { isInDialog, undoKey } from '../ui/undo-keys.ts';
import { fieldId } from './field-place.ts';
import type { FormStore, Step } from './store.ts';

const TEXT_TYPES = ['text', 'search', 'email', 'tel', 'url', 'number', 'password'];

function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return TEXT_TYPES.includes(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

/** Undoes a step; a lost focus moves to its place. */
export function takeBack(store: FormStore, step: Step, name?: string): void {
  store.undo(step);
  if (name) document.getElementById(fieldId(name))?.focus({ preventScroll: true });
}

/**
 * Ctrl+Z undoes what no field can: a removed row, a pasted block. After further input it belongs to the field until the
 * focus leaves it.
 */
export function useUndo(store: FormStore, active: boolean): void {
  useEffect(() => {
    if (!active) {
      // A locked place does not change, even if an undo message is still shown.
      store.forgetSteps();
      return undefined;
    }
    const onKey = (event: KeyboardEvent) => {
      const step = store.lastStep;
      if (undoKey(event) !== 'undo' || !step || isInDialog(event.target)) return;
      if (takesText(event.target) && !store.isLatest(step)) return;
      event.preventDefault();
      event.stopPropagation();
      takeBack(store, step);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [store, active]);
}
