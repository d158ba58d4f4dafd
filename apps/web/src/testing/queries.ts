import { type QueryKey, QueryClient, QueryObserver } from '@tanstack/react-query';
import { onTestFinished, vi } from 'vitest';

interface Given {
  payload: unknown;
  additionalInformation?: object;
  /** The name of a refusal. */
  refused?: string;
}

const REFUSED = 422;

/**
 * A server of one test: answers each call with what `give` says for its address, by default one row, which is the
 * address, of seven. Returns the calls that it gets.
 */
export function answerCalls(
  give: (address: string) => Given = (address) => ({ payload: [address], additionalInformation: { totalRows: 7 } }),
) {
  const sent: { call: string; body?: unknown }[] = [];
  vi.stubGlobal('fetch', async (address: string, request?: RequestInit) => {
    const body = typeof request?.body === 'string' ? { body: JSON.parse(request.body) as unknown } : {};
    sent.push({ call: `${request?.method ?? 'GET'} ${address}`, ...body });
    const { payload, additionalInformation = null, refused } = give(address);
    const status = refused === undefined ? { code: 0, name: 'Success' } : { code: 1, name: refused };
    const answer = { payload, additionalInformation, status, errors: [] };
    return Response.json(answer, { status: refused === undefined ? 200 : REFUSED });
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { sent, asked: () => sent.map(({ call }) => call) };
}

/** A cache of one test; as in the product, a read that failed is not tried again by itself. */
export const ownCache = () => new QueryClient({ defaultOptions: { queries: { retry: false } } });

interface Query {
  queryKey: QueryKey;
}

/** What a query reads, and whether it is read again after a change of all that begins with a key. */
export async function readAfter(query: Query, changed: QueryKey) {
  const client = ownCache();
  const read: unknown = await client.fetchQuery(query);
  await client.invalidateQueries({ queryKey: changed });
  return { read, again: client.getQueryState(query.queryKey)?.isInvalidated };
}

/** What a list shows, which has shown the first page, while the second one is read. */
export async function shownMeanwhile(first: Query, second: Query): Promise<unknown> {
  const client = ownCache();
  await client.fetchQuery(first);
  const observer = new QueryObserver(client, first);
  onTestFinished(observer.subscribe(() => undefined));
  observer.setOptions(second);
  return observer.getCurrentResult().data;
}

/** The pages of a list that is read page by page, at most five of them. */
export async function pagesOf(query: Query): Promise<readonly unknown[]> {
  const options = { ...query, pages: 5 } as unknown as Parameters<QueryClient['fetchInfiniteQuery']>[0];
  return (await ownCache().fetchInfiniteQuery(options)).pages;
}
