import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { Journey, newCode } from './journey.ts';
import { expectGoodScreen } from './screens.ts';
import { test } from './seats.ts';

test('the head confirms two of three projects at once, and sees why the third was not', async ({ seats, request }) => {
  test.setTimeout(120_000);
  const journeys = ['A', 'B', 'C'].map((mark) => new Journey(seats, request, newCode(`CEKA${mark}`)));
  for (const journey of journeys) {
    await journey.called.create({});
    await journey.called.fill();
    await journey.called.act('local.user', 1);
  }
  const [first, second, returned] = journeys as [Journey, Journey, Journey];
  const page = await first.page('local.admin');

  await test.step('what waits has its place in the menu, and a way there from the dashboard', async () => {
    await page.goto('/dashboard');
    await page.getByRole('link', { name: /^Сви пројекти који чекају на вас/ }).click();
    await page.waitForURL('**/tasks');
    await expect(page.getByRole('heading', { level: 1, name: /Чека на вас/ })).toBeVisible();
    const entry = page.getByRole('navigation', { name: 'Главни мени' }).getByRole('link', { name: /Чека на вас/ });
    await expect(entry).toHaveAttribute('data-status', 'active');
  });

  await test.step('rows are filtered by their step and chosen', async () => {
    await page.getByLabel('Назив, радни назив или орган').fill('CEKA');
    for (const { code } of journeys) await expect(page.getByRole('row', { name: new RegExp(code) })).toBeVisible();
    await page.getByRole('button', { name: 'Филтер', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Предуго чека' }).click();
    await page.keyboard.press('Escape');
    for (const { code } of journeys) await page.getByRole('checkbox', { name: `Изабери: Пројекат ${code}` }).check();
    await expectGoodScreen(page);
    await page.setViewportSize({ width: 1440, height: 800 });
  });

  await test.step('the dialog names each with its step; what another did meanwhile is told', async () => {
    await page.getByRole('button', { name: 'Обради изабране (3)' }).click();
    const dialog = page.getByRole('dialog', { name: '3 пројекта' });
    for (const { code } of journeys) {
      await expect(dialog.getByRole('listitem').filter({ hasText: code })).toContainText('Потврди');
    }
    await expectAccessible(page);
    await returned.called.act('local.power', 2, { comment: 'Допуните.' });
    await dialog.getByRole('button', { name: 'Потврди (3)' }).dblclick();
    await expect(dialog.getByText('Извршено за 2 пројекта')).toBeVisible();
    await expect(dialog.getByText('Није извршено за 1 пројекат')).toBeVisible();
    await expect(dialog.getByRole('listitem').filter({ hasText: returned.code })).toContainText(
      'Радња није могућа у тренутном стању пројекта.',
    );
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Затвори' }).last().click();
    await expect(dialog).toBeHidden();
    for (const { code } of journeys) {
      await expect(page.getByRole('row', { name: new RegExp(code) })).toHaveCount(code === returned.code ? 1 : 0);
    }
  });

  for (const journey of [first, second]) expect((await journey.project()).actors.now[0]?.key).toBe('verify');
  // The step is the head's too, by the clerks' claim.
  expect((await returned.project()).actors.now[0]?.key).not.toBe('verify');
});

test('the project table shows whose turn it is and since when, and is filtered by it', async ({ seats, request }) => {
  const journey = new Journey(seats, request, newCode('NAREDU'));
  await journey.called.create({});
  const page = await journey.page('local.user');
  await page.goto(`/projects?cols=name,onTurn,waitingSince&f.onTurn=own&f.search=${journey.code}`);
  const row = page.getByRole('row', { name: new RegExp(journey.code) });
  await expect(row).toContainText('Пошаљи на потврду');
  await expect(page.getByRole('button', { name: /^Ко је на реду: орган пројекта/ })).toBeVisible();
  await expectAccessible(page);
  await page.goto(`/projects?cols=name,onTurn&f.onTurn=mei&f.search=${journey.code}`);
  await expect(page.getByText('Нема пројеката за ове услове.')).toBeVisible();
});
