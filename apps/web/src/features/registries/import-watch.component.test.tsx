import { Notifications } from '@mantine/notifications';
import { afterEach, expect, test, vi } from 'vitest';
import { POLL_MS } from '../../api/operations.ts';
import { currentSession } from '../../api/session.ts';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { ImportWatch } from './ImportWatch.tsx';
import { setImport } from './imports.ts';

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const answer = (status: number, code: number, name: string, payload: object | null = null) =>
  Response.json({ payload, additionalInformation: null, status: { code, name }, errors: [] }, { status });

test('an import is not asked for while the session is over, and is again after the next sign-in', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  signIn();
  setImport(1, 'banks', { state: 'running', operation: '7' });
  let over = false;
  let asked = 0;
  vi.spyOn(window, 'fetch').mockImplementation(async () => {
    if (over) {
      asked += 1;
      return answer(401, 1001, 'Unauthorized');
    }
    return answer(200, 0, 'Success', { state: 'running', progress: 40 });
  });
  const calls = vi.mocked(window.fetch).mock.calls;
  await draw(<ImportWatch />);
  await expect.poll(() => calls.length).toBeGreaterThan(0);
  over = true;
  await vi.advanceTimersByTimeAsync(POLL_MS);
  // The import, and the refresh of the session.
  await expect.poll(() => asked).toBe(2);
  await expect.poll(() => currentSession().status).toBe('expired');
  await vi.advanceTimersByTimeAsync(10 * POLL_MS);
  expect(asked).toBe(2);
  over = false;
  const before = calls.length;
  signIn();
  await expect.poll(() => calls.length).toBeGreaterThan(before);
  setImport(1, 'banks', null);
});

test('an import that fails names its registry', async () => {
  signIn();
  setImport(1, 'banks', { state: 'running', operation: '9' });
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    answer(200, 8007, 'UnOperationFailed', { state: 'failed', error: 'InvalidImportFormat' }),
  );
  const screen = await draw(
    <>
      <Notifications />
      <ImportWatch />
    </>,
  );
  await expect.element(screen.getByText('Банке: Датотека није исправна табела (CSV или XLSX).')).toBeVisible();
  setImport(1, 'banks', null);
});
