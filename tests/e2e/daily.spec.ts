import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { signIn } from './actors.ts';
import { follow } from './screens.ts';
import { test } from './seats.ts';

const CODE = 'REKA-TOPLICA';
const TEXT = `Молим проверу износа ${Date.now()}`;

test('a comment with a mention reaches the other, who answers and follows', async ({ seats }) => {
  test.setTimeout(120_000);
  const clerk = await signIn(seats, 'local.user', `/projects/${CODE}/comments`);
  await clerk.getByLabel('Нов коментар').fill(`@local.admin @other.user ${TEXT}`);
  await expect(clerk.getByText('@other.user неће добити обавештење')).toBeVisible();
  await expectAccessible(clerk);
  // By name, with the keyboard only; without offered names Enter starts a new line.
  await clerk.getByLabel('Нов коментар').fill('');
  await clerk.keyboard.type('@nikoga');
  await clerk.keyboard.press('Enter');
  await clerk.keyboard.type('@Милош');
  await expect(clerk.getByRole('option', { name: /Милош Петровић/ })).toBeVisible();
  await expectAccessible(clerk);
  await clerk.keyboard.press('Enter');
  await expect(clerk.getByLabel('Нов коментар')).toHaveValue('@nikoga\n@local.admin ');
  await clerk.getByLabel('Нов коментар').fill(`@local.admin ${TEXT}`);
  await expect(clerk.getByText('неће добити обавештење')).toHaveCount(0);
  await clerk.getByRole('button', { name: 'Додај коментар' }).click();
  await expect(clerk.getByText(TEXT)).toBeVisible();

  const head = await signIn(seats, 'local.admin');
  await head.getByRole('button', { name: /^Обавештења/ }).click();
  const told = head.getByRole('link', { name: new RegExp(TEXT) });
  await expect(told).toBeVisible();
  await expectAccessible(head);
  await told.click();
  await head.waitForURL(`**/${CODE}/comments`);
  const comment = head.getByRole('listitem').filter({ hasText: TEXT });
  await comment.getByRole('button', { name: 'Одговори' }).click();
  await head.getByLabel(/^Одговор:/).fill('Проверено.');
  await head.getByRole('button', { name: 'Додај коментар' }).click();
  await expect(head.getByText('Проверено.').first()).toBeVisible();
  await expect(head.getByRole('button', { name: 'Исправи' }).first()).toBeVisible();
  await head.getByRole('button', { name: 'Прати' }).click();
  await expect(head.getByRole('button', { name: 'Прати' })).toHaveAttribute('aria-pressed', 'true');
  await head.goto('/projects');
  await head.getByLabel('Које пратим').click();
  await expect(head.getByRole('link', { name: 'Уређење корита Топлице кроз град' })).toBeVisible();

  await test.step('the writer takes the comment back; the trace stays', async () => {
    await clerk.reload();
    const own = clerk.getByRole('listitem').filter({ hasText: TEXT }).last();
    await own.getByRole('button', { name: 'Уклони' }).click();
    await clerk.getByRole('dialog').getByRole('button', { name: 'Уклони' }).click();
    await expect(clerk.getByText('Коментар је уклоњен.').first()).toBeVisible();
  });
});

test('each user chooses what comes by mail, and sees all notifications', async ({ seats }) => {
  const page = await signIn(seats, 'local.power', '/administration/user/profile');
  const choice = page.getByRole('combobox', { name: 'Пројекат чека на мене' });
  await expect(choice.locator('option:checked')).toHaveText('Једном дневно, радним данима у 7 часова');
  await choice.selectOption({ label: 'Одмах' });
  await page.getByRole('region', { name: 'Обавештења поштом' }).getByRole('button', { name: 'Сачувај' }).click();
  await expect(page.getByText('Избор је сачуван.')).toBeVisible();
  await page.reload();
  await expect(choice).toHaveValue('now');
  await follow(page, '/notifications');
  await expect(page.getByRole('heading', { level: 1, name: /Обавештења/ })).toBeVisible();
});

test('my tasks come first on the dashboard, with the next step and since when', async ({ seats }) => {
  const page = await signIn(seats, 'reviewer', '/dashboard');
  const task = page.getByRole('link', { name: /Реконструкција поликлинике Зајечар/ }).first();
  await expect(task).toBeVisible();
  await expect(page.getByText('Одобри квартал').first()).toBeVisible();
});
