import { expect } from '@playwright/test';
import { nextQuarter, quarterEnd, quarterOf, quarterStart } from '@pimis/domain/dates/dates';
import { expectAccessible } from './accessible.ts';
import { Journey, newCode } from './journey.ts';
import { test } from './seats.ts';

const LOCK = 2;

test('a plan without dynamics names its activities before it is sent, and leads to their section', async ({
  seats,
  request,
}) => {
  const journey = new Journey(seats, request, newCode('BEZDIN'));
  await journey.called.create({ type: 1 });
  await journey.called.fill();
  await journey.called.approve();
  await journey.called.submit('local.user', LOCK, (values) => {
    for (const row of values.implementation as { plan: { year: number }[] }[]) {
      row.plan = row.plan.map(({ year }) => ({ year }));
    }
  });
  const page = await journey.page('local.user');
  await page.goto(`/projects/${journey.code}/details`);
  await page.getByRole('button', { name: 'Пошаљи на потврду' }).click();
  const dialog = page.getByRole('dialog', { name: 'Провери и пошаљи' });
  const warning = dialog.getByRole('alert');
  await expect(warning).toContainText('Динамика по кварталима није унета: Радови и Надзор.');
  await expectAccessible(page);
  const [form] = await Promise.all([
    page.waitForEvent('popup'),
    warning.getByRole('link', { name: 'Погледај' }).click(),
  ]);
  await expect(form.getByRole('heading', { name: /Динамика по кварталима/ })).toBeFocused();
  await form.close();
  await dialog.getByRole('button', { name: 'Пошаљи на потврду' }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('План: чека потврду').first()).toBeVisible();
});

test('a report of a quarter that has not begun is prepared, and its step says from which day it is sent', async ({
  seats,
  request,
}) => {
  const journey = new Journey(seats, request, newCode('BUDUCI'));
  const next = nextQuarter(quarterOf(new Date().toISOString().slice(0, 'YYYY-MM-DD'.length)));
  journey.period = { start: quarterStart(next), end: quarterEnd(nextQuarter(next)) };
  await journey.called.create({ type: 1 });
  for (const _ of ['PIF', 'plan']) {
    await journey.called.fill();
    await journey.called.approve();
  }
  await journey.called.fill();
  const page = await journey.page('local.user');
  await page.goto(`/projects/${journey.code}/details`);
  const send = page.getByRole('button', { name: 'Пошаљи квартал на потврду' });
  await expect(send).toHaveAttribute('aria-disabled', 'true');
  const [year, month, day] = quarterStart(next).split('-').map(Number);
  await expect(send).toHaveAccessibleDescription(`Извештај се шаље кад квартал почне: ${day}.${month}.${year}.`);
  await send.focus();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expectAccessible(page);
});
