import { useCallback, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { FORM_STATUS } from '@pimis/domain/constants';
import { type Marks, tidyMarks } from '@pimis/domain/forms/marking';
import { useUser } from '../api/session.ts';
import { type DraftPlace, dropDraft, readDraft, writeDraft } from './drafts.ts';
import { DRAFT_AFTER_MS } from './use-draft.ts';

function marksIn(json: string | null): Marks {
  return json ? (JSON.parse(json) as Marks) : {};
}

const same = (a: Marks, b: Marks) =>
  [...new Set([...Object.keys(a), ...Object.keys(b)])].every((key) => a[key] === b[key]);

/** Marks in progress: stored on this computer like every draft, and compared with the saved ones. */
export function useMarks(form: ProjectForm) {
  const user = useUser();
  const place = useMemo((): DraftPlace => ({ userId: user.id, formId: form.id, part: 'marks' }), [user.id, form.id]);
  const open = form.rights.mark && form.status === FORM_STATUS.locked;
  const [saved, setSaved] = useState(form.markJson);
  const [marks, setMarks] = useState<Marks>(() => marksIn(form.markJson));
  const [found, setFound] = useState(() => (open ? readDraft(place) : null));
  const [offered, setOffered] = useState(open);
  const changed = open && !same(tidyMarks(marks), marksIn(saved));
  if (open !== offered) {
    setOffered(open);
    if (open) setFound(readDraft(place));
  }
  const takeOver = useEffectEvent((stored: ProjectForm['markJson']) => {
    // Without own input the saved marks of others are shown.
    setMarks((mine) => (same(tidyMarks(mine), marksIn(saved)) ? marksIn(stored) : mine));
    setSaved(stored);
  });
  useEffect(() => takeOver(form.markJson), [form.markJson]);
  useEffect(() => {
    if (!changed) return undefined;
    const timer = setTimeout(
      () => writeDraft(place, { values: marks, revision: 0, base: saved, at: new Date().toISOString() }),
      DRAFT_AFTER_MS,
    );
    return () => clearTimeout(timer);
  }, [changed, marks, saved, place]);
  const set = useCallback((key: string, value: unknown) => {
    setMarks((before) => {
      const { [key]: _old, ...rest } = before;
      return value === undefined || value === '' ? rest : { ...rest, [key]: value };
    });
  }, []);
  return {
    open,
    marks,
    changed,
    /** The server's marks when these were loaded. */
    saved,
    set,
    found,
    restore: () => {
      if (found) {
        setMarks(found.values);
        // A save is based on that state, so that it detects a colleague's save.
        setSaved(found.base ?? null);
      }
      setFound(null);
    },
    drop: () => {
      dropDraft(place);
      setFound(null);
    },
    /** Somebody else saved: their marks are taken where this user changed nothing. */
    meet: (theirs: string | null) => {
      const [base, other] = [marksIn(saved), marksIn(theirs)];
      setMarks((mine) => {
        const keys = new Set([...Object.keys(mine), ...Object.keys(other)]);
        const merged: Marks = {};
        for (const key of keys) {
          const value = mine[key] === base[key] ? other[key] : mine[key];
          if (value !== undefined) merged[key] = value;
        }
        return merged;
      });
      setSaved(theirs);
    },
  };
}

export type MarksState = ReturnType<typeof useMarks>;
