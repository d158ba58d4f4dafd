import { expect } from '@playwright/test';
import { setPath } from '@pimis/domain/forms/paths';
import { field, phaseScreens, signIn } from './actors.ts';
import { Journey, newCode } from './journey.ts';
import { test } from './seats.ts';
import { openForm } from './typist.ts';

const NAME = 'Изградња постројења за пречишћавање отпадних вода и канализације '.repeat(4).slice(0, 225).trim();

test('a name of 225 letters is read whole in a locked form, and has its whole name among the crumbs', async ({
  seats,
  request,
}) => {
  const journey = new Journey(seats, request, newCode('DUGO'));
  await journey.called.create({});
  await journey.called.submit('local.user', 2, (values) => setPath(values, 'basic.projectName', NAME));
  const page = await journey.page('local.user');
  await page.goto((await phaseScreens(request, journey.code)).at(-1) ?? '');
  const name = field(page, 'basic.projectName');
  await expect(name).toHaveValue(NAME);
  await expect(name).toHaveAttribute('readonly', '');
  for (const width of [1440, 1280, 390]) {
    await page.setViewportSize({ width, height: 800 });
    const cut = await page.locator('main textarea').evaluateAll((fields: HTMLTextAreaElement[]) =>
      fields
        .filter((one) => one.checkVisibility() && one.id.startsWith('f-'))
        .filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1)
        .map(({ id }) => id),
    );
    expect(cut, `${width}`).toEqual([]);
  }
  await page.setViewportSize({ width: 1280, height: 800 });
  const crumb = page.getByRole('navigation', { name: 'Путања' }).getByRole('link').nth(1);
  await crumb.focus();
  await expect(page.getByRole('tooltip')).toHaveText((await crumb.textContent()) ?? '');
  await crumb.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/projects/${journey.code}(/details)?$`));
});

test('four quarters are beside each other from 1280 on, percent above amount, with their sum', async ({ seats }) => {
  const page = await signIn(seats, 'local.user');
  await page.setViewportSize({ width: 1280, height: 800 });
  await openForm(page, 'MOST-CENTAR', 'План имплементације', 'implementation[1].plan[1].q1.percent');
  await field(page, 'implementation[1].plan[1].q1.percent').scrollIntoViewIfNeeded();
  const beyond = await field(page, 'implementation[1].plan[1].q1.percent').evaluate((input) => {
    const frame = input.closest('.form-table');
    return frame ? frame.scrollWidth - frame.clientWidth : -1;
  });
  expect(beyond).toBe(0);
  // Their sum stands below them, within the same frame.
  const sum = page
    .locator('tr', { has: page.locator('[id="f-implementation[1].plan[1].q1.percent"]') })
    .getByText(/^Збир: /);
  await expect(sum).toHaveText(/^Збир: \d{1,3},\d\d %, [\d.]+,\d\d РСД$/);
  const [around, frame] = await Promise.all([sum.boundingBox(), sum.locator('xpath=ancestor::table').boundingBox()]);
  expect((around?.x ?? 0) + (around?.width ?? 0)).toBeLessThanOrEqual((frame?.x ?? 0) + (frame?.width ?? 0));
  const [percent, amount] = await Promise.all(
    ['percent', 'amount'].map((part) => field(page, `implementation[1].plan[1].q1.${part}`).boundingBox()),
  );
  expect(percent?.y).toBeLessThan(amount?.y ?? 0);
  expect(Math.abs((percent?.x ?? 0) - (amount?.x ?? 0))).toBeLessThan(2);
});

test('a table of six columns is whole at 1440, because the main menu folds beside a form', async ({ seats }) => {
  const page = await signIn(seats, 'local.user');
  await page.setViewportSize({ width: 1440, height: 900 });
  const menu = page.getByRole('navigation', { name: 'Главни мени' });
  expect((await menu.boundingBox())?.width).toBe(208);
  await openForm(page, 'MOST-CENTAR', 'План имплементације', 'financialInfo.fundingSources[1].localAmount');
  expect((await menu.boundingBox())?.width).toBe(56);
  const beyond = () =>
    page.locator('.form-table').evaluateAll((frames) => frames.map((frame) => frame.scrollWidth - frame.clientWidth));
  expect(Math.max(...(await beyond()))).toBe(0);
  // The person's own choice stays.
  await menu.getByRole('button', { name: 'Прошири мени' }).click();
  expect((await menu.boundingBox())?.width).toBe(208);
  await page.reload();
  await expect(menu.getByRole('button', { name: 'Сузи мени' })).toBeVisible();
});

test('a cell of a compact table is described by its example below the table', async ({ seats }) => {
  const page = await signIn(seats, 'local.user');
  const example = 'Активност, пример: Израда пројектне документације';
  await openForm(page, 'MOST-CENTAR', 'План имплементације', 'financialInfo.activityList[1].name');
  await expect(page.getByText(example)).toBeVisible();
  await expect(field(page, 'financialInfo.activityList[1].name')).toHaveAccessibleDescription(example);
});

test('at 390 pixels a notice leaves the buttons free, and the state of the draft has its word', async ({
  seats,
  request,
}) => {
  const journey = new Journey(seats, request, newCode('USKO'));
  await journey.called.create({});
  const page = await journey.page('local.user');
  await page.setViewportSize({ width: 390, height: 800 });
  await page.goto((await phaseScreens(request, journey.code)).at(-1) ?? '');
  await field(page, 'basic.projectName').fill(NAME);
  await page.keyboard.press('Tab');
  await expect(page.locator('.form-bar').getByText('Несачуване измене')).toBeVisible();
  await page.getByRole('button', { name: 'Сачувај', exact: true }).click();
  const notice = page.getByText('Образац је сачуван са грешкама.');
  await expect(notice).toBeVisible();
  const [bar, told] = await Promise.all([page.locator('.form-bar').boundingBox(), notice.boundingBox()]);
  expect((told?.y ?? 0) + (told?.height ?? 0)).toBeLessThan(bar?.y ?? 0);
});
