import { randomBytes } from 'node:crypto';
import type { FieldError } from '@pimis/contract/envelope';
import type { ClientDetails, ClientUpdate, MadeSecret, NewClient, NewSecret } from '@pimis/contract/clients';
import { CLAIMS, type Claim } from '@pimis/domain/access/claims';
import { networkRefusal } from '@pimis/domain/access/client-networks';
import {
  CLIENT_DAYS,
  CLIENT_SECRETS,
  CLIENTS_PER_ORGANIZATION,
  clientChangeRefusal,
  clientClaimRefusal,
  clientPlaceRefusal,
} from '@pimis/domain/access/clients';
import { can, type PolicyUser } from '@pimis/domain/access/policies';
import { addDays, isDay } from '@pimis/domain/dates/dates';
import { trimmed } from '@pimis/domain/text/blank';
import { loginFromName } from '@pimis/domain/text/transliterate';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import { type Context, today } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import { hashToken, makeLinkToken } from '../../../platform/access/tokens.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import { changeRights } from '../roles/rights.ts';
import { isRegistered } from '../users/user-queries.ts';
import {
  type ClientValues,
  countClients,
  countSecrets,
  deleteSecret,
  findClient,
  insertClient,
  insertSecret,
  type LockedClient,
  lockClient,
  revokeRow,
  writeClient,
} from './client-queries.ts';
import { readPublicKey } from './public-key.ts';

const SLUG_LENGTH = 24;
/** A recognizable prefix, so that a leaked secret can be found, for example in a repository. */
const SECRET_MARK = 'pimis_';

/** The name by which activities, history and lists show the client. */
const shownName = (name: string) => `клијент ${name}`;

/** Makes a `client_id`. People's logins have no hyphen, so none of them can equal it. */
function makeClientId(name: string): string {
  const slug = loginFromName(name).replaceAll('.', '-').slice(0, SLUG_LENGTH).replace(/-$/, '');
  return ['client', slug, randomBytes(4).toString('hex')].filter((part) => part !== '').join('-');
}

const isClaim = (name: string): name is Claim => Object.hasOwn(CLAIMS, name);

/**
 * Checks the values of a client; the error names every problem. `kept` are claims that it already has, which a caller
 * who may change it can leave. Error: ValidationError.
 */
function readValues(
  caller: PolicyUser,
  input: ClientUpdate | NewClient,
  { day, expiresOn }: { day: string; expiresOn?: string },
): ClientValues {
  const wrong: Record<string, string> = {};
  const networks: FieldError[] = [];
  const name = trimmed(input.name);
  if (name === '') wrong.name = 'EmptyField';
  const addresses = [...new Set(input.addresses.map((address) => address.trim()))];
  addresses.forEach((address, index) => {
    const refusal = networkRefusal(address);
    if (refusal === null) return;
    const { code } = refusal;
    const meant = 'network' in refusal ? { message: refusal.network } : {};
    networks.push({ field: `addresses.${index}`, code, ...meant });
  });
  for (const claim of input.claims) {
    const refusal = isClaim(claim) ? clientClaimRefusal(caller, claim) : 'InvalidField';
    if (refusal !== null) wrong.claims = refusal;
  }
  // An expiry that stays the same may have passed meanwhile.
  const isOther = input.expiresOn !== expiresOn;
  if (isOther && !(isDay(input.expiresOn) && input.expiresOn >= day && input.expiresOn <= addDays(day, CLIENT_DAYS))) {
    wrong.expiresOn = 'InvalidField';
  }
  const fieldErrors = [...invalidFields(wrong).fieldErrors, ...networks];
  if (fieldErrors.length > 0) throw new ApiError('ValidationError', { fieldErrors });
  return { name, claims: input.claims.toSorted(), addresses, expiresOn: input.expiresOn };
}

/** A client with its secrets. Error: NotFound, also for one of another organization. */
export async function readClient(context: Context, user: CurrentUser, id: number): Promise<ClientDetails> {
  const found = await findClient(context.db, id);
  if (!found || !can(user, 'client.view', { organizationId: found.organizationId })) throw new ApiError('NotFound');
  const claims = found.claims as Claim[];
  const refusal = found.revokedDate === null ? clientChangeRefusal(user, { ...found, claims }) : 'ClientRevoked';
  return { ...found, changeRefusal: refusal };
}

/** Errors: ValidationError, InvalidUserPermission, ClientOfAllBodies, ClientLimit. */
export function createClient(
  context: Context,
  user: CurrentUser,
  input: NewClient,
  origin: AuditOrigin,
): Promise<number> {
  return changeRights(context, user, async (tx, caller) => {
    const { organizationId } = input;
    const refusal = clientPlaceRefusal(caller, organizationId);
    if (refusal !== null) throw new ApiError(refusal);
    const values = readValues(caller, input, { day: today(context) });
    if (!(await isRegistered(tx, organizationId))) throw invalidFields({ organizationId: 'InvalidField' });
    if ((await countClients(tx, organizationId)) >= CLIENTS_PER_ORGANIZATION) throw new ApiError('ClientLimit');
    const clientId = makeClientId(values.name);
    const row = { ...values, clientId, organizationId, shownName: shownName(values.name) };
    const id = await insertClient(tx, row, caller.id, context.now());
    await audit(tx, origin, {
      operation: 'client.create',
      subjectType: 'client',
      subjectId: id,
      organizationId,
      detail: { before: null, after: { ...values, clientId } },
    });
    return id;
  });
}

