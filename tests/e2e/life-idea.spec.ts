import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { field } from './actors.ts';
import { fillIdea } from './fill-idea.ts';
import { Journey, newCode } from './journey.ts';
import { follow } from './screens.ts';
import { test } from './seats.ts';

const CODE = newCode('E2E');
const NAME = 'Постројење за пречишћавање отпадних вода „Југ“';

async function openForm(page: Page): Promise<void> {
  await page.goto(`/projects/${CODE}/phases`);
  await page.getByRole('link', { name: 'Идеја капиталног пројекта', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Идеја капиталног пројекта' })).toBeVisible();
}

test('an idea is created, filled in, locked, sent, and returned', async ({ seats, request }) => {
  test.setTimeout(300_000);
  const journey = new Journey(seats, request, CODE);
  const clerk = await journey.page('local.user');

  await test.step('the clerk creates the project', async () => {
    await clerk.goto('/projects');
    await clerk.getByRole('link', { name: 'Нови пројекат' }).click();
    await clerk.getByLabel('Радни назив').fill('x');
    await clerk.getByRole('button', { name: 'Отвори пројекат' }).click();
    await expect(clerk.getByText('Унесите од 3 до 20 знакова')).toBeVisible();
    await expectAccessible(clerk);
    await clerk.getByLabel('Радни назив').fill(CODE);
    await clerk.getByRole('button', { name: 'Отвори пројекат' }).click();
    await clerk.waitForURL(`**/projects/${CODE}/details`);
  });

  await test.step('fills in the form, sees errors live, saves', async () => {
    await openForm(clerk);
    await expect(clerk.getByRole('button', { name: /^Попуњено 0 од/ })).toBeVisible();
    await expect(clerk.getByRole('button', { name: /^Закључај/ })).toHaveAttribute('aria-disabled', 'true');
    await fillIdea(clerk, NAME);
    // Nothing is wrong any more; only saved values show that.
    await expect(clerk.getByText(/\d+ греш(ка|ке|ака)/)).toHaveCount(0);
    await expect(clerk.getByRole('button', { name: 'без грешака' })).toHaveCount(0);
    await expect(field(clerk, 'criteria.longerThanYear')).toBeChecked();

    await field(clerk, 'financialInfo.yearlyCosts[2].amount').fill('200.000.001,00');
    await expect(
      clerk.getByText(/Збир годишњих трошкова није једнак процењеној вредности: .* вишак 0,01 РСД|вишак 1,00 РСД/),
    ).toBeVisible();
    await clerk.getByRole('button', { name: '1 грешка' }).click();
    await expectAccessible(clerk);
    await clerk.getByRole('button', { name: 'Иди на поље' }).click();
    await expect(clerk.getByRole('dialog')).toBeHidden();
    await field(clerk, 'financialInfo.yearlyCosts[2].amount').fill('200000000');
    await field(clerk, 'financialInfo.yearlyCosts[2].amount').press('Tab');
    await clerk.getByRole('button', { name: 'Сачувај', exact: true }).click();
    await expect(clerk.getByText('Образац је сачуван.')).toBeVisible();
    await expect(clerk.getByLabel('Ревизија обрасца')).toContainText('Ревизија 1');
    await expect(clerk.getByRole('button', { name: 'без грешака' })).toBeVisible();
  });

  await test.step('a changed form makes a revision, an unchanged one cannot be saved', async () => {
    await expect(clerk.getByRole('button', { name: 'Сачувај', exact: true })).toBeDisabled();
    await field(clerk, 'durationMonths').fill('21');
    await expect(clerk.getByText('Несачуване измене')).toBeVisible();
    await clerk.keyboard.press('Control+s');
    await expect(clerk.getByLabel('Ревизија обрасца')).toContainText('Ревизија 2');
    await clerk.getByLabel('Ревизија обрасца').selectOption({ index: 1 });
    await expect(clerk).toHaveURL(/\/revision\/1$/);
    await expect(field(clerk, 'durationMonths')).toHaveValue('20');
    await expect(clerk.getByRole('button', { name: /^Закључај/ })).toHaveAttribute('aria-disabled', 'true');
    await clerk.getByLabel('Ревизија обрасца').selectOption({ index: 0 });
    await expect(field(clerk, 'durationMonths')).toHaveValue('21');
  });

  await test.step('locks and sends', async () => {
    await clerk.getByRole('button', { name: /^Закључај/ }).click();
    await expect(clerk.getByRole('button', { name: 'Откључај' })).toBeVisible();
    await expect(field(clerk, 'durationMonths')).not.toBeEditable();
    await expectAccessible(clerk);
    await follow(clerk, `/projects/${CODE}/details`);
    await expect(clerk.getByRole('heading', { level: 1, name: NAME })).toBeVisible();
  });
  await journey.act('local.user', 'Пошаљи на потврду', 'Идеја: чека потврду');

  await test.step('the head returns it with a comment, and the form is open again', async () => {
    await journey.act('local.admin', 'Врати на допуну', 'Идеја: унос', { comment: 'Допуните напомене.', axe: true });
    await journey.page('local.user');
    await openForm(clerk);
    await expect(field(clerk, 'durationMonths')).toBeEditable();
    await clerk.getByRole('button', { name: /^Закључај/ }).click();
    await expect(clerk.getByRole('button', { name: 'Откључај' })).toBeVisible();
  });
  await test.step('activities tell the story', async () => {
    await follow(clerk, `/projects/${CODE}/phases`);
    await clerk.getByRole('link', { name: 'Идеја', exact: true }).click();
    await clerk.getByRole('link', { name: 'Активности' }).click();
    for (const told of ['Закључан образац', 'Враћено на допуну']) {
      await expect(clerk.getByRole('row', { name: new RegExp(`^${told}`) }).first()).toBeVisible();
    }
  });
});
