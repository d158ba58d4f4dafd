import { WEBHOOK_LOG_DAYS } from '@pimis/domain/webhooks/retries';
import type { Context } from '../../platform/context.ts';
import { deleteOldDeliveries, webhookCounts } from './queries.ts';

const DAY_MS = 86_400_000;

/** Removes deliveries older than the log keeps. */
export async function removeOldDeliveries({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  await deleteOldDeliveries(db, new Date(now().getTime() - WEBHOOK_LOG_DAYS * DAY_MS));
}

/** The state of all webhooks, for metrics. */
export const webhookFigures = ({ db }: Pick<Context, 'db'>) => webhookCounts(db);
