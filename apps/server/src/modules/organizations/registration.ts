import type { Registration, RegistrationUpdate, Submitted } from '@pimis/contract/organizations';
import { ORGANIZATION_STATUS } from '@pimis/domain/constants';
import { trimmed } from '@pimis/domain/text/blank';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import { type Context, today } from '../../platform/context.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { addJobs } from '../../platform/jobs/jobs.ts';
import { composeMail } from '../../platform/mail/mail-page.ts';
import { networkOf, timesFrom } from '../../platform/http/networks.ts';
import { receivedPhone } from '../../platform/http/received-phone.ts';
import { countHit } from '../../platform/limits/rate-limits.ts';
import { hashToken, makeLinkToken } from '../../platform/access/tokens.ts';
import { readContacts } from './contacts.ts';
import {
  decidersOf,
  findByToken,
  insertRequest,
  isBudgetUser,
  isTreasuryBranch,
  lockOrganization,
  updateRequest,
} from './queries.ts';

/** One request from an address in this many seconds (specification, "Validation rules"). */
const RETRY_SECONDS = 10;
const REQUESTS_OF_AN_ADDRESS = 5;
const REQUIRED = ['companyNumber', 'taxIdNumber', 'name', 'address', 'adminName'] as const;

function requireAllowed(context: Context): void {
  if (!context.config.registrationAllowed) throw new ApiError('ForbiddenOrganizationRegistration');
}

/** Trimmed texts, phones in their stored form; required ones are not empty. */
function readInput(input: Registration): Registration {
  const texts = Object.fromEntries(
    Object.entries(input).map(([field, value]) => {
      if (typeof value !== 'string') return [field, value];
      return [field, trimmed(value) || null];
    }),
  ) as Registration;
  const empty = REQUIRED.filter((field) => texts[field] === null);
  if (empty.length > 0) throw invalidFields(Object.fromEntries(empty.map((field) => [field, 'EmptyField'])));
  return {
    ...texts,
    phoneNumber: texts.phoneNumber ? receivedPhone(texts.phoneNumber, 'phoneNumber') : null,
    adminPhoneNumber: receivedPhone(texts.adminPhoneNumber, 'adminPhoneNumber'),
    ...readContacts(input),
  };
}

async function requireKnown(context: Context, tx: Tx, input: Registration): Promise<void> {
  if (!(await isBudgetUser(tx, input.id, today(context)))) {
    throw new ApiError('InvalidRegistrationBudgetUserId', {
      fieldErrors: [{ field: 'id', code: 'InvalidRegistrationBudgetUserId' }],
    });
  }
  if (input.treasuryBranchCode && !(await isTreasuryBranch(tx, input.treasuryBranchCode))) {
    throw invalidFields({ treasuryBranchCode: 'UnknownReference' });
  }
}

/** Allows one request for an organization in ten seconds, and several from an IP address, which people may share. */
async function requireTime(context: Context, id: string, address: string): Promise<void> {
  const place = networkOf(address);
  const ofOne = await countHit(context.db, `registration:${place}:${id}`, RETRY_SECONDS, context.now());
  const ofAll = await countHit(context.db, `registration:${place}`, RETRY_SECONDS, context.now());
  if (ofOne > 1 || ofAll > timesFrom(context.config, address, REQUESTS_OF_AN_ADDRESS)) {
    throw new ApiError('RegistrationLimitExceeded', { retryAfter: RETRY_SECONDS, limit: 'registrations' });
  }
}

/** Notifies the users who decide on requests by mail. */
async function notifyDeciders(context: Context, tx: Tx, { id, name }: Registration): Promise<void> {
  const link = { label: 'Отвори захтев', address: `${context.config.publicUrl}/administration/organization/${id}` };
  const paragraphs = [`орган ${name} (${id}) тражи регистрацију. Захтев чека вашу одлуку.`];
  const mails = (await decidersOf(tx)).map((to) =>
    composeMail({ to, subject: 'ПИМИС: захтев за регистрацију чека', paragraphs, link }),
  );
  await addJobs(tx, 'sendMail', mails);
}

/**
 * Takes a request to register from anybody. The returned token is the only access to it: only its hash is stored.
 * Errors: RegistrationLimitExceeded, InvalidRegistrationBudgetUserId, AlreadySubmittedRegistration.
 */
export async function submitRegistration(context: Context, given: Registration, origin: AuditOrigin) {
  requireAllowed(context);
  await requireTime(context, given.id, origin.address ?? '');
  const input = readInput(given);
  const { token, hash } = makeLinkToken();
  await context.db.transaction().execute(async (tx) => {
    await requireKnown(context, tx, input);
    if (!(await insertRequest(tx, input, hash, context.now()))) throw new ApiError('AlreadySubmittedRegistration');
    await notifyDeciders(context, tx, input);
    await audit(tx, origin, {
      operation: 'organization.register',
      subjectType: 'organization',
      subjectId: input.id,
      organizationId: input.id,
      detail: { before: null, after: input },
    });
  });
  return { organization: { id: input.id, registrationToken: token } };
}

async function requestOf(context: Context, token: string) {
  requireAllowed(context);
  const found = await findByToken(context.db, hashToken(token.trim()));
  if (!found) throw new ApiError('InvalidRegistrationToken');
  return found;
}

/** The undecided request of the token. */
export async function retrieveRegistration(context: Context, token: string): Promise<Submitted> {
  const { status, createdAt, ...found } = await requestOf(context, token);
  if (status !== ORGANIZATION_STATUS.pending) throw new ApiError('InvalidRegistrationStatus');
  return { ...found, createdDate: createdAt.toISOString() };
}

/** Changes an undecided request. The organization stays the same. */
export async function changeRegistration(
  context: Context,
  { registrationToken, ...given }: RegistrationUpdate,
  origin: AuditOrigin,
) {
  const { id } = await requestOf(context, registrationToken);
  const input = readInput(given);
  if (input.id !== id) throw invalidFields({ id: 'InvalidField' });
  await context.db.transaction().execute(async (tx) => {
    const found = await lockOrganization(tx, id);
    if (!found || found.tokenHash !== hashToken(registrationToken.trim())) {
      throw new ApiError('InvalidRegistrationToken');
    }
    if (found.status !== ORGANIZATION_STATUS.pending) throw new ApiError('InvalidRegistrationStatus');
    await requireKnown(context, tx, input);
    const standing = await findByToken(tx, found.tokenHash);
    if (!standing) throw new ApiError('InvalidRegistrationToken');
    const { status: _, createdAt: __, ...before } = standing;
    await updateRequest(tx, input);
    await audit(tx, origin, {
      operation: 'organization.registerAgain',
      subjectType: 'organization',
      subjectId: id,
      organizationId: id,
      detail: { before, after: input },
    });
  });
  return { organization: { id, registrationToken } };
}
