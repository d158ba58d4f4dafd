import { notifications } from '@mantine/notifications';
import { afterEach, expect, test, vi } from 'vitest';
import { answerConnections } from '../../testing/connections.ts';
import { drawBesideAway } from '../../testing/leaving.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { ClientPage } from './ClientPage.tsx';
import { ConnectionsPage } from './ConnectionsPage.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  notifications.clean();
});

const CLIENT = {
  id: 70,
  clientId: 'client-trezor-0a1b2c3d',
  name: 'Трезор',
  organizationId: '50112',
  organizationName: 'Град Ужице',
  claims: ['Project_View'],
  addresses: ['10.1.0.0/16'],
  expiresOn: '2099-01-31',
  lastUsedDate: null,
  lastUsedFrom: null,
  revokedDate: null,
  revokedBy: null,
  revision: '1',
  createdBy: 'Весна Радић',
  createdDate: '2026-11-20T10:00:00Z',
  secrets: [] as object[],
  changeRefusal: null as string | null,
};
const SECRET = {
  id: 5,
  kind: 'secret',
  keyId: null,
  createdBy: 'Весна Радић',
  createdDate: '2026-11-20T10:00:00Z',
  lastUsedDate: null,
};

const answering = (read: () => object, change?: (path: string) => object) =>
  answerConnections({ read, change, lists: () => ({ clients: [read()], webhooks: [] }) });

const open = () =>
  drawBesideAway(ClientPage, {
    route: '/administration/connections/$clientId',
    address: '/administration/connections/70',
  });

test('a new secret is shown once, to be copied, and two are the most', async () => {
  signIn(1, ['Admin']);
  let client = CLIENT;
  const sent = answering(
    () => client,
    () => {
      client = { ...CLIENT, secrets: [SECRET, { ...SECRET, id: 6 }] };
      return { id: 6, secret: 'pimis_tajna' };
    },
  );
  const { screen } = await open();
  await expect.element(screen.getByText('client-trezor-0a1b2c3d')).toBeVisible();
  await expect.element(screen.getByText('Без кључа клијент не може да се јави.')).toBeVisible();
  await screen.getByRole('button', { name: 'Направи тајни кључ' }).click();
  await expect.element(screen.getByText('pimis_tajna')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Копирај' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Направи тајни кључ' })).toBeDisabled();
  expect(sent).toEqual([{ call: 'POST /api/administration/clients/70/secrets', body: {} }]);
});

test('text that is no JSON is not sent as a key', async () => {
  signIn(1, ['Admin']);
  const sent = answering(
    () => CLIENT,
    () => ({ id: 6, secret: null }),
  );
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Додај јавни кључ' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox').fill('-----BEGIN PUBLIC KEY-----');
  await dialog.getByRole('button', { name: 'Додај јавни кључ' }).click();
  await expect.element(dialog.getByText('Ово није исправан JSON.')).toBeVisible();
  expect(sent).toEqual([]);
  await dialog.getByRole('textbox').fill('{"kty":"OKP","crv":"Ed25519","x":"AA"}');
  await dialog.getByRole('button', { name: 'Додај јавни кључ' }).click();
  await expect.element(screen.getByText('Јавни кључ је додат.')).toBeVisible();
  expect(sent.map(({ body }) => body)).toEqual([{ publicKey: { kty: 'OKP', crv: 'Ed25519', x: 'AA' } }]);
});

test('a client beyond the own claims can be revoked, and not changed', async () => {
  signIn(1, ['Admin']);
  const sent = answering(() => ({ ...CLIENT, secrets: [SECRET], changeRefusal: 'InvalidUserPermission' }));
  const { screen } = await open();
  await expect.element(screen.getByText(/Клијент има овлашћења која немате/)).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Измени' })).not.toBeInTheDocument();
  await expect.element(screen.getByRole('button', { name: 'Направи тајни кључ' })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Опозови' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Опозови' }).click();
  await expect.element(screen.getByText('Клијент је опозван.')).toBeVisible();
  expect(sent.map(({ call }) => call)).toEqual(['DELETE /api/administration/clients/70']);
});

test('a new client is sent with one address for each line, and its maker sees only claims that clients can have', async () => {
  signIn(1, ['Admin']);
  const sent = answering(
    () => CLIENT,
    () => ({ id: 70 }),
  );
  const { screen } = await drawBesideAway(ConnectionsPage, {
    route: '/administration/connections',
    address: '/administration/connections',
  });
  await screen.getByRole('button', { name: 'Нови клијент' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('checkbox', { name: 'Министар' })).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  expect(sent).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Назив' }).fill('Набавке');
  await expect.element(dialog.getByText(/„клијент Набавке“/)).toBeVisible();
  await dialog.getByRole('textbox', { name: 'Дозвољене адресе' }).fill('10.0.0.0/8\n\n2001:db8::/32, 127.0.0.1');
  await dialog.getByRole('checkbox', { name: 'Попуњавање образаца' }).click();
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect
    .poll(() => sent.map(({ body }) => body))
    .toMatchObject([
      {
        name: 'Набавке',
        claims: ['Project_View', 'Form_Manage'],
        addresses: ['10.0.0.0/8', '2001:db8::/32', '127.0.0.1'],
        expiresOn: '2027-11-29',
      },
    ]);
});

test('an address that would let in others is not sent, says which network is meant, and stays as it was typed', async () => {
  signIn(1, ['Admin']);
  const sent = answering(
    () => CLIENT,
    () => ({ id: 70 }),
  );
  const { screen } = await open();
  await screen.getByRole('button', { name: 'Измени' }).click();
  const dialog = screen.getByRole('dialog');
  const addresses = dialog.getByRole('textbox', { name: 'Дозвољене адресе' });
  for (const [typed, reason] of [
    ['10.0.0.7\n10.1.2.3/8', /10\.1\.2\.3\/8 .* Мрежа је 10\.0\.0\.0\/8, а сама адреса 10\.1\.2\.3\./],
    ['0.0.0.0/0', /0\.0\.0\.0\/0: Мрежа обухвата све адресе\./],
    ['example.rs', /example\.rs: /],
  ] as const) {
    await addresses.fill(typed);
    await dialog.getByRole('button', { name: 'Сачувај' }).click();
    await expect.element(dialog.getByText(reason)).toBeVisible();
    await expect.element(addresses).toHaveValue(typed);
  }
  expect(sent).toEqual([]);
  await addresses.fill('10.0.0.0/8');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect.poll(() => sent.map(({ body }) => body)).toMatchObject([{ addresses: ['10.0.0.0/8'] }]);
});
