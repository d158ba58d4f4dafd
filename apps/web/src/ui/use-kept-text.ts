import { useRef, useState } from 'react';
import { useUser } from '../api/session.ts';

function store(key: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(key);
    else localStorage.setItem(key, text);
  } catch {
    // No space: the text is still on the screen.
  }
}

/** Text in progress, kept on this computer until it is sent: it survives a reload, a closed tab and another screen. */
export function useKeptText(name: string, initial = '') {
  const user = useUser();
  const key = `pimis.text.${user.id}.${name}`;
  const [text, setText] = useState(() => localStorage.getItem(key) ?? initial);
  const latest = useRef(text);
  const change = (next: string) => {
    latest.current = next;
    setText(next);
    store(key, next === initial ? null : next);
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
