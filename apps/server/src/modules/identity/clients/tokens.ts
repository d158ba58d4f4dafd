import { decodeProtectedHeader, importJWK, type JWK, type JWTPayload, jwtVerify } from 'jose';
import { sql } from 'kysely';
import type { TokenRequest } from '@pimis/contract/clients';
import type { Claim } from '@pimis/domain/access/claims';
import { grantedClaims, presentClaims } from '@pimis/domain/access/clients';
import { auditCounted } from '../../../platform/audit/counted-audit.ts';
import type { AuditOrigin } from '../../../platform/audit/audit.ts';
import { ACCESS_MINUTES, hashToken, signClientToken } from '../../../platform/access/tokens.ts';
import { type Context, today } from '../../../platform/context.ts';
import type { Database } from '../../../platform/database/database.ts';
import { isWithin, networkOf } from '../../../platform/http/networks.ts';
import { type Credentials, readCredentials } from './client-authentication.ts';
import { OAuthError } from './oauth-error.ts';
import { algorithmsOf } from './public-key.ts';

const GRANT = 'client_credentials';
/** How far the clock of a client may be wrong. */
const SKEW_SECONDS = 60;
/** An assertion is used at once, so it need not live longer; it is remembered until it expires. */
const ASSERTION_SECONDS = 600;
const LONGEST_JTI = 256;

/** The answer to a request for a token (RFC 6749, 5.1). */
export interface IssuedToken {
  access_token: string;
  token_type: 'Bearer';
  expires_in: number;
  scope: string;
}

interface Caller {
  address: string;
  authorization: string | undefined;
  origin: AuditOrigin;
}

/** The secret or key with which a client was authenticated; `jti` is that of its assertion. */
interface Proven {
  secretId: number;
  jti?: { hash: string; expiresAt: Date };
}

/** Finds a client by client_id; undefined if it was revoked or has expired. */
function findClient(db: Database, clientId: string, day: string) {
  return db
    .selectFrom('clients')
    .innerJoin('users', 'users.id', 'clients.user_id')
    .select(['clients.user_id as id', 'clients.claims', 'clients.addresses'])
    .where('users.login', '=', clientId)
    .where('clients.revoked_at', 'is', null)
    .where('clients.expires_on', '>=', day)
    .executeTakeFirst();
}

async function provenBySecret(db: Database, clientId: number, secret: string): Promise<Proven | null> {
  const row = await db
    .selectFrom('client_secrets')
    .select('id')
    .where('client_id', '=', clientId)
    .where('secret_hash', '=', hashToken(secret))
    .executeTakeFirst();
  return row ? { secretId: row.id } : null;
}

/** Verifies an assertion with one key; null if it is invalid for any reason (RFC 7523, 3). */
async function verified(context: Context, key: JWK, assertion: string, clientId: string): Promise<JWTPayload | null> {
  const { publicUrl } = context.config;
  try {
    const { alg } = decodeProtectedHeader(assertion);
    if (alg === undefined || !algorithmsOf(key).includes(alg)) return null;
    const { payload } = await jwtVerify(assertion, await importJWK(key, alg), {
      algorithms: [alg],
      issuer: clientId,
      subject: clientId,
      audience: [`${publicUrl}/api/oauth/token`, publicUrl],
      requiredClaims: ['exp', 'jti'],
      clockTolerance: SKEW_SECONDS,
      currentDate: context.now(),
    });
    return payload;
  } catch {
    return null;
  }
}

async function provenByAssertion(
  context: Context,
  client: { id: number; clientId: string },
  assertion: string,
): Promise<Proven | null> {
  const keys = await context.db
    .selectFrom('client_secrets')
    .select(['id', 'public_key'])
    .where('client_id', '=', client.id)
    .where('public_key', 'is not', null)
    .orderBy('id')
    .execute();
  for (const { id, public_key } of keys) {
    const payload = await verified(context, public_key as JWK, assertion, client.clientId);
    if (!payload) continue;
    const { jti = '', exp = 0 } = payload;
    const left = exp - Math.floor(context.now().getTime() / 1000);
    if (jti === '' || jti.length > LONGEST_JTI || left > ASSERTION_SECONDS) return null;
    const expiresAt = new Date((exp + SKEW_SECONDS) * 1000);
    return { secretId: id, jti: { hash: hashToken(jti), expiresAt } };
  }
  return null;
}

