import { beforeEach, describe, expect, it } from 'vitest';
import type { AccessTokenClaims } from '@pimis/contract/identity';
import { SESSION_MINUTES } from '@pimis/domain/constants';
import { ApiFailure } from './client.ts';
import { readToken, SessionStore, type SessionPorts, userOf } from './session-store.ts';

const MINUTE = 60_000;

function tokenOf(name: string): string {
  const claims: Partial<AccessTokenClaims> = {
    user_id: 7,
    user_name: 'ana',
    user_full_name: name,
    security_claims: [],
  };
  return `head.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.signature`;
}

let now = 0;
let calls: string[] = [];
let sent: string[] = [];
/** The body of the last call. */
let given: unknown;
let answer: () => unknown = () => undefined;
let store: SessionStore;
let wasIn = false;

beforeEach(() => {
  [now, calls, sent, wasIn] = [1_000, [], [], false];
  answer = () => ({ payload: { accessToken: tokenOf('Ана') } });
  const call = (name: string, input?: { body?: unknown }) => {
    calls.push(name);
    given = input?.body;
    return Promise.resolve().then(answer);
  };
  store = new SessionStore({
    call: call as unknown as SessionPorts['call'],
    now: () => now,
    alone: (work) => work(),
    send: (message) => sent.push(message),
    wasIn: {
      read: () => wasIn,
      keep: (isIn) => {
        wasIn = isIn;
      },
    },
  });
});

const fail = (httpStatus: number) => {
  answer = () => {
    throw new ApiFailure(httpStatus, 'Unauthorized');
  };
};
const status = () => store.state().status;

it('a token is read in every script', () => {
  expect(readToken(tokenOf('Ћирило Џонић?>')).name).toBe('Ћирило Џонић?>');
});

describe('at the start', () => {
  it('the session of the browser goes on, and is asked for once', async () => {
    await Promise.all([store.start(), store.start()]);
    expect([status(), calls]).toEqual(['in', ['GET /login/refresh']]);
    await store.start();
    expect(calls).toHaveLength(1);
  });

  it('a refusal means signed out; no answer, too many requests or a fault of the server mean nothing yet', async () => {
    for (const unclear of [0, 429, 500, 503]) {
      fail(unclear);
      await expect(store.start()).rejects.toMatchObject({ httpStatus: unclear });
      expect([status(), unclear]).toEqual(['unknown', unclear]);
    }
    fail(401);
    expect(await store.start()).toEqual({ status: 'out', ended: false });
  });

  it('a refusal after a sign-in means that the session has ended, and is reported once; after signing out it is none', async () => {
    wasIn = true;
    fail(401);
    expect(await store.start()).toEqual({ status: 'out', ended: true });
    expect(wasIn).toBe(false);
    answer = () => ({ payload: { accessToken: tokenOf('Ана') } });
    await store.signIn('ana', 'lozinka');
    expect(wasIn).toBe(true);
    await store.signOut();
    expect([store.state(), wasIn]).toEqual([{ status: 'out', ended: false }, false]);
  });
});

describe('a session', () => {
  beforeEach(async () => {
    await store.signIn(' ana ', 'lozinka');
    calls = [];
  });

  it('begins with the name without blanks around it and the password as it is, also by the directory', async () => {
    await store.signIn(' ana ', ' lozinka ');
    expect([calls, given]).toEqual([['POST /login'], { login: 'ana', password: ' lozinka ' }]);
    await store.signIn('ana', 'lozinka', true);
    await store.signOut();
    expect(calls.slice(1)).toEqual(['POST /login/login-ldap', 'POST /login/logout']);
  });

  it('is not given up for a failure that is none of the interface', async () => {
    answer = () => {
      throw new TypeError('broken');
    };
    await expect(store.renew()).rejects.toThrow('broken');
    fail(400);
    expect([status(), await store.renew()]).toEqual(['in', false]);
  });

  it('is told to the other tabs, with its token in memory', () => {
    expect([status(), sent, store.token(), userOf(store.state())?.id]).toEqual(['in', ['in'], tokenOf('Ана'), 7]);
  });

  it('ends half an hour after the last navigation here or in another tab, and keeps its screen', () => {
    const almost = SESSION_MINUTES * MINUTE - 1;
    now += MINUTE;
    for (const goOn of [store.touch, () => store.hear('alive')]) {
      goOn();
      now += almost;
      store.check();
      expect(status()).toBe('in');
    }
    now += 1;
    store.check();
    expect([status(), store.token(), userOf(store.state())?.login]).toEqual(['expired', null, 'ana']);
    // Neither a navigation nor activity in another tab brings an expired session back.
    store.touch();
    store.hear('alive');
    expect([status(), sent]).toEqual(['expired', ['in', 'alive']]);
  });

  it('renews a token that is older than five minutes at a navigation', () => {
    now += 5 * MINUTE;
    store.touch();
    expect(calls).toEqual([]);
    now += 1;
    store.touch();
    expect(calls).toEqual(['GET /login/refresh']);
  });

  it('of an expired screen goes on when another tab has signed in, and that of who signed out does not', async () => {
    now += SESSION_MINUTES * MINUTE;
    store.check();
    store.hear('in');
    await expect.poll(status).toBe('in');
    store.hear('out');
    expect([status(), store.token(), userOf(store.state())]).toEqual(['out', null, null]);
    calls = [];
    store.hear('in');
    expect([status(), calls]).toEqual(['out', []]);
  });

  it('that the server refuses to renew is expired, and stays so', async () => {
    fail(401);
    expect(await store.renew()).toBe(false);
    expect(await store.renew()).toBe(false);
    expect([status(), store.token()]).toEqual(['expired', null]);
  });

  it('is signed out where the server has ended it, or had ended it before, and nowhere else', async () => {
    fail(503);
    await expect(store.signOut()).rejects.toMatchObject({ httpStatus: 503 });
    expect([status(), sent]).toEqual(['in', ['in']]);
    fail(401);
    await store.signOut();
    expect([status(), store.token(), sent]).toEqual(['out', null, ['in', 'out']]);
  });

  it('tells its listeners the state before, until they stop', () => {
    const told: string[] = [];
    const stop = store.subscribe((before) => told.push(before.status));
    store.hear('out');
    stop();
    store.enter(tokenOf('Ана'));
    expect(told).toEqual(['in']);
  });
});
