import { useEffect, useRef, useState } from 'react';
import { type Draft, type DraftPlace, dropDraft, newDraftKey, newestDraft, readDraft, writeDraft } from './drafts.ts';

/** The stored drafts of a place: the one of this visit, and the newest of other visits, which is offered. */
export function useStoredDrafts(place: DraftPlace, active: boolean) {
  const [firstKey] = useState(() => newDraftKey(place));
  const own = useRef(firstKey);
  const [found, setFound] = useState(() => newestDraft(place, firstKey));
  const [wasActive, setWasActive] = useState(active);
  if (active !== wasActive) {
    setWasActive(active);
    if (active) setFound(newestDraft(place, own.current));
  }
  useEffect(() => {
    // Another tab may go on with its draft, save it, or restore it.
    const onStorage = ({ key }: StorageEvent) =>
      setFound((before) => (before && before.key === key ? readDraft(key) : before));
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, []);
  const refresh = () => setFound(newestDraft(place, own.current));
  return {
    found: active ? found : null,
    /** The same if the user may not continue it. */
    held: active ? null : found,
    /** Updates the offered draft. */
    refresh,
    dropFound: () => {
      if (found) dropDraft(found.key);
      refresh();
    },
    write: (draft: Draft) => writeDraft(own.current, draft),
    dropOwn: () => dropDraft(own.current),
    /**
     * Continues with the offered draft, which is deleted only after it is stored for this visit. Present input becomes
     * a draft that is offered; null if this computer has no space for it.
     */
    takeFound: (present: Draft | null): Draft | null => {
      if (!found) return null;
      if (present) {
        if (!writeDraft(own.current, present)) return null;
        own.current = newDraftKey(place);
      }
      const { key, ...draft } = found;
      if (writeDraft(own.current, draft)) dropDraft(key);
      refresh();
      return draft;
    },
  };
}
