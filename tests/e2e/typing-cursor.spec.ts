import { expect } from '@playwright/test';
import { field, signedIn, signIn } from './actors.ts';
import { newIdea, PACE, SENTENCE } from './typist.ts';

// Each of these tests types into an idea of its own, so they run on any free worker.
test.describe.configure({ mode: 'parallel' });
import { variations } from '../../apps/server/src/testing/thorough.ts';
import { test } from './seats.ts';

for (const way of variations(['a click'], ['a click', 'Tab'])) {
  test(`every key counts from the first on, in a long text entered by ${way} right after loading`, async ({
    seats,
    request,
  }) => {
    const page = await signedIn(seats, 'local.user');
    const address = await newIdea(seats, request);
    // The editor of long texts is large; here it loads late.
    let letThrough = () => {};
    const held = new Promise<void>((resolve) => {
      letThrough = resolve;
    });
    await page.route(/\/RichText[^/]*\.js/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(address);
    const text = field(page, 'description.results');
    await text.scrollIntoViewIfNeeded();
    const before = (await text.innerText()).replace('Није попуњено', '').trim();
    if (way === 'a click') await text.click();
    else {
      await field(page, 'description.goals').focus();
      await page.keyboard.press('Tab');
    }
    await page.keyboard.type(SENTENCE.slice(0, 10), PACE);
    letThrough();
    await page.keyboard.type(SENTENCE.slice(10), PACE);
    await expect(page.locator('.tiptap[id="f-description.results"]')).toContainText(`${before}${SENTENCE}`);
  });
}

test('going through long texts quickly leaves the cursor where one went, and a tool hands letters on', async ({
  seats,
  request,
}) => {
  const page = await signIn(seats, 'local.user', await newIdea(seats, request));
  await field(page, 'description.summary').scrollIntoViewIfNeeded();
  await field(page, 'description.summary').focus();
  const places = ['problem', 'goals', 'results'];
  for (const _ of places) await page.keyboard.press('Tab');
  await expect(field(page, 'description.results')).toBeFocused();
  await page.keyboard.type('крај', PACE);
  await expect(field(page, 'description.results')).toContainText('крај');
  await page.keyboard.press('Shift+Tab');
  await expect(page.locator('.rich-text-tools button:focus')).toHaveCount(1);
  await page.keyboard.type('још', PACE);
  await expect(field(page, 'description.results')).toBeFocused();
});

test('saving, locking and unlocking leave the cursor where one types', async ({ seats, request }) => {
  const page = await signIn(seats, 'local.user', await newIdea(seats, request));
  const position = field(page, 'basic.contacts[1].position');
  await position.fill('');
  await position.click();
  await page.keyboard.type('Стручни сарадник ', PACE);
  await page.keyboard.press('Control+s');
  await page.keyboard.type('за воде и отпад', PACE);
  await expect(page.getByText(/Образац је сачуван/).first()).toBeVisible();
  await expect(position).toBeFocused();
  await expect(position).toHaveValue('Стручни сарадник за воде и отпад');
  await page.getByRole('button', { name: 'Сачувај', exact: true }).click();
  await expect(page.getByText('Све је сачувано')).toBeVisible();
  await expect(position).toBeFocused();
  await page.keyboard.type('!', PACE);
  await expect(position).toHaveValue('Стручни сарадник за воде и отпад!');
  await expect(page.getByText(/нацрт на овом рачунару/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Одбаци нацрт' }).click();
  await expect(page.getByRole('button', { name: 'Одбаци нацрт' })).toHaveCount(0);
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe('BODY');
});
