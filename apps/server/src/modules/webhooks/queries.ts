import { sql } from 'kysely';
import type { WebhookDelivery, WebhookRow, WebhookSecret } from '@pimis/contract/webhooks';
import { can } from '@pimis/domain/access/policies';
import { ORGANIZATION_STATUS } from '@pimis/domain/constants';
import type { WebhookKind } from '@pimis/domain/webhooks/kinds';
import type { WebhookOffReason } from '@pimis/domain/webhooks/rights';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { searchCondition } from '../../platform/lists/search.ts';
import { applyFilters, applyPage, readTableQuery, type TableFields } from '../../platform/lists/table-query.ts';

const FIELDS: TableFields = {
  search: {
    column: 'webhooks.name',
    kind: 'text',
    condition: (text) => searchCondition(sql`pimis_search_key(array[]::text[], array[webhooks.name])`, text),
  },
  name: { column: 'webhooks.name', kind: 'text', sortable: true },
  organizationId: { column: 'webhooks.organization_id', kind: 'code', sortable: true },
  lastDeliveredDate: { column: 'webhooks.delivered_at', kind: 'instant', sortable: true, nullable: true },
};

/** Changes with every change by an administrator. */
const REVISION = sql<string>`extract(epoch from webhooks.changed_at)::text`.as('revision');

function webhooks(db: Database | Tx) {
  return db
    .selectFrom('webhooks')
    .innerJoin('published.organizations as organizations', 'organizations.id', 'webhooks.organization_id');
}

const COLUMNS = [
  'webhooks.id',
  'webhooks.name',
  'webhooks.url',
  'webhooks.kinds',
  'webhooks.organization_id as organizationId',
  'organizations.name as organizationName',
  'webhooks.enabled',
  'webhooks.off_reason as offReason',
  'webhooks.failing_since',
  'webhooks.delivered_at',
  sql<number>`(select count(*)::integer from webhook_deliveries
    where webhook_id = webhooks.id and state = 'waiting')`.as('waiting'),
  REVISION,
] as const;

type Raw = Omit<WebhookRow, 'kinds' | 'failingSince' | 'lastDeliveredDate'> & {
  kinds: string[];
  failing_since: Date | null;
  delivered_at: Date | null;
};

// The table has only kinds that this version or a newer one knows; others are not shown.
const toRow = ({ kinds, failing_since, delivered_at, ...row }: Raw): WebhookRow => ({
  ...row,
  kinds: kinds as WebhookKind[],
  failingSince: failing_since?.toISOString() ?? null,
  lastDeliveredDate: delivered_at?.toISOString() ?? null,
});

/** A page of the webhooks that the user may see, with their number. */
export async function listWebhooks(
  db: Database,
  user: CurrentUser,
  query: Record<string, string>,
): Promise<{ rows: WebhookRow[]; totalRows: number }> {
  const list = readTableQuery(query, FIELDS);
  const own = can(user, 'client.view', { organizationId: '' })
    ? sql<boolean>`true`
    : sql<boolean>`webhooks.organization_id = ${user.organizationId}`;
  const { total } = await applyFilters(webhooks(db).where(own), list, FIELDS)
    .select(sql<number>`count(*)::integer`.as('total'))
    .executeTakeFirstOrThrow();
  const page = applyPage(applyFilters(webhooks(db).select(COLUMNS).where(own), list, FIELDS), list, FIELDS, {
    sortBy: 'name',
    descending: false,
    tieBreaker: 'webhooks.id',
  });
  return { rows: (await page.execute()).map(toRow), totalRows: total };
}

/** A webhook with its secrets, without their contents; null without one. */
export async function findWebhook(db: Database | Tx, id: number) {
  const row = await webhooks(db)
    .innerJoin('published.users as makers', 'makers.id', 'webhooks.created_by')
    .select(COLUMNS)
    .select(['makers.name as createdBy', 'webhooks.created_at'])
    .where('webhooks.id', '=', id)
    .executeTakeFirst();
  if (!row) return null;
  const { created_at, createdBy, ...rest } = row;
  return { ...toRow(rest), createdBy, createdDate: created_at.toISOString(), secrets: await secretsOf(db, id) };
}

async function secretsOf(db: Database | Tx, webhookId: number): Promise<WebhookSecret[]> {
  const rows = await db
    .selectFrom('webhook_secrets')
    .innerJoin('published.users as users', 'users.id', 'webhook_secrets.created_by')
    .select(['webhook_secrets.id', 'webhook_secrets.created_at', 'users.name as createdBy'])
    .where('webhook_id', '=', webhookId)
    .orderBy('webhook_secrets.id')
    .execute();
  return rows.map(({ created_at, ...row }) => ({ ...row, createdDate: created_at.toISOString() }));
}

