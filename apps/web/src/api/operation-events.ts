import type { OperationRow } from '@pimis/contract/registries';
import { authorize } from './client.ts';

const FIELD = 'data: ';
const BOUNDARY = '\n\n';

/**
 * Listens to the user's own operations until none runs any more or the signal says so; answers whether the stream came
 * to its end. It is asked with the token that there is: listening keeps no session alive.
 */
export async function listenToOperations(
  hubRoot: string,
  told: (rows: OperationRow[]) => void,
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
        if (data !== undefined) told(JSON.parse(data.slice(FIELD.length)) as OperationRow[]);
      }
    }
  } catch {
    // Cut, or never begun: whoever wants to know asks.
    return false;
  }
}
