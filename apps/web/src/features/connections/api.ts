import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { WebhookDelivery } from '@pimis/contract/webhooks';
import { call } from '../../api/client.ts';

export function clientsQuery(parameters: string) {
  return queryOptions({
    queryKey: ['clients', 'list', parameters],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { payload, additional } = await call('GET /administration/clients', { query: parameters });
      return { rows: payload, ...additional };
    },
  });
}

export function clientQuery(id: number) {
  return queryOptions({
    queryKey: ['clients', 'one', id],
    queryFn: async () => (await call('GET /administration/clients/:id', { params: { id } })).payload,
  });
}

export function webhooksQuery(parameters: string) {
  return queryOptions({
    queryKey: ['webhooks', 'list', parameters],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { payload, additional } = await call('GET /administration/webhooks', { query: parameters });
      return { rows: payload, ...additional };
    },
  });
}

export function webhookQuery(id: number) {
  return queryOptions({
    queryKey: ['webhooks', 'one', id],
    queryFn: async () => (await call('GET /administration/webhooks/:id', { params: { id } })).payload,
  });
}

/** While a first attempt is due or under way, the log is read again. */
const WATCH_MS = 2_000;

export function deliveriesQuery(id: number, parameters: string) {
  return queryOptions({
    queryKey: ['webhooks', 'deliveries', id, parameters],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const query = { params: { id }, query: parameters };
      const { payload, additional } = await call('GET /administration/webhooks/:id/deliveries', query);
      return { rows: payload, ...additional };
    },
    refetchInterval: ({ state }) => (state.data?.rows.some(isUnderWay) ? WATCH_MS : false),
  });
}

const isUnderWay = ({ state, outcome }: WebhookDelivery) => state === 'waiting' && outcome === null;
