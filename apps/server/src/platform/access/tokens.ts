import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type JWTPayload, SignJWT, jwtVerify } from 'jose';
import { clientSession } from './current-user.ts';
import type { TokenSecrets } from './token-secrets.ts';

const ISSUER = 'pimis';
export const ACCESS_MINUTES = 10;

/** The content of an access token. The server trusts only id and session; the client displays the rest. */
export interface AccessClaims {
  userId: number;
  sessionId: string;
  login: string;
  name: string;
  organizationId: string;
  claims: string[];
}

export async function signAccessToken(secret: Uint8Array, claims: AccessClaims, now: Date): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new SignJWT({
    user_id: claims.userId,
    user_name: claims.login,
    user_full_name: claims.name,
    user_organization_id: claims.organizationId,
    security_claims: claims.claims,
    sid: claims.sessionId,
    use: 'access',
  })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setIssuedAt(issued)
    .setExpirationTime(issued + ACCESS_MINUTES * 60)
    .sign(secret);
}

/**
 * A token with which a browser fetches files below one path by address alone, where no script can add a header. It
 * names the session and ends with it; the user's rights are read at each use.
 */
export async function signFileToken(
  secret: Uint8Array,
  of: { userId: number; sessionId: string; path: string; until: Date },
  now: Date,
): Promise<string> {
  return new SignJWT({ user_id: of.userId, sid: of.sessionId, path: of.path, use: 'file' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(Math.floor(of.until.getTime() / 1000))
    .sign(secret);
}

/** Returns the user and the path that the token opens; null if it is not valid. */
export async function readFileToken(
  secrets: TokenSecrets,
  token: string,
  now: Date,
): Promise<{ userId: number; sessionId: string; path: string } | null> {
  const payload = await verified(secrets, token, now);
  if (payload?.use !== 'file' || typeof payload.user_id !== 'number' || typeof payload.sid !== 'string') return null;
  if (typeof payload.path !== 'string') return null;
  return { userId: payload.user_id, sessionId: payload.sid, path: payload.path };
}

/** An access token of a client (RFC 6749, 4.4.3). Only its id and scope are in it: rights are read at each use. */
export async function signClientToken(
  secret: Uint8Array,
  { clientId, scope }: { clientId: number; scope: string },
  now: Date,
): Promise<string> {
  const issued = Math.floor(now.getTime() / 1000);
  return new SignJWT({ user_id: clientId, scope, use: 'client' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setIssuedAt(issued)
    .setExpirationTime(issued + ACCESS_MINUTES * 60)
    .sign(secret);
}

/**
 * Returns the user and session of a valid access token; null otherwise, also for a refresh token. The session of a
 * client names its scopes.
 */
export async function readAccessToken(
  secrets: TokenSecrets,
  token: string,
  now: Date,
): Promise<{ userId: number; sessionId: string } | null> {
  const payload = await verified(secrets, token, now);
  if (payload?.use === 'client' && typeof payload.user_id === 'number' && typeof payload.scope === 'string') {
    return { userId: payload.user_id, sessionId: clientSession(payload.scope) };
  }
  if (payload?.use !== 'access' || typeof payload.user_id !== 'number' || typeof payload.sid !== 'string') return null;
  return { userId: payload.user_id, sessionId: payload.sid };
}

/** A refresh token has only the technical role Refresh_Token and is accepted only by login/refresh. */
export async function signRefreshToken(
  secret: Uint8Array,
  of: { id: string; userId: number; issued: Date; until: Date },
): Promise<string> {
  return new SignJWT({ user_id: of.userId, security_claims: ['Refresh_Token'], use: 'refresh' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setJti(of.id)
    .setIssuedAt(Math.floor(of.issued.getTime() / 1000))
    .setExpirationTime(Math.floor(of.until.getTime() / 1000))
    .sign(secret);
}

/** Identifies a browser. It does not sign anybody in. */
export async function signBrowserToken(
  secret: Uint8Array,
  of: { id: string; until: Date },
  now: Date,
): Promise<string> {
  return new SignJWT({ use: 'browser' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setJti(of.id)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(Math.floor(of.until.getTime() / 1000))
    .sign(secret);
}

/** Returns the browser; null if the token is not valid. */
export async function readBrowserToken(secrets: TokenSecrets, token: string, now: Date): Promise<string | null> {
  const payload = await verified(secrets, token, now);
  return payload?.use === 'browser' && typeof payload.jti === 'string' ? payload.jti : null;
}

/** A sign-in by a provider that has begun in a browser: what the answer of the provider must match. */
export interface BegunSignIn {
  provider: string;
  state: string;
  nonce: string;
  verifier: string;
  /** The wanted screen. */
  redirect: string;
  /** Set where a signed-in user links an account instead. */
  link?: { userId: number; sessionId: string };
  /** Set where an invited person activates an account: the hash of the link's token. */
  invitation?: string;
}

export async function signBegunSignIn(
  secret: Uint8Array,
  begun: BegunSignIn,
  { until, now }: { until: Date; now: Date },
): Promise<string> {
  return new SignJWT({ ...begun, use: 'oidc' })
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(ISSUER)
    .setIssuedAt(Math.floor(now.getTime() / 1000))
    .setExpirationTime(Math.floor(until.getTime() / 1000))
    .sign(secret);
}

/** Returns the sign-in that has begun and its end; null if the token is not valid. */
export async function readBegunSignIn(
  secrets: TokenSecrets,
  token: string,
  now: Date,
): Promise<(BegunSignIn & { until: Date }) | null> {
  const payload = await verified(secrets, token, now);
  // Only signBegunSignIn makes tokens of this use.
  return payload?.use === 'oidc'
    ? { ...(payload as unknown as BegunSignIn), until: new Date((payload.exp ?? 0) * 1000) }
    : null;
}

export function randomTokenId(): string {
  return randomBytes(18).toString('base64url');
}

/** The id of a token's only successor: it follows from the token and the secret, so each request gets the same one. */
export function successorId(secret: Uint8Array, predecessorHash: string): string {
  return createHmac('sha256', secret).update(`successor of ${predecessorHash}`).digest('base64url');
}

/** Returns the user of a refresh token; null if it is not valid. */
export async function readRefreshToken(
  secrets: TokenSecrets,
  token: string,
  now: Date,
): Promise<{ userId: number } | null> {
  const payload = await verified(secrets, token, now);
  return payload?.use === 'refresh' && typeof payload.user_id === 'number' ? { userId: payload.user_id } : null;
}

/** How many verified tokens are cached. */
const MOST_KNOWN = 5_000;

/** Verified tokens of one secret: a browser sends the same one for minutes, often many times at once. */
interface Verifications {
  /** The contents of tokens with a valid signature. */
  known: Map<string, JWTPayload>;
  /** Tokens whose signature is being verified. */
  running: Map<string, Promise<JWTPayload | null>>;
}
const verifications = new WeakMap<Uint8Array, Verifications>();

function verificationsOf(secret: Uint8Array): Verifications {
  const own = verifications.get(secret) ?? { known: new Map(), running: new Map() };
  verifications.set(secret, own);
  return own;
}

async function verified(secrets: TokenSecrets, token: string, now: Date): Promise<JWTPayload | null> {
  let payload: JWTPayload | null = null;
  for (const secret of secrets) {
    const { known, running } = verificationsOf(secret);
    payload ??= known.get(token) ?? (await (running.get(token) ?? verify(secret, token, now)));
  }
  // A valid signature stays valid; the expiry is checked each time.
  return payload && (payload.exp ?? 0) > Math.floor(now.getTime() / 1000) ? payload : null;
}

/** Returns the content of a token with a valid signature; null otherwise. Concurrent callers share one verification. */
function verify(secret: Uint8Array, token: string, now: Date): Promise<JWTPayload | null> {
  const { known, running } = verificationsOf(secret);
  const verifying = jwtVerify(token, secret, { issuer: ISSUER, algorithms: ['HS256'], currentDate: now }).then(
    ({ payload }) => {
      if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value ?? '');
      known.set(token, payload);
      return payload;
    },
    // A token that cannot be verified for any reason is not valid.
    () => null,
  );
  running.set(token, verifying);
  return verifying.finally(() => running.delete(token));
}

/** An unguessable token for links, and the hash under which it is stored. */
export function makeLinkToken(): { token: string; hash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, hash: hashToken(token) };
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
