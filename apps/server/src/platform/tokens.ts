import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type JWTPayload, SignJWT, jwtVerify } from 'jose';

const ISSUER = 'pimis';
export const ACCESS_MINUTES = 10;

/** What an access token says. The server trusts only id and session; the rest is for the client's display. */
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
 * Lets a browser fetch what lies under one path by its address alone, where no script can add a header. It names the
 * session: it ends with it, and the user's rights are read at each use.
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

/** Whose token it is and the path under which it opens files; null for anything else. */
export async function readFileToken(
  secret: Uint8Array,
  token: string,
  now: Date,
): Promise<{ userId: number; sessionId: string; path: string } | null> {
  const payload = await verified(secret, token, now);
  if (payload?.use !== 'file' || typeof payload.user_id !== 'number' || typeof payload.sid !== 'string') return null;
  if (typeof payload.path !== 'string') return null;
  return { userId: payload.user_id, sessionId: payload.sid, path: payload.path };
}

/** The user and session of a valid access token; null for anything else, a refresh token included. */
export async function readAccessToken(
  secret: Uint8Array,
  token: string,
  now: Date,
): Promise<{ userId: number; sessionId: string } | null> {
  const payload = await verified(secret, token, now);
  if (payload?.use !== 'access' || typeof payload.user_id !== 'number' || typeof payload.sid !== 'string') return null;
  return { userId: payload.user_id, sessionId: payload.sid };
}

/** A refresh token carries the technical role Refresh_Token alone and opens nothing but login/refresh. */
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

/** Says of a browser which one it is, and of nobody that they are signed in. */
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

/** Which browser it is; null for anything else. */
export async function readBrowserToken(secret: Uint8Array, token: string, now: Date): Promise<string | null> {
  const payload = await verified(secret, token, now);
  return payload?.use === 'browser' && typeof payload.jti === 'string' ? payload.jti : null;
}

export function randomTokenId(): string {
  return randomBytes(18).toString('base64url');
}

/** The id of the one successor of a token: known to the secret alone, and the same whenever it is asked for. */
export function successorId(secret: Uint8Array, predecessorHash: string): string {
  return createHmac('sha256', secret).update(`successor of ${predecessorHash}`).digest('base64url');
}

/** Whose refresh token it is; null for anything else. */
export async function readRefreshToken(
  secret: Uint8Array,
  token: string,
  now: Date,
): Promise<{ userId: number } | null> {
  const payload = await verified(secret, token, now);
  return payload?.use === 'refresh' && typeof payload.user_id === 'number' ? { userId: payload.user_id } : null;
}

/** So many tokens are in use at a time; older ones are verified again. */
const MOST_KNOWN = 5_000;

/** Tokens of one secret: a browser sends the same one for minutes, and many times at once. */
interface Verifications {
  /** What they say whose signature is right. */
  known: Map<string, JWTPayload>;
  /** Those whose signature is being verified. */
  running: Map<string, Promise<JWTPayload | null>>;
}
const verifications = new WeakMap<Uint8Array, Verifications>();

function verificationsOf(secret: Uint8Array): Verifications {
  const own = verifications.get(secret) ?? { known: new Map(), running: new Map() };
  verifications.set(secret, own);
  return own;
}

async function verified(secret: Uint8Array, token: string, now: Date): Promise<JWTPayload | null> {
  const { known, running } = verificationsOf(secret);
  const payload = known.get(token) ?? (await (running.get(token) ?? verify(secret, token, now)));
  // A signature stays as it is; whether the token has ended is asked each time.
  return payload && (payload.exp ?? 0) > Math.floor(now.getTime() / 1000) ? payload : null;
}

/** What a token says whose signature is right; null for any other. Whoever asks meanwhile waits for the same answer. */
function verify(secret: Uint8Array, token: string, now: Date): Promise<JWTPayload | null> {
  const { known, running } = verificationsOf(secret);
  const verifying = jwtVerify(token, secret, { issuer: ISSUER, algorithms: ['HS256'], currentDate: now }).then(
    ({ payload }) => {
      if (known.size >= MOST_KNOWN) known.delete(known.keys().next().value ?? '');
      known.set(token, payload);
      return payload;
    },
    // A token that cannot be verified, for whichever reason, is no token.
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
