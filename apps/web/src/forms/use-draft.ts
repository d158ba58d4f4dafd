import { useEffect, useMemo, useRef, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { useUser } from '../api/session.ts';
import { type DraftPlace, dropDraft, readDraft, writeDraft } from './drafts.ts';
import { newestRevision } from './start.ts';
import type { FormStore } from './store.ts';

export const DRAFT_AFTER_MS = 500;

/** Stores input on this computer half a second after the last key, and offers the draft of an earlier visit. */
export function useDraft(store: FormStore, form: ProjectForm, active: boolean) {
  const user = useUser();
  const place = useMemo((): DraftPlace => ({ userId: user.id, formId: form.id }), [user.id, form.id]);
  const newest = newestRevision(form);
  const [storedAt, setStoredAt] = useState<string | null>(null);
  const [found, setFound] = useState(() => (active ? readDraft(place) : null));
  // A restored draft is based on its former revision, so that a save detects later ones.
  const [base, setBase] = useState(newest);
  const current = useRef(base);
  const written = useRef(store.values);
  current.current = base;
  useEffect(() => {
    if (!active) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = store.values;
    const write = () => {
      clearTimeout(timer);
      written.current = store.values;
      const at = new Date().toISOString();
      if (store.changed && writeDraft(place, { values: store.values, revision: current.current, at })) setStoredAt(at);
    };
    // Leaving the page or the screen stores at once.
    const flush = () => {
      if (store.values !== written.current) write();
      clearTimeout(timer);
    };
    const unsubscribe = store.subscribe(() => {
      if (store.values === last) return;
      last = store.values;
      clearTimeout(timer);
      timer = setTimeout(write, DRAFT_AFTER_MS);
    });
    window.addEventListener('pagehide', flush);
    return () => {
      window.removeEventListener('pagehide', flush);
      unsubscribe();
      flush();
    };
  }, [store, active, place]);
  const drop = () => {
    written.current = store.values;
    dropDraft(place);
    setFound(null);
  };
  return {
    storedAt,
    found,
    drop,
    /** The revision on which the input is based. */
    base,
    /** The input is now based on the newest revision, which is shown. */
    rebase: () => {
      setBase(newest);
      setStoredAt(null);
    },
    restore: () => {
      if (found) {
        setBase(found.revision);
        store.replace(found.values);
      }
      setFound(null);
    },
  };
}
