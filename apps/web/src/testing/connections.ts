import { vi } from 'vitest';

interface Answers {
  /** The connection as it is then. */
  read: () => object;
  change?: ((path: string) => object) | undefined;
  /** Lists, by the last part of the path. */
  lists: () => Record<string, readonly object[]>;
}

/** Answers every call of the pages of connections. Returns the calls that change something. */
export function answerConnections({ read, change = () => ({}), lists }: Answers) {
  const sent: { call: string; body: unknown }[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (address, request) => {
    const path = typeof address === 'string' ? (address.split('?')[0] ?? '') : '';
    const method = request?.method ?? 'GET';
    if (method !== 'GET') {
      const body = typeof request?.body === 'string' ? (JSON.parse(request.body) as unknown) : null;
      sent.push({ call: `${method} ${path}`, body });
    }
    const list = lists()[path.split('/').at(-1) ?? ''];
    const reads = path.endsWith('/configuration') ? { today: '2026-11-29' } : (list ?? read());
    const payload = method === 'GET' ? reads : change(path);
    const additionalInformation = list ? { totalRows: list.length } : null;
    return Response.json({ payload, additionalInformation, status: { code: 0, name: 'Success' }, errors: [] });
  });
  return sent;
}
