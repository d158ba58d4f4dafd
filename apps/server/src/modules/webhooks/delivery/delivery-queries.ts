import { sql } from 'kysely';
import type { DeliveryKind } from '@pimis/domain/webhooks/kinds';
import type { Database, Tx } from '../../../platform/database/database.ts';
import type { Attempt } from './post.ts';

/** The most concurrent deliveries of a webhook; a failing webhook has only one until it answers again. */
const OF_ONE = 4;
const OF_FAILING = 1;
/** An attempt that has not ended after this time, which is longer than any attempt, is lost: its process died. */
const LOST_SECONDS = 60;

/** A delivery that this process has taken, with what its attempt needs. */
export interface Taken {
  id: string;
  eventId: string;
  webhookId: number;
  url: string;
  kind: DeliveryKind;
  project: { code: string; number: string } | null;
  data: Record<string, unknown>;
  createdAt: Date;
  once: boolean;
  /** Counts this attempt. */
  attempts: number;
  sealed: Buffer[];
}

/**
 * Takes at most `places` due deliveries, for one attempt each. Of a project's events for a webhook only the first
 * waiting one is due, so that they arrive in order; deliveries requested by hand have no order. Webhooks that answer
 * come before those that fail, and each has a limited number of concurrent deliveries.
 */
export async function takeDue(db: Database, places: number, now: Date): Promise<Taken[]> {
  const { rows } = await sql<Omit<Taken, 'sealed'>>`
    with due as (
      select first.id
      from webhooks
      cross join lateral (
        select deliveries.id, deliveries.next_at
        from webhook_deliveries deliveries
        where deliveries.webhook_id = webhooks.id and deliveries.state = 'waiting' and deliveries.next_at <= ${now}
          and (webhooks.enabled or deliveries.once)
          and (deliveries.once or not exists (
            select from webhook_deliveries earlier
            where earlier.webhook_id = deliveries.webhook_id and earlier.project_id = deliveries.project_id
              and earlier.state = 'waiting' and not earlier.once and earlier.id < deliveries.id))
        order by deliveries.next_at, deliveries.id
        limit greatest(0, case when webhooks.failing_since is null then ${sql.lit(OF_ONE)} else ${sql.lit(OF_FAILING)} end - (
          select count(*) from webhook_deliveries taken
          where taken.webhook_id = webhooks.id and taken.taken_at is not null and taken.next_at > ${now}))
        for update skip locked) first
      order by webhooks.failing_since is not null, first.next_at, first.id
      limit ${places}
    ), taken as (
      update webhook_deliveries
      set taken_at = ${now}, attempts = attempts + 1, next_at = ${now}::timestamptz + make_interval(secs => ${LOST_SECONDS})
      from due where webhook_deliveries.id = due.id
      returning webhook_deliveries.*)
    select taken.id::text as id, taken.event_id as "eventId", taken.webhook_id as "webhookId", webhooks.url, taken.kind,
      case when projects.id is not null
        then json_build_object('code', projects.code, 'number', projects.number) end as project,
      taken.data, taken.created_at as "createdAt", taken.once, taken.attempts
    from taken
    join webhooks on webhooks.id = taken.webhook_id
    left join published.projects on projects.id = taken.project_id
    order by taken.id`.execute(db);
  if (rows.length === 0) return [];
  const secrets = await db
    .selectFrom('webhook_secrets')
    .select(['webhook_id', 'sealed'])
    .where('webhook_id', 'in', [...new Set(rows.map(({ webhookId }) => webhookId))])
    .orderBy('id')
    .execute();
  return rows.map((row) => ({
    ...row,
    sealed: secrets.filter(({ webhook_id }) => webhook_id === row.webhookId).map(({ sealed }) => sealed),
  }));
}

/** The record of an attempt. */
interface Ended {
  state: 'waiting' | 'delivered' | 'failed';
  attempt: Attempt;
  ms: number;
  now: Date;
  /** The time when a waiting delivery is due again. */
  nextAt?: Date;
}

/**
 * Writes the outcome of an attempt; returns false if the attempt had been given up: another process has taken the
 * delivery, or it was deleted.
 */
export async function writeEnded(
  tx: Tx,
  { id, attempts }: Pick<Taken, 'id' | 'attempts'>,
  { state, attempt, ms, now, nextAt }: Ended,
): Promise<boolean> {
  const written = await tx
    .updateTable('webhook_deliveries')
    .set({
      state,
      taken_at: null,
      attempted_at: now,
      outcome: attempt.outcome,
      http_status: attempt.httpStatus,
      reason: attempt.reason,
      ms,
      ...(nextAt ? { next_at: nextAt } : {}),
    })
    .where('id', '=', id)
    .where('attempts', '=', attempts)
    .where('taken_at', 'is not', null)
    .returning('id')
    .executeTakeFirst();
  return written !== undefined;
}

/** Postpones later events of the project until the first one is due again, so that no search reads them before. */
export async function holdLater(
  tx: Tx,
  { id, webhookId }: Pick<Taken, 'id' | 'webhookId'>,
  until: Date,
): Promise<void> {
  await sql`
    update webhook_deliveries later set next_at = ${until}
    from webhook_deliveries first
    where first.id = ${id}::bigint and later.webhook_id = ${webhookId} and later.project_id = first.project_id
      and later.state = 'waiting' and not later.once and later.id > first.id and later.next_at < ${until}`.execute(tx);
}

/** Makes the later events of the project due, of which the first is then taken. */
export async function freeLater(tx: Tx, { id, webhookId }: Pick<Taken, 'id' | 'webhookId'>, now: Date): Promise<void> {
  await sql`
    update webhook_deliveries later set next_at = ${now}
    from webhook_deliveries first
    where first.id = ${id}::bigint and later.webhook_id = ${webhookId} and later.project_id = first.project_id
      and later.state = 'waiting' and not later.once and later.id > first.id and later.next_at > ${now}`.execute(tx);
}

/** Notes that the webhook has answered. Most deliveries do not write the row, which is updated once a minute. */
export async function noteDelivered(tx: Tx, webhookId: number, now: Date): Promise<void> {
  await sql`
    update webhooks set failing_since = null, delivered_at = ${now}
    where id = ${webhookId} and (failing_since is not null or delivered_at is null
      or delivered_at < ${now}::timestamptz - interval '1 minute')`.execute(tx);
}

export async function noteFailing(tx: Tx, webhookId: number, now: Date): Promise<void> {
  await tx
    .updateTable('webhooks')
    .set({ failing_since: now })
    .where('id', '=', webhookId)
    .where('failing_since', 'is', null)
    .execute();
}
