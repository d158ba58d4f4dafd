import { afterEach, expect, test, vi } from 'vitest';
import { registryOf } from '@pimis/domain/registries/catalogue';
import { draw } from '../../testing/form.tsx';
import { isSent } from '../../testing/sent.ts';
import { signIn } from '../../testing/sign-in.ts';
import { RowDialog } from './RowDialog.tsx';

afterEach(() => vi.restoreAllMocks());

test('the last day of a row is not changed while it is sent: the change would be dropped', async () => {
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (_, request) =>
    request?.method === 'DELETE'
      ? new Promise<Response>(() => undefined)
      : Response.json({
          payload: { id: '01', code: '01', name: 'Буџет' },
          additionalInformation: { canWrite: true, revision: '1', names: {} },
          status: { code: 0, name: 'Success' },
          errors: [],
        }),
  );
  const screen = await draw(<RowDialog registry={registryOf('funding-sources')} id="01" onClose={() => undefined} />);
  await screen.getByRole('button', { name: 'Окончај важење' }).click();
  const day = screen.getByRole('textbox', { name: /^Последњи дан важења/ });
  expect(isSent(day)).toBe(false);
  await screen.getByRole('button', { name: 'Потврди крај важења' }).click();
  await expect.poll(() => isSent(day)).toBe(true);
});
