import type { AccessTokenClaims } from '@pimis/contract/identity';
import type { Claim } from '@pimis/domain/access/claims';
import { SESSION_MINUTES } from '@pimis/domain/constants';
import { ApiFailure, type Answer, type Sent } from './client.ts';

/** The signed-in user by the access token, for display only; the server decides about rights. */
export interface SessionUser {
  id: number;
  login: string;
  name: string;
  organizationId: string;
  claims: ReadonlySet<Claim>;
}

/**
 * unknown: not known yet · out: signed out · in: signed in · expired: the session has ended and the screen is still
 * shown.
 */
export type SessionState =
  | { status: 'unknown' }
  /** `ended`: the browser had a session, which ended by itself while no screen was open or before a reload. */
  | { status: 'out'; ended: boolean }
  | { status: 'in' | 'expired'; user: SessionUser };

/** Messages between the tabs of a browser: signed in, signed out, active. */
export type TabMessage = 'in' | 'out' | 'alive';

/** The parts of the browser that the session uses. */
export interface SessionPorts {
  call: <
    Name extends
      | 'POST /login'
      | 'POST /login/login-ldap'
      | 'POST /login/second-step'
      | 'GET /login/refresh'
      | 'POST /login/logout',
  >(
    name: Name,
    ...input: Sent<Name>
  ) => Promise<Answer<Name>>;
  /** Milliseconds since the epoch. */
  now: () => number;
  /** Runs the work while no other tab does. */
  alone: (work: () => Promise<boolean>) => Promise<boolean>;
  send: (message: TabMessage) => void;
  /** Whether somebody has signed in and not signed out since, if the browser can store this. */
  wasIn: { read: () => boolean; keep: (isIn: boolean) => void };
}

const MINUTE_MS = 60_000;
const RENEW_AFTER_MS = 5 * MINUTE_MS;
const BAD_REQUEST = 400;
const TOO_MANY_REQUESTS = 429;
const SERVER_ERROR = 500;

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

/** Only a refusal ends the session; an unreachable server does not. */
function isRefusal(failure: unknown): boolean {
  if (!(failure instanceof ApiFailure)) return false;
  const { httpStatus } = failure;
  return httpStatus >= BAD_REQUEST && httpStatus < SERVER_ERROR && httpStatus !== TOO_MANY_REQUESTS;
}

/**
 * The state of the session (specification, "Session"): 30 minutes from the last sign-in, refresh or navigation in any
 * tab. The access token stays in memory; the refresh token is a cookie that scripts cannot see.
 */
export class SessionStore {
  readonly #ports: SessionPorts;
  readonly #listeners = new Set<(before: SessionState) => void>();
  #state: SessionState = { status: 'unknown' };
  #token: string | null = null;
  #renewedAt = 0;
  #expiresAt = 0;
  #renewing: Promise<boolean> | null = null;

  constructor(ports: SessionPorts) {
    this.#ports = ports;
  }

  state = (): SessionState => this.#state;

  token = (): string | null => this.#token;

  /** Calls the listener after each change with the former state. Returns how to stop. */
  subscribe = (listener: (before: SessionState) => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /**
   * Renews the access token; false if the session is over. All callers share one request, and only one tab renews at a
   * time: the cookie rotates, and an old one would end the session. Throws ApiFailure when the server cannot be
   * reached.
   */
  renew = (): Promise<boolean> => {
    this.#renewing ??= this.#ports
      .alone(() => this.#refresh())
      .finally(() => {
        this.#renewing = null;
      });
    return this.#renewing;
  };

  /** Finds out at the start whether the browser still has a session. Throws ApiFailure without a server. */
  start = async (): Promise<SessionState> => {
    if (this.#state.status === 'unknown') await this.renew();
    return this.#state;
  };

  /** Signs in; with `directory` by the directory service. Throws ApiFailure, which may ask for a second step. */
  signIn = async (login: string, password: string, directory = false): Promise<void> => {
    const { payload } = await this.#ports.call(directory ? 'POST /login/login-ldap' : 'POST /login', {
      body: { login: login.trim(), password },
    });
    this.enter(payload.accessToken);
  };

  /** Records a sign-in that other calls than `signIn` have made. */
  enter = (accessToken: string): void => {
    this.#accept(accessToken);
    this.#ports.send('in');
  };

  /**
   * Ends the session here, on the server and in the other tabs. Throws ApiFailure if the server cannot be reached: its
   * cookie could still sign the next visitor in, so the user must not be told that they are signed out.
   */
  signOut = async (): Promise<void> => {
    try {
      await this.#ports.call('POST /login/logout');
    } catch (failure) {
      if (!isRefusal(failure)) throw failure;
    }
    this.#forget();
    this.#ports.send('out');
  };

  /** Restarts the timer after a navigation; renews an older token so that the server's timer follows. */
  touch = (): void => {
    if (this.#state.status !== 'in') return;
    this.#prolong();
    this.#ports.send('alive');
    // Not reached; the next navigation or call tries again.
    if (this.#ports.now() - this.#renewedAt > RENEW_AFTER_MS) this.renew().catch(() => undefined);
  };

  /** Runs every few seconds: ends the session when its time is over. */
  check = (): void => {
    if (this.#state.status === 'in' && this.#ports.now() >= this.#expiresAt) this.#expire();
  };

  /** A message of another tab. */
  hear = (message: TabMessage): void => {
    const { status } = this.#state;
    if (status !== 'in' && status !== 'expired') return;
    if (message === 'out') this.#forget();
    else if (message === 'in') this.renew().catch(() => undefined);
    else if (status === 'in') this.#prolong();
  };

  async #refresh(): Promise<boolean> {
    try {
      const { payload } = await this.#ports.call('GET /login/refresh');
      this.#accept(payload.accessToken);
      return true;
    } catch (failure) {
      if (!isRefusal(failure)) throw failure;
      this.#expire();
      return false;
    }
  }

  #accept(token: string): void {
    const user = readToken(token);
    this.#token = token;
    this.#renewedAt = this.#ports.now();
    this.#prolong();
    this.#ports.wasIn.keep(true);
    this.#change({ status: 'in', user });
  }

  #prolong(): void {
    this.#expiresAt = this.#ports.now() + SESSION_MINUTES * MINUTE_MS;
  }

  #expire(): void {
    this.#token = null;
    if (this.#state.status === 'in') this.#change({ status: 'expired', user: this.#state.user });
    else if (this.#state.status === 'unknown') {
      const ended = this.#ports.wasIn.read();
      this.#ports.wasIn.keep(false);
      this.#change({ status: 'out', ended });
    }
  }

  #forget(): void {
    this.#token = null;
    this.#ports.wasIn.keep(false);
    this.#change({ status: 'out', ended: false });
  }

  #change(next: SessionState): void {
    const before = this.#state;
    this.#state = next;
    for (const listener of this.#listeners) listener(before);
  }
}

/** The user of a state, also of an expired session whose screen is still shown. */
export function userOf(state: SessionState): SessionUser | null {
  return state.status === 'in' || state.status === 'expired' ? state.user : null;
}
