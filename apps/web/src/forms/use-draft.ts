import { useEffect, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { useUser } from '../api/session.ts';
import { dropDraft, readDraft, writeDraft } from './drafts.ts';
import type { FormStore } from './store.ts';

const DRAFT_AFTER_MS = 500;

/** Keeps what is typed on this computer half a second after the last key, and offers what an earlier visit left. */
export function useDraft(store: FormStore, form: ProjectForm, active: boolean) {
  const user = useUser();
  const [kept, setKept] = useState<string | null>(null);
  const [found, setFound] = useState(() => (active ? readDraft(user.id, form.id) : null));
  useEffect(() => {
    if (!active) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let last = store.values;
    const unsubscribe = store.subscribe(() => {
      if (store.values === last) return;
      last = store.values;
      clearTimeout(timer);
      timer = setTimeout(() => {
        const at = new Date().toISOString();
        if (writeDraft(user.id, form.id, { values: store.values, revision: form.revision, at })) setKept(at);
      }, DRAFT_AFTER_MS);
    });
    return () => {
      clearTimeout(timer);
      unsubscribe();
    };
  }, [store, active, user.id, form.id, form.revision]);
  const drop = () => {
    dropDraft(user.id, form.id);
    setFound(null);
  };
  return {
    kept,
    found,
    drop,
    restore: () => {
      if (found) store.replace(found.values);
      setFound(null);
    },
  };
}
