import { vi } from 'vitest';
import type { TableView } from '@pimis/contract/table-views';

export const view = (id: number, name: string, more: Partial<TableView> = {}): TableView => ({
  id,
  table: 'proba',
  name,
  search: {},
  shared: false,
  isDefault: false,
  mayChange: true,
  revision: 1,
  ...more,
});

export interface SentCall {
  method: string;
  path: string;
  body: unknown;
}

/** A server that keeps these views: it answers reads with them, and records what is sent. `refusal` names an error. */
export function keepViews(views: readonly TableView[]) {
  const kept = { views: [...views], sent: [] as SentCall[], refusal: null as string | null };
  vi.spyOn(window, 'fetch').mockImplementation(async (url, init) => {
    const path = typeof url === 'string' ? url : '';
    const method = init?.method ?? 'GET';
    const isRead = method === 'GET';
    if (!isRead) {
      const body: unknown = typeof init?.body === 'string' ? JSON.parse(init.body) : null;
      kept.sent.push({ method, path: path.replace(/^.*\/api\//, ''), body });
    }
    const refused = isRead ? null : kept.refusal;
    return Response.json(
      {
        payload: isRead ? kept.views : { id: 9, added: 1 },
        additionalInformation: null,
        status: refused ? { code: 1050, name: refused } : { code: 0, name: 'Success' },
        errors: [],
      },
      { status: refused ? 409 : 200 },
    );
  });
  return kept;
}
