import { vi } from 'vitest';
import { call } from '../api/client.ts';

/**
 * Ends the session under the screen: the server refuses a call, and the renewal of its token. Later calls are as
 * before.
 */
export async function endSession(): Promise<void> {
  const refused = async () => {
    const status = { code: 1001, name: 'Unauthorized' };
    return Response.json({ payload: null, additionalInformation: null, status, errors: [] }, { status: 401 });
  };
  vi.spyOn(window, 'fetch').mockImplementationOnce(refused).mockImplementationOnce(refused);
  await call('GET /dashboard').catch(() => undefined);
}
