import { notifications } from '@mantine/notifications';
import { afterEach, expect, test, vi } from 'vitest';
import { answerConnections } from '../../testing/connections.ts';
import { drawBesideAway } from '../../testing/leaving.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { ConnectionsPage } from './ConnectionsPage.tsx';
import { WebhookPage } from './WebhookPage.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  notifications.clean();
});

const SECRET = { id: 5, createdBy: 'Весна Радић', createdDate: '2026-11-20T10:00:00Z' };
const WEBHOOK = {
  id: 7,
  name: 'Трезор',
  url: 'https://primalac.example.rs/pimis',
  kinds: ['step', 'form.approved'],
  organizationId: '50112',
  organizationName: 'Град Ужице',
  enabled: true,
  offReason: null as string | null,
  failingSince: null as string | null,
  lastDeliveredDate: '2026-11-28T10:00:00Z',
  waiting: 1,
  revision: '1',
  createdBy: 'Весна Радић',
  createdDate: '2026-11-20T10:00:00Z',
  secrets: [SECRET],
  changeRefusal: null as string | null,
};
const DELIVERY = {
  id: '12',
  eventId: '0b7b7b0e-8d3b-4c65-9a0e-3b8a53b0a111',
  kind: 'form.approved',
  projectCode: 'UE-1',
  state: 'waiting',
  attempts: 2,
  createdDate: '2026-11-29T08:00:00Z',
  attemptedDate: '2026-11-29T08:05:00Z',
  nextDate: '2026-11-29T08:35:00Z',
  outcome: 'unreachable',
  httpStatus: null as number | null,
  reason: 'ECONNREFUSED' as string | null,
  ms: 12,
};

const answering = (read: () => object, change?: (path: string) => object) =>
  answerConnections({ read, change, lists: () => ({ clients: [], webhooks: [read()], deliveries: [DELIVERY] }) });

const open = () =>
  drawBesideAway(WebhookPage, {
    route: '/administration/connections/webhooks/$webhookId',
    address: '/administration/connections/webhooks/7',
  });

test('the log says what came of the last attempt, and a delivery is sent again from it', async () => {
  signIn(1, ['Admin']);
  const sent = answering(() => WEBHOOK);
  const { screen } = await open();
  const row = screen.getByRole('row', { name: /UE-1/ });
  await expect.element(row.getByText(/веза није успела: ECONNREFUSED, следећи покушај 29\.11\.2026\./)).toBeVisible();
  await expect.element(row.getByText('Чека')).toBeVisible();
  await row.getByRole('button', { name: 'Пошаљи поново' }).click();
  await expect.element(screen.getByText('Порука се шаље поново.')).toBeVisible();
  expect(sent.map(({ call }) => call)).toEqual(['POST /api/administration/webhooks/7/deliveries/12/resend']);
});

test('an attempt that is under way is shown as such, without the time of a next one', async () => {
  signIn(1, ['Admin']);
  const first = { ...DELIVERY, attempts: 1, outcome: null, attemptedDate: null };
  answerConnections({
    read: () => WEBHOOK,
    lists: () => ({ webhooks: [WEBHOOK], deliveries: [first] }),
  });
  const { screen } = await open();
  const row = screen.getByRole('row', { name: /UE-1/ });
  await expect.element(row.getByText('шаље се')).toBeVisible();
  await expect.element(row.getByText(/следећи покушај/)).not.toBeInTheDocument();
});