/** A webhook, locked until the transaction ends; steps that write events for it do not wait. */
export function lockWebhook(tx: Tx, id: number) {
  return tx
    .selectFrom('webhooks')
    .select(['id', 'name', 'url', 'kinds', 'organization_id as organizationId', 'enabled', REVISION])
    .select('delivered_at as deliveredAt')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
}
export type LockedWebhook = NonNullable<Awaited<ReturnType<typeof lockWebhook>>>;

export async function countWebhooks(tx: Tx, organizationId: string): Promise<number> {
  const { total } = await tx
    .selectFrom('webhooks')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('organization_id', '=', organizationId)
    .executeTakeFirstOrThrow();
  return total;
}

/** Whether an organization with this id is registered. */
export async function isRegistered(tx: Tx, organizationId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('published.organizations')
    .select('status')
    .where('id', '=', organizationId)
    .executeTakeFirst();
  return row?.status === ORGANIZATION_STATUS.approved;
}

/** The values of a webhook that administrators set. */
export interface WebhookValues {
  name: string;
  url: string;
  kinds: string[];
}

export async function insertWebhook(
  tx: Tx,
  { organizationId, ...values }: WebhookValues & { organizationId: string },
  createdBy: number,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('webhooks')
    .values({ ...values, organization_id: organizationId, created_by: createdBy, created_at: now, changed_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

export async function writeWebhook(tx: Tx, id: number, values: WebhookValues, now: Date): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ ...values, changed_at: now })
    .where('id', '=', id)
    .execute();
}

/** Switches a webhook off; its waiting deliveries stay. */
export async function switchOff(tx: Tx, id: number, reason: WebhookOffReason, now: Date): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ enabled: false, off_reason: reason, changed_at: now })
    .where('id', '=', id)
    .execute();
}

/** Switches a webhook on; its waiting deliveries are due now, with the full number of attempts. */
export async function switchOn(tx: Tx, id: number, now: Date): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ enabled: true, off_reason: null, failing_since: null, changed_at: now })
    .where('id', '=', id)
    .execute();
  await tx
    .updateTable('webhook_deliveries')
    .set({ attempts: 0, next_at: now, taken_at: null })
    .where('webhook_id', '=', id)
    .where('state', '=', 'waiting')
    .execute();
}

/** Removes a webhook with its secrets, its outbox and its log. */
export async function deleteWebhook(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute();
}

export async function countSecrets(tx: Tx, webhookId: number): Promise<number> {
  const { total } = await tx
    .selectFrom('webhook_secrets')
    .select(sql<number>`count(*)::integer`.as('total'))
    .where('webhook_id', '=', webhookId)
    .executeTakeFirstOrThrow();
  return total;
}

