import { PASSKEYS } from '@pimis/domain/access/second-factor';
import type { NewCredential, Passkey, UsedCredential } from '@pimis/contract/passkeys';
import type { Proof } from '@pimis/contract/security';
import { trimmed } from '@pimis/domain/text/blank';
import { WORDS } from '@pimis/domain/text/words';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import { tokenSecretsOf } from '../../../platform/access/token-secrets.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import {
  findCredential,
  findPasskeys,
  insertPasskey,
  keepChallenge,
  updatePasskeyUse,
  removePasskey,
  takeChallenge,
} from './passkey-queries.ts';
import { proved } from './second-factor.ts';
import { mailAccessChange } from '../sign-in/access-mails.ts';
import { holdOwnAccount } from '../sign-in/own-password.ts';
import { makeChallenge, readChallenge, useChallenge } from '../sign-in/sign-in-challenge.ts';
import { auditRefusal } from '../sign-in/refused-sign-ins.ts';
import { openFor, type SignedIn, type SignInFrom, tokensOf } from '../sign-in/sign-in.ts';

/** The relying party: the page's origin and the host name of the passkeys. */
export interface Party {
  origin: string;
  name: string;
}

/** Options are passed on unchanged; their types have no index signature. */
const plain = (options: object): Record<string, unknown> => ({ ...options });

const shown = (row: { id: number; name: string; createdAt: Date; lastUsedAt: Date | null }): Passkey => ({
  id: row.id,
  name: row.name,
  createdDate: row.createdAt.toISOString(),
  lastUsedDate: row.lastUsedAt?.toISOString() ?? null,
});

/** The library takes 15 MB of memory, so it is loaded with the first passkey. */
const library = () => import('@simplewebauthn/server');

export async function listPasskeys(context: Context, user: CurrentUser): Promise<Passkey[]> {
  return (await findPasskeys(context.db, user.id)).map(shown);
}

/** The passkeys that the user has. Error: ReachedPasskeyLimit if there is no room for another. */
async function requireRoom(tx: Tx, userId: number) {
  const known = await findPasskeys(tx, userId);
  if (known.length >= PASSKEYS) throw new ApiError('ReachedPasskeyLimit');
  return known;
}

/** Options for making a passkey, after a new proof of identity. */
export function passkeyOptions(context: Context, user: CurrentUser, proof: Proof, party: Party) {
  return proved(context, user, proof, async (tx) => {
    const known = await requireRoom(tx, user.id);
    const options = await (await library()).generateRegistrationOptions({
      rpName: WORDS.product.sr,
      rpID: party.name,
      userID: new TextEncoder().encode(`pimis ${user.id}`),
      userName: user.login,
      userDisplayName: user.name,
      attestationType: 'none',
      excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
      // A passkey alone signs in: the device asks for a finger, a face or a PIN, and finds the account.
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
    await keepChallenge(tx, options.challenge, user.id, context.now());
    return plain(options);
  });
}

export async function addPasskey(
  context: Context,
  user: CurrentUser,
  input: { name: string; credential: NewCredential },
  party: Party,
  origin: AuditOrigin,
): Promise<Passkey> {
  const name = trimmed(input.name);
  if (name === '') throw invalidFields({ name: 'EmptyField' });
  const now = context.now();
  const verified = await (await library())
    .verifyRegistrationResponse({
      response: input.credential,
      expectedChallenge: (challenge) => takeChallenge(context.db, challenge, user.id, now),
      expectedOrigin: party.origin,
      expectedRPID: party.name,
      requireUserVerification: true,
    })
    .catch((cause: unknown) => {
      throw new ApiError('InvalidPasskey', { cause });
    });
  if (!verified.verified) throw new ApiError('InvalidPasskey');
  const { credential } = verified.registrationInfo;
  return context.db.transaction().execute(async (tx) => {
    // With the lock, each of several passkeys prepared at once counts the ones stored before it; none is stored if the
    // session has ended meanwhile.
    await holdOwnAccount(tx, user);
    await requireRoom(tx, user.id);
    const row = await insertPasskey(
      tx,
      {
        userId: user.id,
        name,
        credentialId: credential.id,
        publicKey: Buffer.from(credential.publicKey),
        counter: credential.counter,
        transports: input.credential.response.transports ?? [],
      },
      now,
    );
    if (!row) throw new ApiError('PasskeyKnown');
    await audit(tx, origin, {
      operation: 'user.passkeyAdd',
      subjectType: 'user',
      subjectId: user.id,
      detail: { before: null, after: { passkey: name } },
    });
    await mailAccessChange(tx, user.id, { kind: 'passkeyAdded', name }, now);
    return shown(row);
  });
}

/** Removes a passkey after a new proof of identity, so that nobody at an unattended browser can lock the owner out. */
export async function endPasskey(
  context: Context,
  user: CurrentUser,
  id: number,
  proof: Proof,
  origin: AuditOrigin,
): Promise<void> {
  await proved(context, user, proof, async (tx) => {
    const name = await removePasskey(tx, user.id, id);
    if (name === null) throw new ApiError('NotFound');
    await audit(tx, origin, {
      operation: 'user.passkeyRemove',
      subjectType: 'user',
      subjectId: user.id,
      detail: { before: { passkey: name }, after: null },
    });
    await mailAccessChange(tx, user.id, { kind: 'passkeyRemoved', name }, context.now());
  });
}

/** Options for signing in with a passkey; the device names the account. */
export async function signInOptions(context: Context, party: Party) {
  const options = await (await library()).generateAuthenticationOptions({
    rpID: party.name,
    challenge: makeChallenge(context.config.tokenSecret, context.now()),
    userVerification: 'required',
  });
  return plain(options);
}

/** Signs in with a passkey. It counts as two factors, so no second step and no mail about a new place follow. */
export async function signInByPasskey(
  context: Context,
  credential: UsedCredential,
  party: Party,
  from: SignInFrom,
): Promise<SignedIn> {
  const found = await findCredential(context.db, credential.id);
  const tried = { origin: from.origin, login: found?.login ?? '', by: 'passkey' } as const;
  return auditRefusal(context, tried, () => judgePasskey(context, found, { credential, party }, from));
}

async function judgePasskey(
  context: Context,
  found: Awaited<ReturnType<typeof findCredential>>,
  { credential, party }: { credential: UsedCredential; party: Party },
  from: SignInFrom,
): Promise<SignedIn> {
  const now = context.now();
  const refuse = (cause?: unknown): never => {
    throw new ApiError('InvalidPasskey', { cause });
  };
  if (!found) return refuse();
  const challenged: { challenge: string; until: Date | null } = { challenge: '', until: null };
  const verified = await (await library())
    .verifyAuthenticationResponse({
      response: credential,
      expectedChallenge: (text) => {
        challenged.challenge = text;
        challenged.until = readChallenge(tokenSecretsOf(context.config), text, now);
        return challenged.until !== null;
      },
      expectedOrigin: party.origin,
      expectedRPID: party.name,
      requireUserVerification: true,
      credential: { id: credential.id, publicKey: new Uint8Array(found.publicKey), counter: Number(found.counter) },
    })
    .catch(refuse);
  const { challenge, until } = challenged;
  if (!verified.verified || !until) return refuse();
  const opened = await context.db.transaction().execute(async (tx) => {
    if (!(await useChallenge(tx, challenge, until))) return null;
    await updatePasskeyUse(tx, found.id, verified.authenticationInfo.newCounter, now);
    return openFor(context, tx, found.userId, 'passkey', from);
  });
  if (!opened) return refuse();
  return tokensOf(context, found.userId, opened);
}
