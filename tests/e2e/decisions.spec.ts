import { expect, type Page } from '@playwright/test';
import { setPath } from '@pimis/domain/forms/paths';
import { expectAccessible } from './accessible.ts';
import { PASSWORD } from './actors.ts';
import { Journey, LOCK, newCode } from './journey.ts';
import { expectGoodScreen } from './screens.ts';
import { test } from './seats.ts';

/** The users who bring an idea to the minister, each with the first step that is open to them. */
const TO_MINISTER = ['local.user', 'local.admin', 'verifier', 'ministry.admin'];
const CONSENT = 'Дај сагласност министра';
/** More steps than a dialog has. */
const FARTHEST = 60;

/** Presses Tab until an element with this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let step = 0; step < FARTHEST; step += 1) {
    const called = await page.evaluate(() => {
      const at = document.activeElement as HTMLInputElement | null;
      return at?.getAttribute('aria-label') ?? at?.labels?.[0]?.innerText ?? at?.innerText ?? '';
    });
    if (name.test(called.trim())) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never comes to ${name}`);
}

const nameOf = ({ code }: Journey) => `Пројекат ${code}`;

/** Opens the decision on a project from its row; the summary has been read. */
async function openDecision(page: Page, step: string, journey: Journey) {
  await page.getByRole('button', { name: `${step}: ${nameOf(journey)}` }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('heading', { name: /Шта се гради/ })).toBeVisible();
  return dialog;
}

test('a minister decides on three projects from their summaries, by pointer and by keyboard, and opens no form', async ({
  seats,
  request,
}) => {
  test.setTimeout(240_000);
  const journeys = [1, 2, 3].map(() => new Journey(seats, request, newCode('JUTRO')));
  for (const journey of journeys) {
    await journey.called.create({});
    await journey.called.fill();
    for (const login of TO_MINISTER) await journey.called.act(login, 1);
  }
  const [first, second, third] = journeys;
  if (!first || !second || !third) throw new Error('Three projects are decided on');
  const page = await seats.take();
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url()));

  await test.step('signs in, and the first page leads to the summaries', async () => {
    await page.goto('/');
    await page.getByLabel('Корисничко име').fill('minister');
    await page.getByLabel('Лозинка', { exact: true }).fill(PASSWORD);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: /^Добар дан/ })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Сажеци за одлуку' }).click();
    await expect(page.getByRole('heading', { level: 1, name: /^Сажеци за одлуку/ })).toBeVisible();
    const row = page.getByRole('row', { name: new RegExp(nameOf(first)) });
    await expect(row).toBeVisible();
    await expectAccessible(page);
    // On paper the table is in landscape, and texts replace its buttons.
    await page.emulateMedia({ media: 'print' });
    await expect(page.locator('html')).toHaveCSS('page', 'wide');
    await expect(row.getByRole('button')).toBeHidden();
    await expect(row.getByText(CONSENT).first()).toBeVisible();
    await page.emulateMedia({ media: null });
  });

  await test.step('consents by pointer', async () => {
    const dialog = await openDecision(page, CONSENT, first);
    await expect(dialog.getByRole('radio', { checked: true })).toHaveCount(0);
    await expectAccessible(page);
    await dialog.getByRole('radio', { name: new RegExp(`^${CONSENT}`) }).check();
    await dialog.getByRole('button', { name: CONSENT, exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row', { name: new RegExp(nameOf(first)) })).toHaveCount(0);
  });

  await test.step('consents by keyboard', async () => {
    await page.getByRole('button', { name: `${CONSENT}: ${nameOf(second)}` }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('region', { name: 'Сажетак за одлуку' })).toBeFocused();
    await expect(dialog.getByRole('heading', { name: /Шта се гради/ })).toBeVisible();
    await tabTo(page, new RegExp(`^${CONSENT}`));
    await page.keyboard.press('Space');
    await expect(dialog.getByRole('radio', { name: new RegExp(`^${CONSENT}`) })).toBeChecked();
    await tabTo(page, new RegExp(`^${CONSENT}$`));
    await page.keyboard.press('Enter');
    await expect(dialog).toBeHidden();
  });

  await test.step('returns the third with a reason', async () => {
    const dialog = await openDecision(page, CONSENT, third);
    await dialog.getByRole('radio', { name: /^Врати/ }).check();
    await dialog.getByLabel('Коментар').fill('Образложите рок.');
    await expectAccessible(page);
    await dialog
      .getByRole('button', { name: /^Врати[^и]*$/ })
      .last()
      .click();
    await expect(dialog).toBeHidden();
    await expect(page.getByRole('row', { name: new RegExp(nameOf(third)) })).toHaveCount(0);
  });
  expect(visited.filter((address) => address.includes('/forms/'))).toEqual([]);
});

test('a second round shows the changes since the return in the table and in the summary', async ({
  seats,
  request,
}) => {
  const journey = new Journey(seats, request, newCode('KRUG'));
  await journey.called.create({});
  await journey.called.fill();
  await journey.called.act('local.user', 1);
  const head = await journey.page('local.admin');
  await head.goto('/tasks/decisions');
  await test.step('the head returns the form from its summary', async () => {
    const dialog = await openDecision(head, 'Потврди', journey);
    await dialog.getByRole('radio', { name: /^Врати на допуну/ }).check();
    await dialog.getByLabel('Коментар').fill('Проверите назив.');
    await dialog.getByRole('button', { name: 'Врати на допуну', exact: true }).click();
    await expect(dialog).toBeHidden();
  });
  await journey.called.submit('local.user', LOCK, (values) => setPath(values, 'basic.projectName', nameOf(journey)));
  await journey.called.act('local.user', 1);

  await test.step('the table tells the second round, the summary what has changed', async () => {
    await head.reload();
    const row = head.getByRole('row', { name: new RegExp(journey.code) });
    await expect(row.getByText('Поново послато, 2. пут')).toBeVisible();
    await expectGoodScreen(head, [{ width: 390, theme: 'dark' }]);
    await head.setViewportSize({ width: 1440, height: 900 });
    const dialog = await openDecision(head, 'Потврди', journey);
    await expect(dialog.getByText(/„Проверите назив.“/)).toBeVisible();
    await dialog.getByRole('radio', { name: /^Потврди/ }).check();
    await dialog.getByRole('button', { name: 'Потврди', exact: true }).click();
    await expect(dialog).toBeHidden();
    await expect(row).toHaveCount(0);
  });
});
