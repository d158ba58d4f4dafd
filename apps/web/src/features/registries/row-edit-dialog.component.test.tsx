import { Notifications } from '@mantine/notifications';
import { useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { registryOf } from '@pimis/domain/registries/catalogue';
import { draw } from '../../testing/form.tsx';
import { isSent } from '../../testing/sent.ts';
import { signIn } from '../../testing/sign-in.ts';
import { EditDialog } from './EditDialog.tsx';

const registry = registryOf('funding-sources');

beforeEach(() => signIn());
afterEach(() => vi.restoreAllMocks());

test('a row that is read anew meanwhile is changed in the state it was opened in', async () => {
  const sent = vi
    .spyOn(window, 'fetch')
    .mockImplementation(async () =>
      Response.json({ payload: {}, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] }),
    );
  let readAnew = (_name: string, _revision: string) => {};
  function OpenedRow() {
    const [{ name, revision }, setFound] = useState({ name: 'Буџет', revision: '1' });
    readAnew = (name, revision) => setFound({ name, revision });
    const row = { id: '01', code: '01', name };
    return <EditDialog registry={registry} existing={{ row, revision }} onClose={() => undefined} />;
  }
  const screen = await draw(<OpenedRow />);
  await userEvent.fill(screen.getByRole('textbox', { name: 'Назив' }), 'Мој назив');
  readAnew('Туђи назив', '2');
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  await expect.poll(() => sent.mock.calls.length).toBeGreaterThan(0);
  expect(sent.mock.calls[0]?.[1]?.body).toMatch(/"name":"Мој назив".*"revision":"1"/);
});

test('a row cannot be changed while it is saved: the change would be dropped with the one that was sent', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise<Response>(() => undefined));
  const existing = { row: { id: '01', code: '01', name: 'Буџет' }, revision: '1' };
  const screen = await draw(<EditDialog registry={registry} existing={existing} onClose={() => undefined} />);
  const name = screen.getByRole('textbox', { name: 'Назив' });
  await userEvent.fill(name, 'Мој назив');
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  await expect.poll(() => isSent(name)).toBe(true);
});

test('while an import is written, the dialog says whose it is and keeps what was typed', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json(
      {
        payload: { by: 'Ана Анић' },
        additionalInformation: null,
        status: { code: 6021, name: 'RegistryImportRunning' },
        errors: [],
      },
      { status: 409 },
    ),
  );
  const existing = { row: { id: '01', code: '01', name: 'Буџет' }, revision: '1' };
  const onClose = vi.fn();
  const screen = await draw(
    <>
      <Notifications />
      <EditDialog registry={registry} existing={existing} onClose={onClose} />
    </>,
  );
  const name = screen.getByRole('textbox', { name: 'Назив' });
  await userEvent.fill(name, 'Мој назив');
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  await expect
    .element(screen.getByText('Увози Ана Анић: У овај регистар се управо увози. Покушајте поново касније.'))
    .toBeVisible();
  await expect.element(name).toHaveValue('Мој назив');
  expect(onClose).not.toHaveBeenCalled();
});
