import { useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ProjectForm } from '@pimis/contract/forms';
import { FORM_STATUS } from '@pimis/domain/constants';
import { type Marks, tidyMarks } from '@pimis/domain/forms/marking';
import { textOf } from '@pimis/domain/text/text-of';
import { useUser } from '../api/session.ts';
import { useText } from '../i18n/use-text.ts';
import { notifyWarning } from '../ui/notify.tsx';
import type { Draft, DraftPlace } from './drafts.ts';
import { differingMarks, mergedMarks, sameMarks } from './marks-of-both.ts';
import { DRAFT_AFTER_MS } from './use-draft.ts';
import { useStoredDrafts } from './use-stored-drafts.ts';

function marksIn(json: string | null): Marks {
  return json ? (JSON.parse(json) as Marks) : {};
}

/** Marks in progress: stored on this computer like every draft, and compared with the saved ones. */
export function useMarks(form: ProjectForm) {
  const { t, data } = useText();
  const user = useUser();
  const place = useMemo((): DraftPlace => ({ userId: user.id, formId: form.id, part: 'marks' }), [user.id, form.id]);
  const open = form.rights.mark && form.status === FORM_STATUS.locked;
  const [saved, setSaved] = useState(form.markJson);
  const [marks, setMarks] = useState<Marks>(() => marksIn(form.markJson));
  const drafts = useStoredDrafts(place, open);
  const changed = open && !sameMarks(tidyMarks(marks), marksIn(saved));
  /**
   * If somebody else has saved marks, takes theirs where this user changed nothing, and lists those that both changed.
   */
  const meet = (theirs: string | null) => {
    const [base, other] = [marksIn(saved), marksIn(theirs)];
    const answers = differingMarks(base, tidyMarks(marks), other).map((key) => {
      const [n = ''] = key.split('.');
      const value = textOf(other[key]);
      return t(key.endsWith('.mark') ? 'forms.marks.theirMark' : 'forms.marks.theirComment', { n, value: data(value) });
    });
    if (answers.length > 0) notifyWarning(t('forms.marks.differ', { answers: answers.join('; ') }), { stays: true });
    setMarks((mine) => mergedMarks(base, mine, other));
    setSaved(theirs);
  };
  const takeOver = useEffectEvent(meet);
  useEffect(() => takeOver(form.markJson), [form.markJson]);
  const present = (): Draft => ({ values: marks, revision: 0, base: saved, at: new Date().toISOString() });
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const write = useEffectEvent(() => {
    clearTimeout(waiting.current);
    waiting.current = undefined;
    if (changed) drafts.write(present());
    else if (open) drafts.dropOwn();
  });
  // Leaving the page or the screen stores at once.
  const flush = useEffectEvent(() => {
    if (waiting.current !== undefined) write();
  });
  useEffect(() => {
    waiting.current = setTimeout(() => write(), DRAFT_AFTER_MS);
    return () => clearTimeout(waiting.current);
  }, [changed, marks, saved]);
  useEffect(() => {
    const onHide = () => flush();
    window.addEventListener('pagehide', onHide);
    return () => {
      window.removeEventListener('pagehide', onHide);
      flush();
    };
  }, []);
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
    /** The draft of another visit, which the user restores or drops. */
    found: drafts.found,
    dropFound: drafts.dropFound,
    restore: () => {
      const draft = drafts.takeFound(changed ? present() : null);
      if (!draft) return notifyWarning(t('forms.draft.noSpace'));
      setMarks(draft.values);
      // A save is based on that state, so that it detects a colleague's save.
      setSaved(draft.base ?? null);
      return undefined;
    },
    /** Deletes the draft of this visit. */
    drop: () => {
      clearTimeout(waiting.current);
      waiting.current = undefined;
      drafts.dropOwn();
    },
    meet,
  };
}

export type MarksState = ReturnType<typeof useMarks>;