export async function insertSecret(
  tx: Tx,
  webhookId: number,
  sealed: Buffer,
  createdBy: number,
  now: Date,
): Promise<number> {
  const { id } = await tx
    .insertInto('webhook_secrets')
    .values({ webhook_id: webhookId, sealed, created_by: createdBy, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Removes a secret of the webhook; returns whether there was one. */
export async function deleteSecret(tx: Tx, webhookId: number, secretId: number): Promise<boolean> {
  const removed = await tx
    .deleteFrom('webhook_secrets')
    .where('id', '=', secretId)
    .where('webhook_id', '=', webhookId)
    .returning('id')
    .executeTakeFirst();
  return removed !== undefined;
}

/** All secrets, locked until the transaction ends. */
export function lockSecrets(tx: Tx) {
  return tx.selectFrom('webhook_secrets').select(['id', 'sealed']).orderBy('id').forUpdate().execute();
}

export async function putSealed(tx: Tx, id: number, sealed: Buffer): Promise<void> {
  await tx.updateTable('webhook_secrets').set({ sealed }).where('id', '=', id).execute();
}

/** Adds an event by which an administrator tries the webhook; returns its number. */
export async function insertTest(tx: Tx, webhookId: number, now: Date): Promise<string> {
  const { id } = await tx
    .insertInto('webhook_deliveries')
    .values({ webhook_id: webhookId, kind: 'test', once: true, created_at: now, next_at: now })
    .returning(sql<string>`id::text`.as('id'))
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Makes a delivery due now, unless an attempt is running: a waiting delivery keeps its order and its attempts, an ended
 * one gets a single attempt. Returns the delivery's former state; undefined if it does not exist.
 */
export async function makeDue(tx: Tx, webhookId: number, deliveryId: string, now: Date) {
  const found = await tx
    .selectFrom('webhook_deliveries')
    .select(['state', sql<boolean>`taken_at is not null and next_at > ${now}`.as('isTaken')])
    .where('id', '=', deliveryId)
    .where('webhook_id', '=', webhookId)
    .forUpdate()
    .executeTakeFirst();
  if (!found || found.isTaken) return found;
  await tx
    .updateTable('webhook_deliveries')
    .set({ state: 'waiting', next_at: now, ...(found.state === 'waiting' ? {} : { once: true, attempts: 0 }) })
    .where('id', '=', deliveryId)
    .execute();
  return found;
}

const DELIVERY_FIELDS: TableFields = {
  state: {
    column: 'webhook_deliveries.state',
    kind: 'text',
    condition: (text) => sql<boolean>`webhook_deliveries.state = any(${text.split(',')}::text[])`,
  },
  kind: {
    column: 'webhook_deliveries.kind',
    kind: 'text',
    condition: (text) => sql<boolean>`webhook_deliveries.kind = any(${text.split(',')}::text[])`,
  },
  projectCode: { column: 'projects.code', kind: 'code' },
  createdDate: { column: 'webhook_deliveries.created_at', kind: 'instant' },
  id: { column: 'webhook_deliveries.id', kind: 'integer', sortable: true },
};

/** A page of the log of a webhook, the newest first. */
export async function listDeliveries(
  db: Database,
  webhookId: number,
  query: Record<string, string>,
): Promise<{ rows: WebhookDelivery[]; totalRows: number }> {
  const list = readTableQuery(query, DELIVERY_FIELDS);
  const deliveries = db
    .selectFrom('webhook_deliveries')
    .leftJoin('published.projects as projects', 'projects.id', 'webhook_deliveries.project_id')
    .where('webhook_id', '=', webhookId);
  const filtered = applyFilters(deliveries, list, DELIVERY_FIELDS);
  const { total } = await filtered.select(sql<number>`count(*)::integer`.as('total')).executeTakeFirstOrThrow();
  const rows = await applyPage(
    filtered.select([
      sql<string>`webhook_deliveries.id::text`.as('id'),
      'event_id as eventId',
      'kind',
      sql<string | null>`projects.code::text`.as('projectCode'),
      'state',
      'attempts',
      'webhook_deliveries.created_at',
      'attempted_at',
      'next_at',
      'outcome',
      'http_status as httpStatus',
      'reason',
      'ms',
    ]),
    list,
    DELIVERY_FIELDS,
    { sortBy: 'id', descending: true, tieBreaker: 'webhook_deliveries.id' },
  ).execute();
  return {
    totalRows: total,
    rows: rows.map(({ created_at, attempted_at, next_at, kind, ...row }) => ({
      ...row,
      kind: kind as WebhookDelivery['kind'],
      createdDate: created_at.toISOString(),
      attemptedDate: attempted_at?.toISOString() ?? null,
      nextDate: row.state === 'waiting' ? next_at.toISOString() : null,
    })),
  };
}

/** Removes deliveries from before the moment, unless they still wait for a webhook that is on. */
export async function deleteOldDeliveries(db: Database, before: Date): Promise<void> {
  await sql`
    delete from webhook_deliveries using webhooks
    where webhooks.id = webhook_deliveries.webhook_id and webhook_deliveries.created_at < ${before}
      and not (webhook_deliveries.state = 'waiting' and webhooks.enabled)`.execute(db);
}

/** Values for metrics: the number of webhooks by state, and the time since which the oldest delivery waits. */
export async function webhookCounts(db: Database) {
  const { rows } = await sql<{ on: number; failing: number; off: number; waiting: number; since: Date | null }>`
    select count(*) filter (where enabled and failing_since is null)::integer as on,
      count(*) filter (where enabled and failing_since is not null)::integer as failing,
      count(*) filter (where not enabled)::integer as off,
      coalesce(sum(own.waiting) filter (where enabled), 0)::integer as waiting, min(own.since) filter (where enabled) as since
    from webhooks
    left join lateral (
      select count(*) as waiting, min(created_at) as since from webhook_deliveries
      where webhook_id = webhooks.id and state = 'waiting') own on true`.execute(db);
  return rows[0] ?? { on: 0, failing: 0, off: 0, waiting: 0, since: null };
}
