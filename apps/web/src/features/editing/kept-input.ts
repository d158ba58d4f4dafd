import { useEffect, useEffectEvent, useState } from 'react';
import { currentSession, useSession, useUser } from '../../api/session.ts';
import { userOf } from '../../api/session-store.ts';
import { keep, readKept } from '../../browser/storage.ts';
import { jsonIn } from '../../ui/json-in.ts';

const keyOf = (userId: number, place: string) => `pimis.input.${userId}.${place}`;

/** What the user had typed at a place when their session ended, read once; undefined if there is nothing. */
export function useFoundInput<Input>(place: string): Input | undefined {
  const user = useUser();
  const [found] = useState(() => jsonIn(readKept(keyOf(user.id, place))) as Input | undefined);
  return found;
}

/**
 * Keeps on this computer what is typed at a place and not saved when the session ends: the next user gets a fresh screen,
 * and its author finds it after the next sign-in. While the session lasts it is on the screen alone. `typed` is undefined
 * where there is nothing to save.
 */
export function useKeptInput(place: string, typed: unknown): void {
  const user = useUser();
  const key = keyOf(user.id, place);
  const isOver = useSession().status === 'expired';
  const text = typed === undefined ? null : JSON.stringify(typed);
  useEffect(() => {
    keep(key, isOver ? text : null);
  }, [key, isOver, text]);
  // Another tab may sign somebody else in, or the user out: this screen is then taken away at once.
  const leave = useEffectEvent(() => {
    if (userOf(currentSession())?.id !== user.id) keep(key, text);
  });
  useEffect(() => () => leave(), []);
}

/** State of a field or a form whose input is kept. The third part says whether it was found from an ended session. */
export function useKeptState<Input>(place: string, initial: Input) {
  const found = useFoundInput<Input>(place);
  const [input, setInput] = useState(found ?? initial);
  useKeptInput(place, JSON.stringify(input) === JSON.stringify(initial) ? undefined : input);
  return [input, setInput, found !== undefined] as const;
}
