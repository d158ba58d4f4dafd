import type {
  MadeWebhook,
  MadeWebhookSecret,
  NewWebhook,
  WebhookDelivery,
  WebhookDetails,
  WebhookUpdate,
} from '@pimis/contract/webhooks';
import { can } from '@pimis/domain/access/policies';
import { trimmed } from '@pimis/domain/text/blank';
import { webhookPlaceRefusal, WEBHOOK_SECRETS, WEBHOOKS_PER_ORGANIZATION } from '@pimis/domain/webhooks/rights';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import type { Context } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Tx } from '../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { addJob } from '../../platform/jobs/jobs.ts';
import { changeRights } from '../identity/roles/rights.ts';
import { makeSecret } from './delivery/signing.ts';
import { readTarget } from './delivery/target.ts';
import {
  countSecrets,
  countWebhooks,
  deleteSecret,
  deleteWebhook,
  findWebhook,
  insertSecret,
  insertTest,
  insertWebhook,
  isRegistered,
  listDeliveries,
  type LockedWebhook,
  lockWebhook,
  makeDue,
  switchOff,
  switchOn,
  type WebhookValues,
  writeWebhook,
} from './queries.ts';

/** Checks the values of a webhook. Error: ValidationError with every problem. */
function readValues({ config }: Context, input: NewWebhook | WebhookUpdate): WebhookValues {
  const name = trimmed(input.name);
  const url = input.url.trim();
  const target = readTarget(url, config.webhookInternalHosts);
  const wrong = {
    ...(name === '' ? { name: 'EmptyField' } : {}),
    ...(target === null ? { url: 'WebhookAddressUnfit' } : {}),
  };
  if (target === null || Object.keys(wrong).length > 0) throw invalidFields(wrong);
  return { name, url: target.href, kinds: input.kinds.toSorted() };
}

/** Without the query, which may contain a password that the audit log does not need. */
const auditedUrl = (url: string) => url.split('?', 1)[0] ?? '';

const auditedValues = ({ url, ...values }: WebhookValues) => ({
  name: values.name,
  url: auditedUrl(url),
  kinds: values.kinds,
});

/** A webhook with its secrets, without their contents. Error: NotFound, also for a webhook of another organization. */
export async function readWebhook(context: Context, user: CurrentUser, id: number): Promise<WebhookDetails> {
  const found = await findWebhook(context.db, id);
  if (!found || !can(user, 'client.view', { organizationId: found.organizationId })) throw new ApiError('NotFound');
  return { ...found, changeRefusal: webhookPlaceRefusal(user, found.organizationId) };
}

/** The log of a webhook. Error: NotFound. */
export async function readDeliveries(
  context: Context,
  user: CurrentUser,
  id: number,
  query: Record<string, string>,
): Promise<{ rows: WebhookDelivery[]; totalRows: number }> {
  await readWebhook(context, user, id);
  return listDeliveries(context.db, id, query);
}

/**
 * Creates a webhook with its first secret, which only this answer shows. Errors: those of webhookPlaceRefusal,
 * WebhookLimit.
 */
export function createWebhook(
  context: Context,
  user: CurrentUser,
  input: NewWebhook,
  origin: AuditOrigin,
): Promise<MadeWebhook> {
  return changeRights(context, user, async (tx, caller) => {
    const { organizationId } = input;
    const refusal = webhookPlaceRefusal(caller, organizationId);
    if (refusal !== null) throw new ApiError(refusal);
    refuseInCopy(context);
    const values = readValues(context, input);
    if (!(await isRegistered(tx, organizationId))) throw invalidFields({ organizationId: 'InvalidField' });
    if ((await countWebhooks(tx, organizationId)) >= WEBHOOKS_PER_ORGANIZATION) throw new ApiError('WebhookLimit');
    const id = await insertWebhook(tx, { ...values, organizationId }, caller.id, context.now());
    const { secret, sealed } = makeSecret(context.config.tokenSecret);
    await insertSecret(tx, id, sealed, caller.id, context.now());
    await audit(tx, origin, {
      operation: 'webhook.create',
      subjectType: 'webhook',
      subjectId: id,
      organizationId,
      detail: { before: null, after: auditedValues(values) },
    });
    return { id, secret };
  });
}

/** Refuses in a copy of an installation, which sends nothing. Error: WebhookInCopy. */
function refuseInCopy({ readOnly }: Context): void {
  if ((readOnly?.copiedAt() ?? null) !== null) throw new ApiError('WebhookInCopy');
}

/**
 * A webhook that the caller may change, locked until the transaction ends. Errors: NotFound, InvalidUserPermission,
 * WebhookOfAllBodies.
 */
async function lockOwn(tx: Tx, caller: CurrentUser, id: number): Promise<LockedWebhook> {
  const found = await lockWebhook(tx, id);
  if (!found || !can(caller, 'client.view', { organizationId: found.organizationId })) throw new ApiError('NotFound');
  const refusal = webhookPlaceRefusal(caller, found.organizationId);
  if (refusal !== null) throw new ApiError(refusal);
  return found;
}

/**
 * Changes a webhook, and switches it on or off; with `revision` only if nobody else has changed it since. Errors: those
 * of lockOwn, RecordConflict, WebhookInCopy.
 */
