import { decodeJwt, decodeProtectedHeader, errors, type JWTPayload, jwtVerify } from 'jose';
import { nameAtProvider } from '@pimis/domain/access/provider-claims';
import { describeUserAgent } from '@pimis/domain/text/user-agent';
import type { OidcProvider } from '../../../platform/access/oidc-settings.ts';
import { type AuditOrigin, auditAll } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { endProviderSessions } from './link-queries.ts';
import { keysOf, SKEW_SECONDS } from './providers.ts';

const EVENT = 'http://schemas.openid.net/event/backchannel-logout';
const LONGEST_TOKEN = 8_000;
/** Providers send a logout token immediately, so an older one may be stolen. */
const OLDEST = '10 minutes';
/** Algorithms by which a provider signs with its own key: no shared secret, and never `none`. */
const ALGORITHMS = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
];

/** The standard's type, or the general one of older providers: a token of another type has another purpose. */
const TYPES = ['logout+jwt', 'jwt'];

/** A logout token that is refused (Back-Channel Logout, 2.6). */
export class LogoutRefused extends Error {}

/** The subject of a logout token, which must not be a token of a sign-in. Error: LogoutRefused. */
function aboutWhom({ events, nonce, sid, sub }: JWTPayload): { sid: string | null; subject: string | null } {
  const isLogout = typeof events === 'object' && events !== null && Object.hasOwn(events, EVENT);
  if (!isLogout || nonce !== undefined) throw new LogoutRefused('The token is no logout token.');
  const whom = { sid: nameAtProvider(sid), subject: nameAtProvider(sub) };
  if (whom.sid === null && whom.subject === null) throw new LogoutRefused('The token names nobody.');
  return whom;
}

/**
 * Whether a token claims to come from this provider and to be meant for this installation; only then are the
 * provider's keys read.
 */
function isOurs(provider: OidcProvider, token: string): boolean {
  if (token.length > LONGEST_TOKEN) return false;
  try {
    const { alg = '', typ = 'JWT' } = decodeProtectedHeader(token);
    const { iss, aud, ...rest } = decodeJwt(token);
    aboutWhom(rest);
    return (
      TYPES.includes(typ.toLowerCase()) &&
      ALGORITHMS.includes(alg) &&
      iss === provider.issuer &&
      [aud].flat().includes(provider.clientId)
    );
  } catch {
    return false;
  }
}

/** Whether an error of the library is about the token itself: its signature, its claims, or the key that it names. */
const isAboutToken = (error: unknown): boolean =>
  error instanceof errors.JOSEError && /^ERR_(?:JW[ST]_|JWKS_(?:NO|MULTIPLE)_MATCHING|JOSE_ALG)/.test(error.code);

/** Ends the sessions that a logout token names. Errors: LogoutRefused, ProviderUnavailable. */
export async function endByToken(
  context: Context,
  provider: OidcProvider,
  token: string | undefined,
  origin: AuditOrigin,
): Promise<void> {
  if (token === undefined || !isOurs(provider, token)) throw new LogoutRefused('This is no logout token for us.');
  const keys = await keysOf(context, provider);
  const { payload } = await jwtVerify(token, keys, {
    algorithms: ALGORITHMS,
    issuer: provider.issuer,
    audience: provider.clientId,
    requiredClaims: ['iat', 'jti'],
    maxTokenAge: OLDEST,
    clockTolerance: SKEW_SECONDS,
    currentDate: context.now(),
  }).catch((cause: unknown) => {
    // Keys that cannot be read now say nothing about the token: the provider may send it again.
    if (!isAboutToken(cause)) throw new ApiError('ProviderUnavailable', { cause });
    throw new LogoutRefused('The token cannot be verified.', { cause });
  });
  await endSessions(context, provider, aboutWhom(payload), origin);
}

/**
 * Ends the session with the provider's session number, which the browser sends: a frame of another site has no cookie.
 * Only the provider and this browser know the number, and it can only end the session. Error: BadRequest.
 */
export async function endByNumber(
  context: Context,
  provider: OidcProvider,
  query: Readonly<Record<string, string>>,
  origin: AuditOrigin,
): Promise<void> {
  const sid = nameAtProvider(query.sid);
  if (query.iss !== provider.issuer || sid === null) throw new ApiError('BadRequest');
  await endSessions(context, provider, { sid, subject: null }, origin);
}

async function endSessions(
  context: Context,
  { id, issuer }: OidcProvider,
  whom: { sid: string | null; subject: string | null },
  origin: AuditOrigin,
): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    const ended = await endProviderSessions(tx, { issuer, ...whom }, context.now());
    if (ended.length === 0) return;
    await auditAll(
      tx,
      origin,
      ended.map(({ userId, agent, address }) => ({
        operation: 'session.end',
        subjectType: 'user',
        subjectId: userId,
        detail: {
          before: { sessions: [[describeUserAgent(agent ?? ''), address].filter(Boolean).join(', ')] },
          after: { sessions: [] },
          provider: id,
        },
      })),
    );
  });
}