/** A client that the caller administers, held until the transaction ends. Error: NotFound. */
async function lockOwn(tx: Tx, caller: CurrentUser, id: number): Promise<LockedClient> {
  const found = await lockClient(tx, id);
  if (!found || !can(caller, 'client.view', { organizationId: found.organizationId })) throw new ApiError('NotFound');
  if (!can(caller, 'client.administrate', { organizationId: found.organizationId })) {
    throw new ApiError('InvalidUserPermission');
  }
  return found;
}

/**
 * The same, to change its rights or secrets. Errors: NotFound, InvalidUserPermission, ClientOfAllBodies, ClientRevoked.
 */
async function lockChangeable(tx: Tx, caller: CurrentUser, id: number): Promise<LockedClient> {
  const found = await lockOwn(tx, caller, id);
  const refusal = clientChangeRefusal(caller, found);
  if (refusal !== null) throw new ApiError(refusal);
  if (found.revokedAt !== null) throw new ApiError('ClientRevoked');
  return found;
}

const valuesOf = ({ name, claims, addresses, expiresOn }: LockedClient): ClientValues => ({
  name,
  claims,
  addresses,
  expiresOn,
});

/**
 * Changes a client; with `revision` only if nobody else has changed it since. Errors: as for reading, RecordConflict.
 */
export async function updateClient(
  context: Context,
  user: CurrentUser,
  id: number,
  input: ClientUpdate,
  origin: AuditOrigin,
): Promise<void> {
  await changeRights(context, user, async (tx, caller) => {
    const found = await lockChangeable(tx, caller, id);
    if (input.revision !== undefined && input.revision !== found.revision) throw new ApiError('RecordConflict');
    const values = readValues(caller, input, { day: today(context), expiresOn: found.expiresOn });
    await writeClient(tx, id, { ...values, shownName: shownName(values.name) }, context.now());
    await audit(tx, origin, {
      operation: 'client.update',
      subjectType: 'client',
      subjectId: id,
      organizationId: found.organizationId,
      detail: { before: valuesOf(found), after: values },
    });
  });
}

/** Revokes a client at once and for ever: its tokens and secrets end. Errors: NotFound, ClientRevoked. */
export async function revokeClient(
  context: Context,
  user: CurrentUser,
  id: number,
  origin: AuditOrigin,
): Promise<void> {
  await changeRights(context, user, async (tx, caller) => {
    const found = await lockOwn(tx, caller, id);
    if (found.revokedAt !== null) throw new ApiError('ClientRevoked');
    await revokeRow(tx, id, caller.id, context.now());
    await audit(tx, origin, {
      operation: 'client.revoke',
      subjectType: 'client',
      subjectId: id,
      organizationId: found.organizationId,
      detail: { before: valuesOf(found), after: null },
    });
  });
}

/**
 * Makes a secret, which only this answer shows, or keeps a public key. Errors: as for a change, ClientSecretLimit,
 * ClientKeyUnfit.
 */
export async function addSecret(
  context: Context,
  user: CurrentUser,
  id: number,
  { publicKey }: NewSecret,
  origin: AuditOrigin,
): Promise<MadeSecret> {
  const key = publicKey === undefined ? null : await readPublicKey(publicKey);
  return changeRights(context, user, async (tx, caller) => {
    const found = await lockChangeable(tx, caller, id);
    if ((await countSecrets(tx, id)) >= CLIENT_SECRETS) throw new ApiError('ClientSecretLimit');
    const secret = key === null ? `${SECRET_MARK}${makeLinkToken().token}` : null;
    const stored = secret === null ? { publicKey: key ?? {} } : { secretHash: hashToken(secret) };
    const secretId = await insertSecret(tx, id, stored, caller.id, context.now());
    await audit(tx, origin, {
      operation: 'client.secretAdd',
      subjectType: 'client',
      subjectId: id,
      organizationId: found.organizationId,
      detail: { before: null, after: { kind: key === null ? 'secret' : 'key', id: secretId, keyId: key?.kid ?? null } },
    });
    return { id: secretId, secret };
  });
}

/** Removes a secret or key; from now on no token is given for it. Errors: NotFound, InvalidUserPermission. */
export async function removeSecret(
  context: Context,
  user: CurrentUser,
  of: { id: number; secretId: number },
  origin: AuditOrigin,
): Promise<void> {
  await changeRights(context, user, async (tx, caller) => {
    const found = await lockOwn(tx, caller, of.id);
    const removed = await deleteSecret(tx, of.id, of.secretId);
    if (!removed) throw new ApiError('NotFound');
    await audit(tx, origin, {
      operation: 'client.secretRemove',
      subjectType: 'client',
      subjectId: of.id,
      organizationId: found.organizationId,
      detail: { before: { ...removed, id: of.secretId }, after: null },
    });
  });
}
