import { type APIRequestContext, expect } from '@playwright/test';
import { addDays, formatDay } from '@pimis/domain/dates/dates';
import { expectAccessible } from './accessible.ts';
import { authorization, PASSWORD, signIn } from './actors.ts';
import { Journey, newCode } from './journey.ts';
import { linkFor } from './mails.ts';
import { expectGoodScreen, follow } from './screens.ts';
import { test } from './seats.ts';

const PROFILE = '/administration/user/profile';
const BELGRADE = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Belgrade' });
const today = () => BELGRADE.format(new Date());

/** An activated account of this file alone in the body of local.user. */
async function account(request: APIRequestContext, name: string, login: string, roleId: number): Promise<void> {
  const email = `${login}@example.rs`;
  const made = await request.post('/api/security/users', {
    headers: await authorization(request, 'admin'),
    data: [{ name, login, email, roleId, organizationId: '50112' }],
  });
  expect(made.ok(), await made.text()).toBe(true);
  const link = new URL(await linkFor(email, '/activation'), 'http://localhost');
  const activationToken = link.searchParams.get('token');
  const activated = await request.post(`/api/security/users/${login}/activate?token=${activationToken}`, {
    data: { login, password: PASSWORD, newPassword: PASSWORD, activationToken },
  });
  expect(activated.ok(), await activated.text()).toBe(true);
}

test('an absent person names a stand-in; the step names both, and the absence is ended', async ({ seats, request }) => {
  test.setTimeout(120_000);
  await account(request, 'Зорица Вуковић', 'zorica.vukovic', 2);
  await account(request, 'Петар Арсић', 'petar.arsic', 3);
  const journey = new Journey(seats, request, newCode('ZAMENA'));
  await journey.called.create({});
  await journey.called.fill();
  await journey.called.act('local.user', 1);
  const last = addDays(today(), 6);

  const page = await signIn(seats, 'zorica.vukovic', PROFILE);
  const section = page.getByRole('region', { name: 'Одсуство и замена' });
  await test.step('the days and the stand-in are entered in a dialog', async () => {
    await expect(section.getByText('Одсуство није унето.')).toBeVisible();
    await section.getByRole('button', { name: 'Унеси одсуство' }).click();
    const dialog = page.getByRole('dialog', { name: 'Унеси одсуство' });
    await dialog.getByRole('button', { name: 'Сачувај' }).click();
    await expect(dialog.getByText('Обавезно поље')).toHaveCount(2);
    await dialog.getByLabel('Први дан').fill(formatDay(today()));
    await dialog.getByLabel('Последњи дан').fill(formatDay(last));
    await dialog.getByLabel('Замењује').selectOption('Петар Арсић');
    await expect(dialog.getByText(/^Замењује у пословима: .*Потврда у органу/)).toBeVisible();
    await expect(dialog.getByText(/^Без замене остаје: .*Слање идеје министру/)).toBeVisible();
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Сачувај' }).click();
    await expect(dialog).toBeHidden();
    await expect(section.getByText('замењује: Петар Арсић')).toBeVisible();
    await expectGoodScreen(page);
  });

  const other = await signIn(seats, 'petar.arsic', PROFILE);
  await test.step('the stand-in sees for whom, at the awaited name too, and confirms', async () => {
    await expect(other.getByRole('region', { name: 'Одсуство и замена' }).getByText('Зорица Вуковић')).toBeVisible();
    await other.getByRole('button', { name: /^Обавештења/ }).click();
    await expect(other.getByRole('link', { name: /Одсуство: Зорица Вуковић/ })).toBeVisible();
    await expectAccessible(other);
    await other.keyboard.press('Escape');
    await follow(other, `/projects/${journey.code}/comments`);
    await other.getByLabel('Нов коментар').pressSequentially('@Зорица');
    const offered = other.getByRole('option', { name: /Зорица Вуковић/ });
    await expect(offered).toContainText(`до ${formatDay(last)} на одсуству, замењује: Петар Арсић`);
    await expectAccessible(other);
    await other.getByLabel('Нов коментар').fill('');
    await follow(other, `/projects/${journey.code}/details`);
    await expect(other.getByText(`до ${formatDay(last)} на одсуству, замењује: Петар Арсић`)).toBeVisible();
    await expectAccessible(other);
    await other.getByRole('button', { name: 'Потврди', exact: true }).click();
    const dialog = other.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Потврди', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(other.getByText('Петар Арсић, као замена за: Зорица Вуковић')).toBeVisible();
    const { phases } = await journey.project();
    await follow(other, `/projects/${journey.code}/phases/${phases[0]?.projectPhaseId}/activities`);
    await expect(other.getByText('као замена за: Зорица Вуковић')).toBeVisible();
  });

  await test.step('the absence is ended, by the absent person or who manages them', async () => {
    const head = await signIn(seats, 'local.admin', '/administration/user/zorica.vukovic');
    await expect(head.getByText('замењује: Петар Арсић')).toBeVisible();
    await expectAccessible(head);
    await follow(head, '/administration/user/management');
    await expect(head.getByRole('row', { name: /Зорица Вуковић/ })).toContainText('на одсуству, замењује: Петар Арсић');
    await section.getByRole('button', { name: /^Заврши одсуство/ }).click();
    await expect(section.getByText('Одсуство није унето.')).toBeVisible();
  });
});

test('the head sees steps that wait only for an absent person', async ({ seats, request }) => {
  const journey = new Journey(seats, request, newCode('ODSUTAN'));
  await journey.called.create({});
  await journey.called.fill();
  await journey.called.act('local.user', 1);
  await journey.called.act('local.admin', 1);
  const headers = await authorization(request, 'ministry.admin');
  const path = '/api/security/users/verifier/stand-ins';
  const data = { firstDay: today(), lastDay: today(), actingUser: null };
  const made = await request.post(path, { headers, data });
  expect(made.ok(), await made.text()).toBe(true);
  const { payload } = (await made.json()) as { payload: { absences: { id: number }[] } };
  try {
    const page = await signIn(seats, 'ministry.admin', `/projects?cols=name,onTurn&f.search=${journey.code}`);
    await page.getByRole('switch', { name: 'Чека само одсутне' }).click();
    const row = page.getByRole('row', { name: new RegExp(journey.code) });
    await expect(row).toContainText('чека само на одсутну особу');
    await expectGoodScreen(page);
  } finally {
    await request.delete(`${path}/${payload.absences[0]?.id}`, { headers });
  }
});
