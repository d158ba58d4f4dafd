import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { currentSession, useSession, useUser } from '../../api/session.ts';
import { userOf } from '../../api/session-store.ts';
import { keep, keptKeys, newVisitKey, readKept, visitKeys } from '../../browser/storage.ts';
import { jsonIn, objectIn } from '../../ui/json-in.ts';

/**
 * Keeps unsaved input on this computer when the session ends: the next user gets a fresh screen, and the author finds
 * the input after the next sign-in. During the session the input is only on the screen. As with drafts, each visit of a
 * screen has its own key, so that two tabs neither overwrite nor remove each other's input. A visit takes over the
 * newest input left by earlier ones.
 *
 * A place is `kind/id`, for example `user/ana`; neither logins nor numbers contain a slash.
 */
const KEYS = 'pimis.input.';
const KEPT_DAYS = 30;
const DAY_MS = 24 * 60 * 60 * 1000;

interface Kept {
  /** ISO 8601 */
  at: string;
  /** The input as JSON. */
  text: string;
}

function readInput(key: string): Kept | null {
  const { at, text }: { at?: unknown; text?: unknown } = objectIn(readKept(key));
  return typeof at === 'string' && typeof text === 'string' ? { at, text } : null;
}

/** Removes old input of any user. */
export function sweepInput(): void {
  const oldest = new Date(Date.now() - KEPT_DAYS * DAY_MS).toISOString();
  for (const key of keptKeys()) {
    if (key.startsWith(KEYS) && (readInput(key)?.at ?? '') < oldest) keep(key, null);
  }
}

/**
 * Whether a value has only properties of `initial`, with the same types; some may be missing. A property that is null
 * in `initial` may be a text, and lists contain texts.
 */
function fits(value: unknown, initial: unknown): boolean {
  if (initial === null) return value === null || typeof value === 'string';
  if (Array.isArray(initial)) return Array.isArray(value) && value.every((item) => typeof item === 'string');
  if (typeof initial !== 'object') return typeof value === typeof initial;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  const parts = new Map<string, unknown>(Object.entries(initial));
  return Object.entries(value).every(([name, part]) => parts.has(name) && fits(part, parts.get(name)));
}

/** Input that another visit has left, with its key. */
interface Left<Input> {
  from: string;
  input: Input;
}

/**
 * The newest input that visits have left at a place. Input that does not fit comes from another release and is removed.
 */
function newestInput<Input>(place: string, initial: Input): Left<Input> | null {
  let newest: { from: string; at: string; input: unknown } | null = null;
  for (const from of visitKeys(place)) {
    const kept = readInput(from);
    const input = jsonIn(kept?.text);
    if (!kept || !fits(input, initial)) keep(from, null);
    else if (!newest || kept.at > newest.at) newest = { from, at: kept.at, input };
  }
  if (!newest) return null;
  const { from, input } = newest;
  const isWhole = typeof input !== 'object' || input === null || Array.isArray(input);
  return { from, input: (isWhole ? input : { ...initial, ...input }) as Input };
}

/** Visits whose input this computer has not kept: it is on their screen alone. */
let unkept: ReadonlySet<string> = new Set();
const listeners = new Set<() => void>();

function setUnkept(key: string, isUnkept: boolean): void {
  if (unkept.has(key) === isUnkept) return;
  unkept = new Set(isUnkept ? [...unkept, key] : [...unkept].filter((other) => other !== key));
  for (const listener of listeners) listener();
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Whether the end of the session has left input that could not be kept. */
export const useUnkeptInput = (): boolean => useSyncExternalStore(listen, () => unkept.size > 0);

function store(key: string, text: string | null): void {
  const isKept = keep(
    key,
    text === null ? null : JSON.stringify({ at: new Date().toISOString(), text } satisfies Kept),
  );
  setUnkept(key, text !== null && !isKept);
}

/** A visit of a place: its key, and the input that it takes over. */
interface Visit<Input> {
  key: string;
  left: Left<Input> | null;
}

/** Begins a visit of a place. `left` is the user's input at the end of the previous session, if it fits `initial`. */
export function useVisit<Input>(place: string, initial: Input): Visit<Input> {
  const user = useUser();
  const [visit] = useState(() => {
    const userPlace = `${KEYS}${user.id}.${place}`;
    return { key: newVisitKey(userPlace), left: newestInput(userPlace, initial) };
  });
  return visit;
}

/** Keeps the input of a visit; `typed` is undefined if there is nothing to save. */
export function useKeptInput({ key, left }: Visit<unknown>, typed: unknown) {
  const user = useUser();
  const isOver = useSession().status === 'expired';
  const text = typed === undefined ? null : JSON.stringify(typed);
  const [isFound, setFound] = useState(left !== null);
  if (isFound && text === null) setFound(false);
  const saved = useRef<string | null>(null);
  useEffect(() => {
    // Text typed again counts as unsaved, even if it is the same.
    if (text !== saved.current) saved.current = null;
    store(key, isOver && text !== saved.current ? text : null);
  }, [key, isOver, text]);
  useEffect(() => {
    // From here on it is this visit's.
    if (left) keep(left.from, null);
  }, [left]);
  const leave = useEffectEvent(() => {
    // Another tab may sign somebody else in, or the user out: this screen is then taken away at once.
    const isTaken = userOf(currentSession())?.id !== user.id;
    if (isTaken && text !== saved.current) store(key, text);
    setUnkept(key, false);
  });
  useEffect(() => () => leave(), []);
  return {
    /** The input was restored from an earlier visit. */
    isFound,
    /** Call it when the server has accepted the input: it is no longer kept, even if the session ended meanwhile. */
    saved: () => {
      saved.current = text;
      store(key, null);
    },
  };
}

/** State of a field or a form whose input is kept. */
export function useKeptState<Input>(place: string, initial: Input) {
  const visit = useVisit(place, initial);
  const [input, setInput] = useState(visit.left ? visit.left.input : initial);
  const kept = useKeptInput(visit, JSON.stringify(input) === JSON.stringify(initial) ? undefined : input);
  return [input, setInput, { ...kept, drop: () => setInput(initial) }] as const;
}
