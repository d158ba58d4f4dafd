import { useEffect, useRef, useState } from 'react';
import { useUser } from '../api/session.ts';
import { keep, readKept } from '../browser/storage.ts';

/**
 * Text in progress, kept on this computer until it is sent: it survives a reload, a closed tab and another screen. All
 * tabs show the same text, so that none overwrites the text of another.
 */
export function useKeptText(name: string, initial = '') {
  const user = useUser();
  const key = `pimis.text.${user.id}.${name}`;
  const [text, setText] = useState(() => readKept(key) ?? initial);
  const latest = useRef(text);
  const kept = useRef(text);
  useEffect(() => {
    const onStorage = (event: StorageEvent) => {
      // A text for which there was no space is on this screen alone.
      if (event.key !== key || latest.current !== kept.current) return;
      latest.current = event.newValue ?? initial;
      kept.current = latest.current;
      setText(latest.current);
    };
    window.addEventListener('storage', onStorage);
    return () => window.removeEventListener('storage', onStorage);
  }, [key, initial]);
  const change = (next: string) => {
    latest.current = next;
    setText(next);
    // Without room for it the text is still on the screen.
    if (keep(key, next === initial ? null : next)) kept.current = next;
  };
  return {
    text,
    change,
    /** The text was sent; input since then stays. */
    sent: (what: string) => {
      if (latest.current === what) change(initial);
    },
    drop: () => change(initial),
  };
}