/** Records the use of a client and its secret; returns false if the assertion was used before. */
function noteUse(context: Context, id: number, { secretId, jti }: Proven, address: string): Promise<boolean> {
  const now = context.now();
  return context.db.transaction().execute(async (tx) => {
    if (jti) {
      const first = await tx
        .insertInto('client_assertions')
        .values({ client_id: id, jti_hash: jti.hash, expires_at: jti.expiresAt })
        .onConflict((conflict) => conflict.doNothing())
        .returning('client_id')
        .executeTakeFirst();
      if (!first) return false;
    }
    await tx.updateTable('client_secrets').set({ last_used_at: now }).where('id', '=', secretId).execute();
    await tx
      .updateTable('clients')
      .set({ last_used_at: now, last_used_from: address })
      .where('user_id', '=', id)
      .execute();
    return true;
  });
}

const KNOWN_ID = /^client-[a-z0-9-]{1,60}$/;

/** Counts a refused client; the audit log has a row for the first refusal of a day and for some of the others. */
async function refuse(context: Context, { address, origin }: Caller, clientId: string, reason: string): Promise<never> {
  const entry = {
    operation: 'session.refused',
    subjectType: 'login',
    // Anything can be sent as client_id.
    subjectId: KNOWN_ID.test(clientId) ? clientId : 'client',
    detail: { reason, by: 'client' },
  } as const;
  await auditCounted(context, `client:${reason}:${networkOf(address)}`, 1, origin, entry);
  throw new OAuthError('invalid_client', 'The client could not be authenticated.');
}

function prove(
  context: Context,
  client: { id: number; clientId: string },
  credentials: Credentials,
): Promise<Proven | null> {
  return 'secret' in credentials
    ? provenBySecret(context.db, client.id, credentials.secret)
    : provenByAssertion(context, client, credentials.assertion);
}

/**
 * Gives a client an access token for ten minutes (RFC 6749, 4.4). The form of the request is checked before anything is
 * looked up. Error: OAuthError.
 */
export async function issueToken(context: Context, body: TokenRequest, caller: Caller): Promise<IssuedToken> {
  if (body.grant_type === undefined) throw new OAuthError('invalid_request', 'grant_type is missing.');
  if (body.grant_type !== GRANT) throw new OAuthError('unsupported_grant_type', `grant_type must be ${GRANT}.`);
  const credentials = readCredentials(caller.authorization, body);
  const { clientId } = credentials;
  const found = KNOWN_ID.test(clientId) ? await findClient(context.db, clientId, today(context)) : undefined;
  if (!found) return refuse(context, caller, clientId, 'unknown');
  const { id } = found;
  const proven = await prove(context, { id, clientId }, credentials);
  if (!proven) return refuse(context, caller, clientId, 'credentials');
  if (!isWithin(found.addresses, caller.address)) return refuse(context, caller, clientId, 'address');
  const claims = found.claims as Claim[];
  const granted = grantedClaims(body.scope, presentClaims(claims, claims));
  if (granted === null) throw new OAuthError('invalid_scope', 'The client does not have one of these scopes.');
  if (!(await noteUse(context, id, proven, caller.address))) return refuse(context, caller, clientId, 'replay');
  const scope = granted.join(' ');
  return {
    access_token: await signClientToken(context.config.tokenSecret, { clientId: id, scope }, context.now()),
    token_type: 'Bearer',
    expires_in: ACCESS_MINUTES * 60,
    scope,
  };
}

/** Removes assertions that have expired. */
export async function removeOldAssertions({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await db.deleteFrom('client_assertions').where(sql<boolean>`expires_at < ${now()}`).execute();
}
