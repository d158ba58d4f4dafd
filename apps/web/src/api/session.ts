import { useSyncExternalStore } from 'react';
import type { AccessTokenClaims, LoginPayload, RefreshPayload } from '@pimis/contract/identity';
import type { Claim } from '@pimis/domain/access/claims';
import { SESSION_CHECK_SECONDS, SESSION_MINUTES } from '@pimis/domain/constants';
import { call, useTokenSource } from './client.ts';

/** Who is signed in, as the access token says. Rights are the server's; this is for what is shown. */
export interface SessionUser {
  id: number;
  login: string;
  name: string;
  organizationId: string;
  claims: ReadonlySet<Claim>;
}

/** unknown: not asked yet · out: nobody · in: signed in · expired: was signed in, the screen is still there. */
export type SessionState = { status: 'unknown' | 'out' } | { status: 'in' | 'expired'; user: SessionUser };

const CHANNEL = 'pimis.session';
const LOCK = 'pimis.refresh';
const MINUTE_MS = 60_000;
const RENEW_AFTER_MS = 5 * MINUTE_MS;

let state: SessionState = { status: 'unknown' };
let accessToken: string | null = null;
let renewedAt = 0;
let expiresAt = 0;
let renewing: Promise<boolean> | null = null;
const listeners = new Set<() => void>();
const channel = new BroadcastChannel(CHANNEL);

function change(next: SessionState): void {
  state = next;
  for (const listener of listeners) listener();
}

/** Reads the claims of an access token; the server checks the signature. */
export function readToken(token: string): SessionUser {
  const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(part), (character) => character.charCodeAt(0));
  const claims = JSON.parse(new TextDecoder().decode(bytes)) as AccessTokenClaims;
  return {
    id: claims.user_id,
    login: claims.user_name,
    name: claims.user_full_name,
    organizationId: claims.user_organization_id,
    claims: new Set(claims.security_claims as Claim[]),
  };
}

function accept(token: string): void {
  accessToken = token;
  renewedAt = Date.now();
  expiresAt = renewedAt + SESSION_MINUTES * MINUTE_MS;
  change({ status: 'in', user: readToken(token) });
}

function expire(): void {
  accessToken = null;
  if (state.status === 'in') change({ status: 'expired', user: state.user });
  else if (state.status === 'unknown') change({ status: 'out' });
}

/** Only one tab renews at a time: the cookie is rotated, and an old one would end the session. */
function renew(): Promise<boolean> {
  renewing ??= navigator.locks
    .request(LOCK, async () => {
      try {
        const { payload } = await call<RefreshPayload>('GET', 'login/refresh');
        accept(payload.accessToken);
        return true;
      } catch {
        expire();
        return false;
      }
    })
    .finally(() => {
      renewing = null;
    });
  return renewing;
}

useTokenSource({ token: () => accessToken, renew });

/** Finds out at the start whether the browser still has a session. */
export async function initSession(): Promise<SessionState> {
  if (state.status === 'unknown') await renew();
  return state;
}

export async function signIn(login: string, password: string, directory = false): Promise<void> {
  const path = directory ? 'login/login-ldap' : 'login';
  const { payload } = await call<LoginPayload>('POST', path, { login: login.trim(), password });
  accept(payload.accessToken);
}

export async function signOut(): Promise<void> {
  try {
    await call('POST', 'login/logout');
  } finally {
    forget();
    channel.postMessage('out');
  }
}

function forget(): void {
  accessToken = null;
  change({ status: 'out' });
}

/** Restarts the session timer after a navigation; an older token is renewed so that the server's timer follows. */
export function touchSession(): void {
  if (state.status !== 'in') return;
  expiresAt = Date.now() + SESSION_MINUTES * MINUTE_MS;
  if (Date.now() - renewedAt > RENEW_AFTER_MS) void renew();
}

export function currentSession(): SessionState {
  return state;
}

channel.onmessage = (message: MessageEvent<string>) => {
  if (message.data === 'out') forget();
};

setInterval(() => {
  if (state.status === 'in' && Date.now() >= expiresAt) expire();
}, SESSION_CHECK_SECONDS * 1000);

/** The session, live. */
export function useSession(): SessionState {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => state,
  );
}

/** The signed-in user of a screen inside the layout. */
export function useUser(): SessionUser {
  const session = useSession();
  if (session.status !== 'in' && session.status !== 'expired') throw new Error('No session');
  return session.user;
}
