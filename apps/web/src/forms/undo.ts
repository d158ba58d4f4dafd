import { useEffect } from 'react';
import type { Text } from '../i18n/use-text.ts';
import { notifyDone } from '../ui/notify.tsx';
import { isInDialog, undoKey } from '../ui/undo-keys.ts';
import { fieldId } from './field-place.ts';
import type { FormStore } from './store.ts';
import type { Step } from './undo-steps.ts';

const TEXT_TYPES = ['text', 'search', 'email', 'tel', 'url', 'number', 'password'];

function takesText(target: EventTarget | null): boolean {
  if (target instanceof HTMLInputElement) return TEXT_TYPES.includes(target.type);
  return target instanceof HTMLTextAreaElement || (target instanceof HTMLElement && target.isContentEditable);
}

interface Done {
  store: FormStore;
  step: Step;
  message: string;
  /** The place that gets the focus after an undo, because the message disappears. */
  name?: string;
  color?: 'teal' | 'yellow';
}

/** Shows a message about a step with an undo button, as long as it can be undone. */
export function notifyStep({ step, ...done }: Done, text: Pick<Text, 't'>): void {
  const { store, message, name, color } = done;
  const run = () => {
    store.undo(step);
    if (name) document.getElementById(fieldId(name))?.focus({ preventScroll: true });
  };
  step.onEnd = notifyDone(message, { label: text.t('forms.takeBack'), run }, color);
  step.onRedo = (again) => notifyStep({ ...done, step: again }, text);
}

/**
 * Ctrl+Z undoes changes outside of a single field (a removed row, a pasted block); Ctrl+Y redoes them. After further
 * input both belong to the field until the focus leaves it.
 */
export function useUndo(store: FormStore, active: boolean): void {
  useEffect(() => {
    if (!active) return undefined;
    const onKey = (event: KeyboardEvent) => {
      const key = undoKey(event);
      const step = key === 'undo' ? store.lastStep : store.lastUndone;
      if (!key || !step || isInDialog(event.target)) return;
      if (takesText(event.target) && !store.isLatest(step)) return;
      event.preventDefault();
      event.stopPropagation();
      if (key === 'undo') store.undo(step);
      else store.redo();
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => {
      window.removeEventListener('keydown', onKey, { capture: true });
      // Undo must not change a locked form or one that the user has left.
      store.forgetSteps();
    };
  }, [store, active]);
}
