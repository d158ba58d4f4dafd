import { expect } from '@playwright/test';
import { DIRECTORY_PASSWORD } from '../../apps/server/src/testing/directory/directory.ts';
import { expectAccessible } from './accessible.ts';
import { authorization, PASSWORD, signIn } from './actors.ts';
import { linkFor } from './mails.ts';
import { test } from './seats.ts';

test('the data of a person are exported as a file and removed, and the audit log shows both', async ({
  seats,
  request,
}) => {
  const headers = await authorization(request, 'admin');
  const made = await request.post('/api/security/users', {
    headers,
    data: [{ name: 'Радомир Ђенић', email: 'radomir@example.rs', roleId: 2, organizationId: '50112' }],
  });
  expect(made.ok(), await made.text()).toBe(true);
  const login = 'radomir.djenic';
  const revoked = await request.post('/api/security/users/access-set/revoke', {
    headers,
    data: { access: 'Revoked', Users: [{ login, modifiedComments: 'Прешао у други орган' }] },
  });
  expect(revoked.ok(), await revoked.text()).toBe(true);

  const page = await signIn(seats, 'admin', `/administration/user/${login}`);
  await expect(page.getByText('radomir@example.rs')).toBeVisible();
  const file = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Извези податке' }).click();
  expect((await file).suggestedFilename()).toContain(login);
  await page.getByRole('button', { name: 'Уклони личне податке' }).click();
  await expectAccessible(page);
  await page.getByRole('dialog').getByRole('button', { name: 'Уклони личне податке' }).click();
  await expect(page.getByText('Лични подаци су уклоњени.')).toBeVisible();
  await expect(page.getByText('radomir@example.rs')).toHaveCount(0);

  await page.goto('/administration/audit');
  await page.getByRole('button', { name: 'Филтер', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Ознака радње' }).click();
  await page.getByRole('textbox', { name: 'Ознака радње' }).fill('user.removeData');
  await page.getByRole('button', { name: 'Примени' }).click();
  await expect(page.getByText('Пријава: отварање', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Корисник: уклоњени лични подаци', { exact: true })).toBeVisible();
  const table = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Извези XLSX' }).click();
  expect((await table).suggestedFilename()).toMatch(/^revizorski-trag-\d{4}-\d{2}-\d{2}\.xlsx$/);
});

test('an account is activated by the link in its mail, and the directory lets in whom it knows', async ({
  seats,
  request,
}) => {
  const email = 'olgica@example.rs';
  const made = await request.post('/api/security/users', {
    headers: await authorization(request, 'admin'),
    data: [{ name: 'Олгица Ђурић', email, roleId: 2, organizationId: '50112', loginAd: 'olgica', notifyUser: true }],
  });
  expect(made.ok(), await made.text()).toBe(true);
  const page = await seats.take();
  await page.goto(await linkFor(email, '/activation'));
  await page.getByLabel('Лозинка', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Поновите лозинку').fill(PASSWORD);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Постави лозинку' }).click();
  await page.waitForURL('**/login*');

  await page.getByLabel('Корисничко име').fill('olgica');
  await page.getByLabel('Лозинка', { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Службени налог' }).click();
  // The product's password differs from that of the directory.
  await expect(page.getByRole('alert')).toBeVisible();
  await page.getByLabel('Лозинка', { exact: true }).fill(DIRECTORY_PASSWORD);
  await page.getByRole('button', { name: 'Службени налог' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByRole('navigation').first()).toBeVisible();
});