test('a webhook is tried, switched off and deleted after a question', async () => {
  signIn(1, ['Admin']);
  let webhook = WEBHOOK;
  const sent = answering(
    () => webhook,
    () => {
      webhook = { ...WEBHOOK, enabled: false, offReason: 'person' };
      return { id: '13' };
    },
  );
  const { screen, path } = await open();
  await screen.getByRole('button', { name: 'Пошаљи пробу' }).click();
  await expect.element(screen.getByText('Проба је послата. Исход је у дневнику.')).toBeVisible();
  webhook = WEBHOOK;
  await expect.element(screen.getByText('Искључен је ручно.')).toBeVisible();
  await screen.getByRole('button', { name: 'Укључи' }).click();
  await expect.element(screen.getByText('Вебхук је укључен.')).toBeVisible();
  await screen.getByRole('button', { name: 'Обриши' }).click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Обриши' }).click();
  await expect.poll(path).toBe('/administration/connections');
  expect(sent).toEqual([
    { call: 'POST /api/administration/webhooks/7/test', body: null },
    {
      call: 'PUT /api/administration/webhooks/7',
      body: { name: 'Трезор', url: WEBHOOK.url, kinds: WEBHOOK.kinds, enabled: true, revision: '1' },
    },
    { call: 'DELETE /api/administration/webhooks/7', body: null },
  ]);
});

test('a second key is shown once, and the last one cannot be removed', async () => {
  signIn(1, ['Admin']);
  let webhook = WEBHOOK;
  const sent = answering(
    () => webhook,
    (path) => {
      webhook = path.endsWith('/secrets') ? { ...WEBHOOK, secrets: [SECRET, { ...SECRET, id: 6 }] } : WEBHOOK;
      return { id: 6, secret: 'whsec_kljuc' };
    },
  );
  const { screen } = await open();
  await expect.element(screen.getByRole('button', { name: 'Направи нови кључ' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: /^Уклони: / })).not.toBeInTheDocument();
  await screen.getByRole('button', { name: 'Направи нови кључ' }).click();
  await expect.element(screen.getByText('whsec_kljuc')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Направи нови кључ' })).toBeDisabled();
  await screen
    .getByRole('button', { name: /^Уклони: / })
    .first()
    .click();
  await screen.getByRole('dialog').getByRole('button', { name: 'Уклони' }).click();
  await expect.element(screen.getByText('Уклоњено.')).toBeVisible();
  expect(sent.map(({ call }) => call)).toEqual([
    'POST /api/administration/webhooks/7/secrets',
    'DELETE /api/administration/webhooks/7/secrets/5',
  ]);
});

test('somebody who may not change it sees it without buttons', async () => {
  signIn(1, ['Client_View']);
  answering(() => ({ ...WEBHOOK, changeRefusal: 'WebhookOfAllBodies', failingSince: '2026-11-29T07:00:00Z' }));
  const { screen } = await open();
  await expect.element(screen.getByText(/Прималац не прима од 29\.11\.2026\./)).toBeVisible();
  await expect.element(screen.getByText(/уређује само администратор Министарства/)).toBeVisible();
  for (const name of ['Измени', 'Искључи', 'Обриши', 'Пошаљи пробу', 'Пошаљи поново', 'Направи нови кључ']) {
    await expect.element(screen.getByRole('button', { name })).not.toBeInTheDocument();
  }
});

test('a new webhook shows its key once, in a dialog that leads to it', async () => {
  signIn(1, ['Admin']);
  const sent = answering(
    () => WEBHOOK,
    () => ({ id: 7, secret: 'whsec_kljuc' }),
  );
  const { screen } = await drawBesideAway(ConnectionsPage, {
    route: '/administration/connections',
    address: '/administration/connections',
  });
  await screen.getByRole('button', { name: 'Нови вебхук' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  expect(sent).toEqual([]);
  await dialog.getByRole('textbox', { name: 'Назив' }).fill('Набавке');
  await dialog.getByRole('textbox', { name: 'Адреса примаоца' }).fill(' https://nabavke.example.rs/ ');
  await dialog.getByRole('checkbox', { name: 'Одобрен образац' }).click();
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect.element(screen.getByText('whsec_kljuc')).toBeVisible();
  await expect
    .element(screen.getByRole('link', { name: 'Отвори вебхук' }))
    .toHaveAttribute('href', '/administration/connections/webhooks/7');
  expect(sent.map(({ body }) => body)).toMatchObject([
    { name: 'Набавке', url: 'https://nabavke.example.rs/', kinds: ['step', 'form.approved'] },
  ]);
});