export async function updateWebhook(
  context: Context,
  user: CurrentUser,
  id: number,
  input: WebhookUpdate,
  origin: AuditOrigin,
): Promise<void> {
  await changeRights(context, user, async (tx, caller) => {
    const found = await lockOwn(tx, caller, id);
    if (input.revision !== undefined && input.revision !== found.revision) throw new ApiError('RecordConflict');
    if (input.enabled) refuseInCopy(context);
    const values = readValues(context, input);
    const now = context.now();
    await writeWebhook(tx, id, values, now);
    if (input.enabled && !found.enabled) {
      await switchOn(tx, id, now);
      await addJob(tx, 'deliverWebhooks', {});
    }
    if (!input.enabled && found.enabled) await switchOff(tx, id, 'person', now);
    await audit(tx, origin, {
      operation: 'webhook.update',
      subjectType: 'webhook',
      subjectId: id,
      organizationId: found.organizationId,
      detail: {
        before: { ...auditedValues(found), enabled: found.enabled },
        after: { ...auditedValues(values), enabled: input.enabled },
      },
    });
  });
}

/** Removes a webhook with its waiting deliveries and its log. Errors: those of lockOwn. */
export async function removeWebhook(
  context: Context,
  user: CurrentUser,
  id: number,
  origin: AuditOrigin,
): Promise<void> {
  await changeRights(context, user, async (tx, caller) => {
    const found = await lockOwn(tx, caller, id);
    await deleteWebhook(tx, id);
    await audit(tx, origin, {
      operation: 'webhook.delete',
      subjectType: 'webhook',
      subjectId: id,
      organizationId: found.organizationId,
      detail: { before: { ...auditedValues(found), enabled: found.enabled }, after: null },
    });
  });
}

/**
 * Makes a further secret, which only this answer shows; until the former one is removed, deliveries have both
 * signatures. Errors: those of lockOwn, WebhookSecretLimit.
 */
export function addWebhookSecret(
  context: Context,
  user: CurrentUser,
  id: number,
  origin: AuditOrigin,
): Promise<MadeWebhookSecret> {
  return changeRights(context, user, async (tx, caller) => {
    const found = await lockOwn(tx, caller, id);
    if ((await countSecrets(tx, id)) >= WEBHOOK_SECRETS) throw new ApiError('WebhookSecretLimit');
    const { secret, sealed } = makeSecret(context.config.tokenSecret);
    const secretId = await insertSecret(tx, id, sealed, caller.id, context.now());
    await audit(tx, origin, {
      operation: 'webhook.secretAdd',
      subjectType: 'webhook',
      subjectId: id,
      organizationId: found.organizationId,
      detail: { before: null, after: { id: secretId } },
    });
    return { id: secretId, secret };
  });
}

/** Removes a secret, but not the last one. Errors: those of lockOwn, WebhookLastSecret. */
export async function removeWebhookSecret(
  context: Context,
  user: CurrentUser,
  of: { id: number; secretId: number },
  origin: AuditOrigin,
): Promise<void> {
  await changeRights(context, user, async (tx, caller) => {
    const found = await lockOwn(tx, caller, of.id);
    if (!(await deleteSecret(tx, of.id, of.secretId))) throw new ApiError('NotFound');
    if ((await countSecrets(tx, of.id)) === 0) throw new ApiError('WebhookLastSecret');
    await audit(tx, origin, {
      operation: 'webhook.secretRemove',
      subjectType: 'webhook',
      subjectId: of.id,
      organizationId: found.organizationId,
      detail: { before: { id: of.secretId }, after: null },
    });
  });
}

/**
 * Sends a test event without a project, once, also to a webhook that is off. Returns the number of its delivery in the
 * log, which shows the outcome. Errors: those of lockOwn, WebhookInCopy.
 */
export function testWebhook(context: Context, user: CurrentUser, id: number, origin: AuditOrigin): Promise<string> {
  return changeRights(context, user, async (tx, caller) => {
    const found = await lockOwn(tx, caller, id);
    refuseInCopy(context);
    const delivery = await insertTest(tx, id, context.now());
    await addJob(tx, 'deliverWebhooks', {});
    await audit(tx, origin, {
      operation: 'webhook.test',
      subjectType: 'webhook',
      subjectId: id,
      organizationId: found.organizationId,
      detail: { before: null, after: { delivery } },
    });
    return delivery;
  });
}

/**
 * Sends a delivery of the log again under its number: a waiting one now, an ended one with a single attempt. If an
 * attempt is already running, that one counts. Errors: those of lockOwn, WebhookInCopy.
 */
export async function resendDelivery(
  context: Context,
  user: CurrentUser,
  of: { id: number; deliveryId: string },
  origin: AuditOrigin,
): Promise<void> {
  await changeRights(context, user, async (tx, caller) => {
    const found = await lockOwn(tx, caller, of.id);
    refuseInCopy(context);
    const before = await makeDue(tx, of.id, of.deliveryId, context.now());
    if (!before) throw new ApiError('NotFound');
    if (before.isTaken) return;
    await addJob(tx, 'deliverWebhooks', {});
    await audit(tx, origin, {
      operation: 'webhook.resend',
      subjectType: 'webhook',
      subjectId: of.id,
      organizationId: found.organizationId,
      detail: { delivery: of.deliveryId, before: { state: before.state }, after: { state: 'waiting' } },
    });
  });
}
