import { useEffect } from 'react';
import { scrollToError } from './scroll-to-field.ts';
import { goToNextSection } from './sections-in-view.ts';
import type { FormStore } from './store.ts';

interface FormKeys {
  store: FormStore;
  /** Null while the action is not offered; its keys then do nothing. */
  save: (() => void) | null;
  lock: (() => void) | null;
  onValidation: () => void;
}

/** The keys of a form, wherever the focus is. Shortcuts.tsx lists them for the user. */
export function useFormKeys({ store, save, lock, onValidation }: FormKeys): void {
  const onKey = (event: KeyboardEvent) => {
    const control = event.ctrlKey || event.metaKey;
    if (control && event.code === 'KeyS') {
      event.preventDefault();
      save?.();
    } else if (control && event.shiftKey && event.code === 'KeyL') {
      event.preventDefault();
      lock?.();
    } else if (event.altKey && (event.key === 'PageDown' || event.key === 'PageUp')) {
      event.preventDefault();
      goToNextSection(event.key === 'PageDown' ? 1 : -1);
    } else if (control && event.code === 'KeyM') {
      event.preventDefault();
      onValidation();
    } else if (event.key === 'F8') {
      event.preventDefault();
      scrollToError(store, event.shiftKey ? -1 : 1);
    }
  };
  useEffect(() => {
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  });
}
