import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { sameFormValues } from '@pimis/domain/forms/normalize';
import { useUser } from '../api/session.ts';
import { useText } from '../i18n/use-text.ts';
import { notifyWarning } from '../ui/notify.tsx';
import type { Draft, DraftPlace } from './drafts.ts';
import { newestRevision, startValues } from './start.ts';
import type { FormStore } from './store.ts';
import { useStoredDrafts } from './use-stored-drafts.ts';

export const DRAFT_AFTER_MS = 500;

/** Stores input on this computer half a second after the last key, and offers the draft of an earlier visit. */
export function useDraft(store: FormStore, form: ProjectForm, active: boolean) {
  const { t } = useText();
  const user = useUser();
  const place = useMemo((): DraftPlace => ({ userId: user.id, formId: form.id }), [user.id, form.id]);
  const newest = newestRevision(form);
  const [storedAt, setStoredAt] = useState<string | null>(null);
  const [isUnkept, setUnkept] = useState(false);
  const drafts = useStoredDrafts(place, active);
  const stored = drafts.found ?? drafts.held;
  const isNewest = form.revision === newest;
  // A save was accepted whose answer did not arrive, for example because of a reload.
  const isSaved = useMemo(
    () => isNewest && stored !== null && sameFormValues(store.definition, stored.values, startValues(form)),
    [isNewest, stored, store, form],
  );
  const dropSaved = useEffectEvent(() => drafts.dropFound());
  useEffect(() => {
    if (isSaved) dropSaved();
  }, [isSaved, stored]);
  // A restored draft is based on its former revision, so that a save detects later ones.
  const [base, setBase] = useState(newest);
  const written = useRef(store.values);
  const present = (): Draft => {
    const copied = store.unseen;
    const at = new Date().toISOString();
    return { values: store.values, revision: base, ...(copied.length > 0 ? { copied } : {}), at };
  };
  const write = useEffectEvent(() => {
    written.current = store.values;
    if (!store.changed) return drafts.dropOwn();
    const draft = present();
    const kept = drafts.write(draft);
    setUnkept(!kept);
    if (kept) setStoredAt(draft.at);
  });
  useEffect(() => {
    if (!active) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = store.values;
    // Leaving the page or the screen stores at once.
    const flush = () => {
      if (store.values !== written.current) write();
      clearTimeout(timer);
    };
    const unsubscribe = store.subscribe(() => {
      if (store.values === last) return;
      last = store.values;
      clearTimeout(timer);
      timer = setTimeout(() => write(), DRAFT_AFTER_MS);
    });
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      unsubscribe();
      flush();
    };
  }, [store, active, place]);
  return {
    storedAt,
    /** This computer has no room for the draft: the input is on this screen alone until it is saved. */
    isUnkept,
    /** The draft of another visit, which the user restores or drops. */
    found: isSaved ? null : drafts.found,
    /** The same if the form cannot be changed now, at its newest revision. */
    held: isSaved || !isNewest ? null : drafts.held,
    refreshFound: drafts.refresh,
    dropFound: drafts.dropFound,
    /** Deletes the draft of this visit: its input is saved, or another editor goes on with it. */
    drop: () => {
      written.current = store.values;
      drafts.dropOwn();
    },
    /** The revision on which the input is based. */
    base,
    /** The input is now based on the newest revision, which is shown. */
    rebase: () => {
      setBase(newest);
      setStoredAt(null);
    },
    restore: () => {
      const draft = drafts.takeFound(store.changed ? present() : null);
      if (!draft) return notifyWarning(t('forms.draft.noSpace'));
      setBase(draft.revision);
      store.replace(draft.values);
      store.markCopied(draft.copied ?? []);
      return undefined;
    },
  };
}
