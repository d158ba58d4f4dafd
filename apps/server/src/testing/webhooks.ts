import type { MadeWebhook, NewWebhook, WebhookDelivery } from '@pimis/contract/webhooks';
import { WEBHOOK_KIND_NAMES } from '@pimis/domain/webhooks/kinds';
import { WebhookSender } from '../modules/webhooks/delivery/sender.ts';
import type { TestServer } from './server.ts';

export const WEBHOOKS = 'administration/webhooks';

export const newWebhook = (url: string, more: Partial<NewWebhook> = {}): NewWebhook => ({
  name: 'Трезор',
  url,
  kinds: [...WEBHOOK_KIND_NAMES],
  organizationId: '50112',
  ...more,
});

/** A webhook made by an administrator. */
export async function makeWebhook(
  server: TestServer,
  url: string,
  more: Partial<NewWebhook> = {},
): Promise<MadeWebhook> {
  const made = await server.call<MadeWebhook>('admin', 'POST', WEBHOOKS, newWebhook(url, more));
  if (!made.payload) throw new Error(JSON.stringify(made));
  return made.payload;
}

/** Makes an attempt for everything that is due, and for what becomes due by it. */
export async function deliver(
  server: TestServer,
  options: ConstructorParameters<typeof WebhookSender>[1] = {},
): Promise<void> {
  const sender = new WebhookSender(server.jobs, options);
  await sender.begin();
  await sender.settled();
}

/** The log of a webhook, the newest first. */
export async function logOf(server: TestServer, id: number, query = ''): Promise<WebhookDelivery[]> {
  const { payload } = await server.call<WebhookDelivery[]>(
    'admin',
    'GET',
    `${WEBHOOKS}/${id}/deliveries?perPage=100${query}`,
  );
  return payload ?? [];
}
