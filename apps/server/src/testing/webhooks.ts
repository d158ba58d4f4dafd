import { createHmac } from 'node:crypto';
import { sql } from 'kysely';
import { afterEach, beforeAll, beforeEach } from 'vitest';
import type { MadeWebhook, NewWebhook, WebhookDelivery, WebhookDetails } from '@pimis/contract/webhooks';
import { WEBHOOK_KIND_NAMES } from '@pimis/domain/webhooks/kinds';
import { WebhookSender } from '../modules/webhooks/delivery/sender.ts';
import { upload } from './projects.ts';
import type { TestServer } from './server.ts';
import { type Received, startWebhookReceiver, type WebhookReceiver } from './webhook-receiver.ts';

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

/** The kinds of received events, without their common beginning. */
export const kindsOf = (received: readonly Received[]) =>
  received.map(({ event }) => event.type.replace('rs.pimis.project.', ''));

export const revisionsOf = (received: readonly Received[]) => received.map(({ event }) => event.data.revision);

/** Whether one of the signatures is that of the secret. */
export function isSigned({ headers, text }: Received, secret: string): boolean {
  const { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signatures } = headers;
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const own = createHmac('sha256', key)
    .update(`${String(id)}.${String(seconds)}.${text}`)
    .digest('base64');
  return String(signatures).split(' ').includes(`v1,${own}`);
}

/** Starts a receiver for each test of a file, and removes its webhooks after it. */
export function useReceiver(server: TestServer) {
  let receiver: WebhookReceiver;
  beforeAll(() => {
    server.context.config.webhookInternalHosts = ['127.0.0.1'];
  });
  beforeEach(async () => {
    receiver = await startWebhookReceiver();
  });
  afterEach(async () => {
    server.setNow(null);
    await receiver.stop();
    await sql`delete from webhooks`.execute(server.context.db);
  });
  return {
    receiver: () => receiver,
    /** Ends the receiver with the connections that it holds; another one takes its place. */
    cutConnections: async () => {
      await receiver.stop();
      receiver = await startWebhookReceiver();
    },
    make: (path: string, more: Partial<NewWebhook> = {}) => makeWebhook(server, `${receiver.url}${path}`, more),
    read: async (id: number) => (await server.call<WebhookDetails>('admin', 'GET', `${WEBHOOKS}/${id}`)).payload,
    at: (path: string) => receiver.received.filter((one) => one.path === path),
    later: (seconds: number) => server.setNow(new Date(server.context.now().getTime() + seconds * 1_000)),
    /** Adds a document to the project, or a revision to the document. */
    add: async (code: string, documentId?: number): Promise<number> => {
      const fields = { description: 'Опис', comment: 'Измена' };
      const { payload } = await upload(server, 'local.user', code, 'a.txt', fields, 'садржај', documentId);
      if (!payload?.[0]) throw new Error('the document was not added');
      return payload[0].id;
    },
  };
}
