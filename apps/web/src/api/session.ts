import { useSyncExternalStore } from 'react';
import { SESSION_CHECK_SECONDS } from '@pimis/domain/constants';
import { keep, readKept } from '../browser/storage.ts';
import { alone } from './alone.ts';
import { call, setTokenSource } from './client.ts';
import { type SessionState, SessionStore, type SessionUser, type TabMessage, userOf } from './session-store.ts';

export type { SessionState, SessionUser } from './session-store.ts';

const CHANNEL = 'pimis.session';
const LOCK = 'pimis.refresh';
const WAS_IN = 'pimis.was-in';

const channel = new BroadcastChannel(CHANNEL);
const store = new SessionStore({
  call,
  now: () => Date.now(),
  alone: (work) => alone(LOCK, work, navigator.locks),
  send: (message) => channel.postMessage(message),
  wasIn: { read: () => readKept(WAS_IN) !== null, keep: (isIn) => void keep(WAS_IN, isIn ? 'true' : null) },
});

setTokenSource(store);
channel.onmessage = (message: MessageEvent<TabMessage>) => store.hear(message.data);
setInterval(store.check, SESSION_CHECK_SECONDS * 1000);

export const {
  start: initSession,
  signIn,
  signOut,
  enter: enterSession,
  touch: touchSession,
  state: currentSession,
} = store;

/** Reports that the user has left (null) or changed. */
export function onUserChange(listener: (user: SessionUser | null) => void): void {
  store.subscribe((before) => {
    const gone = userOf(before);
    const user = userOf(store.state());
    if (gone && gone.id !== user?.id) listener(user);
  });
}

/** The session as state of a component. */
export function useSession(): SessionState {
  return useSyncExternalStore(store.subscribe, store.state);
}

/** The signed-in user of a screen inside the layout. */
export function useUser(): SessionUser {
  const user = userOf(useSession());
  if (!user) throw new Error('No session');
  return user;
}
