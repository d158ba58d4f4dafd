import type { OperationRow } from '@pimis/contract/registries';
import { authorize } from './client.ts';

const FIELD = 'data: ';
const BOUNDARY = '\n\n';

/**
 * Listens to the user's operations until none runs any more or the signal aborts; returns whether the stream ended
 * normally. It uses the present token and does not prolong the session.
 */
export async function listenToOperations(
  hubRoot: string,
  onRows: (rows: OperationRow[]) => void,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const response = await fetch(`${hubRoot}/events`, { headers: authorize.headers(), signal });
    if (!response.ok || !response.body) return false;
    let open = '';
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return true;
      open += decoder.decode(value, { stream: true });
      for (let at = open.indexOf(BOUNDARY); at >= 0; at = open.indexOf(BOUNDARY)) {
        const data = open
          .slice(0, at)
          .split('\n')
          .find((line) => line.startsWith(FIELD));
        open = open.slice(at + BOUNDARY.length);
        if (data !== undefined) onRows(JSON.parse(data.slice(FIELD.length)) as OperationRow[]);
      }
    }
  } catch {
    // The stream broke or never began: the caller polls instead.
    return false;
  }
}
