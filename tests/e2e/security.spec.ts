import { expect } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { expectAccessible } from './accessible.ts';
import { PASSWORD, signIn } from './actors.ts';
import { test } from './seats.ts';

/** A user of this test only: other sessions end, and the second step stays. */
const LOGIN = 'mei';
const CHANGED = 'Nova-lozinka-2027';

test('a user protects the account: a second step, recovery codes, a key of the device, the end of other sessions', async ({
  seats,
}) => {
  const elsewhere = await signIn(seats, LOGIN);
  const page = await seats.takeAlone();
  const devices = await page.context().newCDPSession(page);
  await devices.send('WebAuthn.enable');
  await devices.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  const toPassword = async (password = CHANGED, at = page) => {
    await at.getByLabel('Корисничко име').fill(LOGIN);
    await at.getByLabel('Лозинка', { exact: true }).fill(password);
    await at.getByRole('button', { name: 'Пријави се', exact: true }).click();
  };
  await page.goto('/login?redirect=/administration/user/profile');
  // Hidden while it is typed, and known to managers of passwords.
  const typed = page.getByLabel('Лозинка', { exact: true });
  await expect(typed).toHaveAttribute('type', 'password');
  await expect(typed).toHaveAttribute('autocomplete', 'current-password');
  await toPassword(PASSWORD);
  const sessions = page.getByRole('region', { name: 'Моје сесије' }).getByRole('listitem');
  await expect(sessions).toHaveCount(2);

  // Another password ends the other session, and the list shows it at once.
  const own = page.getByRole('region', { name: 'Промена лозинке' });
  await own.getByLabel(/^Постојећа лозинка/).fill(PASSWORD);
  await own.getByLabel(/^Нова лозинка/).fill(CHANGED);
  await own.getByLabel(/^Поновљена/).fill(CHANGED);
  await own.getByRole('button', { name: 'Промени лозинку' }).click();
  await expect(sessions).toHaveCount(1);
  await elsewhere.reload();
  await toPassword(CHANGED, elsewhere);
  await expect(elsewhere.getByLabel('Корисничко име')).toHaveCount(0);
  await page.reload();
  await expect(sessions).toHaveCount(2);

  // The key of this device.
  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Додај кључ' }).click();
  await dialog.getByLabel('Назив').fill('Службени лаптоп');
  await dialog.getByLabel(/^Лозинка/).fill(CHANGED);
  await dialog.getByRole('button', { name: 'Настави' }).click();
  await expect(page.getByText('Кључ је додат.')).toBeVisible();

  // The other session ends.
  await page.getByRole('button', { name: 'Заврши остале' }).click();
  await expect(sessions).toHaveCount(1);
  await elsewhere.reload();
  await expect(elsewhere.getByLabel('Корисничко име')).toBeVisible();

  // The second step.
  const section = page.getByRole('region', { name: 'Други корак пријаве' });
  await section.getByRole('button', { name: 'Укључи' }).click();
  await dialog.getByLabel(/^Лозинка/).fill('погрешна');
  await dialog.getByRole('button', { name: 'Настави' }).click();
  await expect(dialog.getByText('Постојећа лозинка није исправна.')).toBeVisible();
  await dialog.getByLabel(/^Лозинка/).fill(CHANGED);
  await dialog.getByRole('button', { name: 'Настави' }).click();
  await expect(dialog.getByRole('img', { name: 'QR код са кључем' })).toBeVisible();
  const secret = ((await dialog.locator('code').textContent()) ?? '').replaceAll(' ', '');
  await dialog.getByLabel('Код из апликације').fill(new TOTP({ secret: Secret.fromBase32(secret) }).generate());
  await dialog.getByRole('button', { name: 'Потврди' }).click();
  const codes = dialog.getByRole('list', { name: 'Резервни кодови' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  const [recovery = '', another = ''] = await codes.allTextContents();
  await dialog.getByRole('button', { name: 'Кодови су сачувани' }).click();
  await expect(section.getByText(/Укључен од/)).toBeVisible();

  // Password, then a recovery code.
  await page.context().clearCookies();
  await page.goto('/login?redirect=/administration/user/profile');
  await toPassword();
  await expect(page.getByLabel('Код из апликације')).toBeVisible();
  await expectAccessible(page);
  await page.getByLabel('Код из апликације').fill('000 000');
  await page.getByRole('button', { name: 'Пријави се', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Код није исправан');
  await page.getByLabel('Код из апликације').fill(recovery);
  await page.getByRole('button', { name: 'Пријави се', exact: true }).click();
  await expect(section.getByText('Преостали резервни кодови: 9')).toBeVisible();

  // The passkey alone; its signature is not accepted a second time.
  await page.context().clearCookies();
  await page.goto('/login?redirect=/administration/user/profile');
  const [sent] = await Promise.all([
    page.waitForRequest((request) => request.url().endsWith('/api/login/passkey')),
    page.getByRole('button', { name: 'Приступни кључ' }).click(),
  ]);
  await expect(page.getByRole('heading', { name: 'Моје сесије' })).toBeVisible();
  const again = await page.request.post('/api/login/passkey', {
    data: sent.postDataJSON() as object,
    headers: { origin: new URL(page.url()).origin },
  });
  expect(again.status()).toBe(401);
  // Removing it requires a proof of identity.
  const remove = page.getByRole('button', { name: 'Уклони: Службени лаптоп' });
  await remove.click();
  await expect(dialog.getByText('Кључем „Службени лаптоп“ се више не можете пријавити.')).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Одустани' }).click();
  await expect(remove).toBeVisible();
  await remove.click();
  await dialog.getByRole('button', { name: 'Уклони' }).click();
  await expect(dialog.getByText('Обавезно поље')).toHaveCount(2);
  await dialog.getByLabel(/^Лозинка/).fill(CHANGED);
  await dialog.getByLabel('Код из апликације').fill(another);
  await dialog.getByRole('button', { name: 'Уклони' }).click();
  await expect(page.getByText('Немате приступних кључева.')).toBeVisible();
  await expect(section.getByText('Преостали резервни кодови: 8')).toBeVisible();
});

test('at an IP address no passkey is offered, and the screen says why', async ({ seats }, { project }) => {
  const { baseURL = '' } = project.use;
  const numbered = new URL(baseURL);
  numbered.hostname = '127.0.0.1';
  const page = await seats.takeAlone({ baseURL: numbered.origin });
  await page.goto('/login?redirect=/administration/user/profile');
  await expect(page.getByText('Приступни кључеви не раде на адреси од самих бројева.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Приступни кључ' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByLabel('Корисничко име').fill('other.user');
  await page.getByLabel('Лозинка', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Пријави се', exact: true }).click();
  const keys = page.getByRole('region', { name: 'Приступни кључеви' });
  await expect(keys.getByText('Приступни кључеви не раде на адреси од самих бројева.')).toBeVisible();
  await expect(keys.getByRole('button', { name: 'Додај кључ' })).toHaveCount(0);

  // At a named address the same server offers passkeys.
  await page.context().clearCookies();
  await page.goto('/login');
  await page.getByRole('link', { name: `localhost:${numbered.port}` }).click();
  await expect(page.getByRole('button', { name: 'Приступни кључ' })).toBeVisible();
});
