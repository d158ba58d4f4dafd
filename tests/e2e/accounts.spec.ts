import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { authorization, PASSWORD, signIn } from './actors.ts';
import { linkFor } from './mails.ts';
import { follow } from './screens.ts';
import { test } from './seats.ts';

const PROFILE = '/administration/user/profile';

test('another e-mail address is proved, confirmed by the mail that goes there, or stopped by the old one', async ({
  seats,
  request,
}) => {
  // An account of this test alone.
  const first = 'jelica@example.rs';
  const made = await request.post('/api/security/users', {
    headers: await authorization(request, 'admin'),
    data: [{ name: 'Јелица Ђокић', email: first, roleId: 2, organizationId: '50112' }],
  });
  expect(made.ok(), await made.text()).toBe(true);
  const page = await seats.take();
  await page.goto(await linkFor(first, '/activation'));
  await page.getByLabel('Лозинка', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Поновите лозинку').fill(PASSWORD);
  await page.getByRole('button', { name: 'Постави лозинку' }).click();
  await page.waitForURL('**/login*');
  const enter = async () => {
    await page.goto(`/login?redirect=${PROFILE}`);
    await page.getByLabel('Корисничко име').fill('jelica.djokic');
    await page.getByLabel('Лозинка', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Пријави се', exact: true }).click();
    await expect(page.getByLabel('Е-пошта')).toHaveValue(/@/);
  };
  await enter();

  const personal = page.getByRole('region', { name: 'Лични подаци' });
  const dialog = page.getByRole('dialog');
  const ask = async (address: string) => {
    await page.getByLabel('Е-пошта').fill(address);
    await personal.getByRole('button', { name: 'Сачувај' }).click();
    await dialog.getByLabel(/^Лозинка/).fill('погрешна');
    await dialog.getByRole('button', { name: 'Настави' }).click();
    await expect(dialog.getByText('Постојећа лозинка није исправна.')).toBeVisible();
    await dialog.getByLabel(/^Лозинка/).fill(PASSWORD);
    await dialog.getByRole('button', { name: 'Настави' }).click();
    await expect(personal.getByText(`Чека потврду: ${address}.`)).toBeVisible();
    await expect(page.getByLabel('Е-пошта')).toHaveValue(first);
  };
  await ask('tudja@example.rs');
  await expectAccessible(page);

  // The old address stops it; the session that requested it is signed out.
  const owner = await seats.take();
  await owner.goto(await linkFor(first, '/email-change/stop'));
  await expect(owner.getByText('Нова адреса: t•••@example.rs')).toBeVisible();
  await expectAccessible(owner);
  await owner.getByRole('button', { name: 'Заустави промену' }).click();
  await expect(owner.getByText('Промена је заустављена.')).toBeVisible();
  await owner.goto(await linkFor('tudja@example.rs', '/email-change'));
  await expect(owner.getByText('Веза за промену е-поште није важећа или је истекла.')).toBeVisible();

  // The new address confirms it, and the session that requested it continues.
  await enter();
  await ask('nova.jelica@example.rs');
  await owner.goto(await linkFor('nova.jelica@example.rs', '/email-change'));
  await expect(owner.getByText('Нова адреса: nova.jelica@example.rs')).toBeVisible();
  await expectAccessible(owner);
  await owner.getByRole('button', { name: 'Потврди адресу' }).click();
  await expect(owner.getByText('Адреса е-поште је промењена.')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Е-пошта')).toHaveValue('nova.jelica@example.rs');
});

test('rights that one may not give are not offered, and the screen says why', async ({ seats, request }) => {
  const headers = await authorization(request, 'admin');
  const made = await request.post('/api/security/roles', {
    headers,
    data: { name: 'Читалац', description: 'Чита пројекте', claims: ['Project_View'] },
  });
  const { payload } = (await made.json()) as { payload: { id: number } };
  const page = await signIn(seats, 'operator', `/administration/role/${payload.id}`);
  await expect(page.getByText('Улога садржи овлашћења која немате, па је мења неко ко их има.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Измени' })).toHaveCount(0);

  await follow(page, '/administration/role/create');
  await expect(page.getByText('Нуде се овлашћења која и сами имате.')).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Преглед корисника органа' })).toBeVisible();
  await expect(page.getByRole('checkbox', { name: 'Преглед пројеката' })).toHaveCount(0);

  await follow(page, '/administration/user/admin');
  await expect(page.getByText('Улога овог корисника даје овлашћења која немате')).toBeVisible();

  // In the administration a local role would open every project.
  await follow(page, '/administration/user/create');
  const roles = page.getByRole('combobox', { name: 'Улога' });
  await expect(roles.getByRole('option', { name: 'Регистар: банке' })).toBeAttached();
  await expect(roles.getByRole('option', { name: 'Руководилац пројекта' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Нови корисник' }).click();
  await expect(page.getByText('Изаберите бар једно овлашћење или улогу.')).toBeVisible();
});

test('the screens of links say what they are for when they are opened without one', async ({ seats }) => {
  const page = await seats.take();
  await page.goto('/activation');
  await expect(page.getByText('Отворите ову страницу везом из поруке о активацији налога.')).toBeVisible();
  await page.goto('/activation?token=izmisljena-veza');
  await expect(page.getByText('Веза за активацију није важећа или је истекла.')).toBeVisible();
  await page.goto('/reset-password');
  await expect(page.getByText('Отворите ову страницу везом из поруке о промени лозинке.')).toBeVisible();
  // The first sign-in accepts logins of new accounts, and nothing shorter.
  await page.goto('/login/initial');
  await page.getByLabel('Корисничко име').fill('abc');
  await page.getByRole('button', { name: 'Пошаљи везу за активацију' }).click();
  await expect(page.getByText(/најмање 4 знака/)).toBeVisible();
  await expectAccessible(page);
});
