import { useState } from 'react';
import type { FormValues } from '@pimis/domain/forms/types';
import { useText } from '../i18n/use-text.ts';
import { notifyWarning } from '../ui/notify.tsx';
import { scrollToField } from './scroll-to-field.ts';
import type { FormStore } from './store.ts';

interface Lock {
  store: FormStore;
  shownNewest: boolean;
  /** The values to send; null if one cannot be parsed, which is reported. */
  readable: () => FormValues | null;
  send: (values: FormValues) => void;
}

/** Locks a form without errors; one with warnings only after the user has confirmed it. */
export function useLock({ store, shownNewest, readable, send }: Lock) {
  const { t } = useText();
  const [isConfirming, setConfirming] = useState(false);
  /** Shows all errors after an attempt to lock, and scrolls to the first. */
  const refuse = () => {
    if (!shownNewest || store.validation.errors.length === 0) return;
    store.leaveAll();
    notifyWarning(t('forms.lockBlocked'));
    scrollToField(store, store.validation.errors[0]?.path ?? '');
  };
  const lock = () => {
    const values = readable();
    if (!values) return;
    if (store.validation.errors.length > 0) {
      refuse();
      return;
    }
    if (store.validation.warnings.length > 0) setConfirming(true);
    else send(values);
  };
  /** Separate from `lock`, so that a second press of its button does not confirm the question. */
  const lockAnyway = () => {
    setConfirming(false);
    const values = readable();
    if (values) send(values);
  };
  return { isConfirming, lock, lockAnyway, refuse, cancel: () => setConfirming(false) };
}
