import { expect } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { phaseScreens, signIn } from './actors.ts';
import { Journey, newCode } from './journey.ts';
import { test } from './seats.ts';

test('the step that a task names is the filled button of its page, and the others are beside it', async ({ seats }) => {
  const page = await signIn(seats, 'reviewer', '/tasks?f.openStep=openCorrection');
  await page.getByRole('link', { name: /^Отвори корекцију/ }).click();
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  const steps = page.locator('.action-buttons');
  await expect(steps.getByRole('button', { name: 'Отвори корекцију' })).toHaveAttribute('data-variant', 'filled');
  await expect(steps.getByRole('button', { name: 'Одбиј корекцију' })).toHaveAttribute('data-variant', 'default');
  await expectAccessible(page);
});

test('a sent form shows the name of its present holder, and has the focus there', async ({ seats, request }) => {
  const journey = new Journey(seats, request, newCode('KOIMA'));
  await journey.called.create({});
  await journey.called.fill();
  const place = (await phaseScreens(request, journey.code)).at(-1) ?? '';
  const page = await journey.page('local.user');
  await page.goto(place);
  const bar = page.getByRole('toolbar');
  await bar.getByRole('button', { name: 'Пошаљи на потврду' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Пошаљи на потврду' }).click();
  // Other journeys add people to this body; more than a few are called by the body's name.
  const who = bar.getByText(/^Сада поступа (Милош Петровић или Никола Стојановић|Град Прокупље – Градска управа)\.$/);
  await expect(who).toBeVisible();
  await expect(bar.locator('.form-steps')).toBeFocused();
  await expectAccessible(page);
  // A later reader sees the same.
  await page.reload();
  await expect(who).toBeVisible();
});

test('the first page of a minister begins with sentences that lead to lists with their numbers', async ({ seats }) => {
  const page = await signIn(seats, 'minister');
  const said = page.getByRole('region', { name: 'Укратко' });
  const first = said.getByRole('link').first();
  await expect(first).toHaveText(/^\d+ проје(кат|кта|ката) чека(ју)? на вас/);
  const count = Number(/^\d+/.exec(await first.innerText())?.[0]);
  const rules = await said.getByRole('link').allInnerTexts();
  expect(rules.length).toBeGreaterThan(2);
  await expectAccessible(page);
  await first.click();
  await page.waitForURL('**/tasks');
  await expect(page.locator('tbody tr')).toHaveCount(count);
  await page.goBack();
  const late = said.getByRole('link', { name: /^Радови касне на/ });
  const projects = Number(/\d+/.exec(await late.innerText())?.[0]);
  await late.click();
  await page.waitForURL(/rule=lowSpi/);
  await expect(page.getByRole('group', { name: 'Радови' }).locator('tbody tr')).toHaveCount(projects);
});

test('a clerk begins with the tasks; the numbers of the body are in the profile', async ({ seats }) => {
  const page = await signIn(seats, 'local.user');
  await expect(page.getByRole('heading', { name: /^Моји задаци/ })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Укратко' })).toHaveCount(0);
  await expect(page.locator('main').getByText('ПИБ')).toHaveCount(0);
  await page.goto('/administration/user/profile');
  await expect(page.getByRole('region', { name: 'Орган и улога' }).getByText('ПИБ')).toBeVisible();
  await expectAccessible(page);
});
