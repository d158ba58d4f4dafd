import { readFile } from 'node:fs/promises';
import { type Download, expect, type Locator } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { setTheme } from './actors.ts';
import { addFiles, emptyProject, text } from './project-documents.ts';
import { test } from './seats.ts';

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1440, height: 900 };

async function content(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

test('a row saves the document, its other button copies a link that is secured until it is made public', async ({
  seats,
}) => {
  test.setTimeout(120_000);
  const { page, code } = await emptyProject(seats);
  await addFiles(page, [text('Уговор о грађењу.txt', 'садржај уговора')]);
  const row = page.getByRole('row', { name: /Уговор о грађењу/ });
  const saving = page.waitForEvent('download');
  await row.getByText('Опис за').click();
  const saved = await saving;
  expect(saved.suggestedFilename()).toBe('Уговор о грађењу.txt');
  expect(await content(saved)).toBe('садржај уговора');

  await row.getByText('Опис за').click({ button: 'right' });
  await expect(page.getByText('Веза је копирана.')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  expect(link).toMatch(/\/document-download\?token=[\w-]{64}1$/);

  const stranger = await seats.take();
  await stranger.goto(link);
  await stranger.waitForURL('**/login?redirect=**');
  const automatic = stranger.waitForEvent('download');
  await stranger.locator('input[name=login]').fill('local.admin');
  await stranger.locator('input[name=password]').fill('Demo-pimis-2026!');
  await stranger.getByRole('button', { name: 'Пријави се', exact: true }).click();
  expect(await content(await automatic)).toBe('садржај уговора');
  await expect(stranger).toHaveURL(new RegExp(`/projects/${code}/documents/\\d+/revisions/\\d+$`));

  await row.getByRole('link', { name: 'Детаљи: Уговор о грађењу' }).click();
  const card = page.getByRole('region', { name: 'Ревизија 1' });
  await card.getByRole('button', { name: 'Веза', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Свако ко има везу' }).check();
  await expect(card.getByText('Јавна веза')).toBeVisible();
  await expectAccessible(page);

  // Anonymous users cannot use the link now.
  const visitor = stranger;
  await visitor.context().clearCookies();
  const opened = visitor.waitForEvent('download');
  await visitor.goto(link);
  const publicFile = await opened;
  expect(publicFile.suggestedFilename()).toBe('Уговор о грађењу.txt');
  expect(await content(publicFile)).toBe('садржај уговора');
  await expect(visitor.getByRole('link', { name: 'Преузми Уговор о грађењу.txt (29 B)' })).toBeVisible();
  await expectAccessible(visitor);

  await dialog.getByRole('button', { name: 'Опозови везу' }).click();
  await expect(page.getByText('Веза је опозвана; нова је у пољу.')).toBeVisible();
  await visitor.reload();
  await expect(visitor.getByText('Веза до документа не постоји, опозвана је или је истекла.')).toBeVisible();
});

/** Presses a button that deletes, and again while the server has not answered: that is one deletion. */
async function pressTwice(button: Locator): Promise<void> {
  const page = button.page();
  const asked: string[] = [];
  let answer = () => {};
  const held = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/api/projects/*/documents/**', async (route) => {
    if (route.request().method() === 'DELETE') {
      asked.push(route.request().url());
      await held;
    }
    await route.continue();
  });
  await button.click();
  await expect.poll(() => asked).toHaveLength(1);
  await button.evaluate((element: HTMLButtonElement) => element.click());
  answer();
  await expect(button).toBeHidden();
  expect(asked).toHaveLength(1);
  await page.unrouteAll({ behavior: 'wait' });
}

test('revisions have cards with hash, comment and downloads, and go one by one', async ({ seats }) => {
  test.setTimeout(120_000);
  const { page, code } = await emptyProject(seats);
  await addFiles(page, [text('studija.txt', 'прва')]);
  await page.getByRole('link', { name: 'Детаљи: studija' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Ревизије: studija' })).toBeVisible();
  for (const [n, name] of ['druga', 'treca'].entries()) {
    await page.getByRole('button', { name: 'Нова ревизија' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles(text(`${name}.txt`, name));
    await dialog.getByLabel(/^Опис/).fill('Опис');
    await dialog.getByRole('button', { name: 'Додај', exact: true }).click();
    // A revision requires a comment.
    await expect(dialog.getByText('Обавезно', { exact: false }).first()).toBeVisible();
    await dialog.getByLabel(/^Коментар/).fill(`Исправка ${n + 1}.`);
    await dialog.getByRole('button', { name: 'Додај', exact: true }).click();
    await expect(dialog).toBeHidden();
  }
  const cards = page.getByRole('region', { name: /^Ревизија \d$/ });
  await expect(cards).toHaveCount(3);
  const first = page.getByRole('region', { name: 'Ревизија 1' });
  await expect(first.locator('.hash')).toHaveText(/^[0-9a-f]{64}$/);
  await expect(page.getByRole('region', { name: 'Ревизија 3' })).toContainText('Исправка 2.');
  const saving = page.waitForEvent('download');
  await first.getByRole('button', { name: 'Преузми' }).click();
  expect((await saving).suggestedFilename()).toBe('studija.txt');
  await first.getByText('Преузимања (1)').click();
  await expect(first.getByRole('cell', { name: 'Милена Јовић' })).toBeVisible();
  for (const [size, theme] of [
    [WIDE, 'dark'],
    [NARROW, 'light'],
  ] as const) {
    await page.setViewportSize(size);
    await setTheme(page, theme);
    await expectAccessible(page);
  }
  await page.setViewportSize(WIDE);

  const remove = async (number: number) => {
    const card = page.getByRole('region', { name: `Ревизија ${number}` });
    await card.getByRole('button', { name: 'Обриши' }).click();
    await pressTwice(page.getByRole('dialog').getByRole('button', { name: 'Обриши' }));
  };
  await remove(2);
  await expect(cards).toHaveCount(2);
  await remove(1);
  await page.waitForURL(`**/${code}/documents`);
  const row = page.getByRole('row', { name: /studija/ });
  await expect(row).toBeVisible();
  const archive = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Преузми све (ZIP)' }).click();
  expect((await archive).suggestedFilename()).toBe(`${code}-dokumenta.zip`);
  await row.getByRole('button', { name: 'Обриши документ: studija' }).click();
  await pressTwice(page.getByRole('dialog').getByRole('button', { name: 'Обриши документ' }));
  await expect(page.getByText('Пројекат нема докумената.')).toBeVisible();
});

test('a PDF and an image are shown in the page', async ({ seats }) => {
  const { page } = await emptyProject(seats);
  const pixel = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
  await addFiles(page, [
    { name: 'slika.png', mimeType: 'image/png', buffer: Buffer.from(pixel, 'base64') },
    { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF\n') },
    text('beleška.txt', 'само се преузима'),
  ]);
  await expect(page.getByRole('button', { name: 'Прикажи beleška' })).toHaveCount(0);
  await page.getByRole('button', { name: 'Прикажи slika' }).click();
  const dialog = page.getByRole('dialog');
  const image = dialog.getByRole('img', { name: 'slika.png' });
  await expect.poll(() => image.evaluate((element: HTMLImageElement) => element.naturalWidth)).toBe(1);
  await dialog.getByRole('button', { name: 'Затвори', exact: true }).last().click();
  const shown = page.waitForResponse(/\/preview$/);
  await page.getByRole('button', { name: 'Прикажи plan' }).click();
  expect((await shown).headers()['content-type']).toBe('application/pdf');
  await expect(dialog.getByTitle('plan.pdf')).toBeVisible();
});
