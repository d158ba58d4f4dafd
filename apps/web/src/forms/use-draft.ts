import { useEffect, useMemo, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { useUser } from '../api/session.ts';
import { type DraftPlace, dropDraft, readDraft, writeDraft } from './drafts.ts';
import { newestRevision } from './start.ts';
import type { FormStore } from './store.ts';

export const DRAFT_AFTER_MS = 500;

/** Keeps what is typed on this computer half a second after the last key, and offers what an earlier visit left. */
export function useDraft(store: FormStore, form: ProjectForm, active: boolean) {
  const user = useUser();
  const place = useMemo((): DraftPlace => ({ userId: user.id, formId: form.id }), [user.id, form.id]);
  const newest = newestRevision(form);
  const [kept, setKept] = useState<string | null>(null);
  const [found, setFound] = useState(() => (active ? readDraft(place) : null));
  // A restored draft goes on from the revision that it was typed on, so that a save meets what came since.
  const [base, setBase] = useState(newest);
  useEffect(() => {
    if (!active) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = store.values;
    const unsubscribe = store.subscribe(() => {
      if (store.values === last) return;
      last = store.values;
      clearTimeout(timer);
      if (!store.changed) return;
      timer = setTimeout(() => {
        const at = new Date().toISOString();
        if (writeDraft(place, { values: store.values, revision: base, at })) setKept(at);
      }, DRAFT_AFTER_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store, active, place, base]);
  const drop = () => {
    dropDraft(place);
    setFound(null);
  };
  return {
    kept,
    found,
    drop,
    /** The revision that what is typed goes on from. */
    base,
    /** What is typed goes on from the newest revision: it is the one that is shown now. */
    rebase: () => {
      setBase(newest);
      setKept(null);
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
