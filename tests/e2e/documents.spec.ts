import { readFile, writeFile } from 'node:fs/promises';
import { type Browser, type Download, expect, type Page, test } from '@playwright/test';
import { authorization, expectAccessible, setTheme, signIn } from './actors.ts';

const NARROW = { width: 360, height: 740 };
const WIDE = { width: 1440, height: 900 };

async function content(download: Download): Promise<string> {
  return readFile(await download.path(), 'utf8');
}

/** A new project of local.user, and the screen of its documents. */
async function emptyProject(browser: Browser): Promise<{ page: Page; code: string }> {
  const page = await signIn(browser, 'local.user');
  const code = `DOK-${Date.now() % 1_000_000}`;
  const headers = await authorization(page.request, 'local.user');
  const made = await page.request.post('/api/projects', {
    headers,
    data: { code, type: 3, sector: 5, important: false },
  });
  expect(made.status()).toBe(200);
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`/projects/${code}/documents`);
  return { page, code };
}

const text = (name: string, body: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(body) });

async function addFiles(page: Page, files: ReturnType<typeof text>[]): Promise<void> {
  await page.getByRole('button', { name: 'Додај документе' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(files);
  for (const { name } of files) {
    await dialog.getByRole('group', { name }).getByLabel(/^Опис/).fill(`Опис за ${name}`);
  }
  await dialog.getByRole('button', { name: 'Додај', exact: true }).click();
  await expect(dialog).toBeHidden();
}

test('several files are added at once, each with what is said of it; what is not taken is told at the file', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { page } = await emptyProject(browser);
  await page.getByRole('button', { name: 'Додај документе' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Датотека највише: 5. Свака мања од 10 MB.')).toBeVisible();
  await dialog.locator('input[type=file]').setInputFiles([text('disk.iso', 'a'), text('празна.txt', '')]);
  await expect(dialog.getByText('Врста датотеке није дозвољена', { exact: false })).toBeVisible();
  await expect(dialog.getByText('Датотека је празна.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Уклони disk.iso' }).click();
  await dialog.getByRole('button', { name: 'Уклони празна.txt' }).click();
  await dialog
    .locator('input[type=file]')
    .setInputFiles(Array.from({ length: 6 }, (_, n) => text(`prilog ${n + 1}.txt`, `${n}`)));
  await expect(page.getByText('Одједном се додају датотеке, највише њих 5', { exact: false })).toBeVisible();
  for (let n = 1; n <= 5; n++) {
    const draft = dialog.getByRole('group', { name: `prilog ${n}.txt` });
    await draft.getByLabel(/^Опис/).fill(`Опис ${n}`);
    if (n === 1) {
      await draft.getByLabel('Назив').fill('Студија изводљивости');
      await draft.getByLabel('Врста').selectOption({ label: 'Студија оправданости' });
      await draft.getByLabel('Коментар').fill('Прва верзија.');
    }
  }
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Додај', exact: true }).click();
  await expect(page.getByText('Додато је 5 докумената.')).toBeVisible();
  const row = page.getByRole('row', { name: /Студија изводљивости/ });
  await expect(row).toContainText('Студија оправданости');
  await expect(page.getByRole('row')).toHaveCount(6);
  await expectAccessible(page);
  await setTheme(page, 'dark');
  await expectAccessible(page);
  await page.setViewportSize(NARROW);
  await expectAccessible(page);
  // Nothing stands beyond the edge of a narrow screen.
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(NARROW.width);
  await page.context().close();
});

test('a content that does not agree with its name is refused, and the typed text stays', async ({ browser }) => {
  const { page } = await emptyProject(browser);
  await page.getByRole('button', { name: 'Додај документе' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(text('ugovor.pdf', 'није PDF'));
  await dialog.getByLabel(/^Опис/).fill('Уговор');
  await dialog.getByRole('button', { name: 'Додај', exact: true }).click();
  await expect(page.getByText('Садржај датотеке не одговара њеној врсти.').first()).toBeVisible();
  await expect(dialog.getByLabel(/^Опис/)).toHaveValue('Уговор');
  await page.context().close();
});

test('files are dropped, and what is being sent is gone on with after a pause', async ({ browser }) => {
  const { page, code } = await emptyProject(browser);
  await page.getByRole('button', { name: 'Додај документе' }).click();
  const dialog = page.getByRole('dialog');
  const dropped = await page.evaluateHandle(() => {
    const data = new DataTransfer();
    data.items.add(new File(['први'], 'prvi.txt', { type: 'text/plain' }));
    data.items.add(new File(['други'], 'drugi.txt', { type: 'text/plain' }));
    return data;
  });
  await dialog.locator('.file-drop').dispatchEvent('drop', { dataTransfer: dropped });
  for (const name of ['prvi.txt', 'drugi.txt']) {
    await dialog.getByRole('group', { name }).getByLabel(/^Опис/).fill('Опис');
  }
  // The second file is kept from the server until the sending was stopped.
  let sent = 0;
  await page.route(`**/api/projects/${code}/uploads/*`, (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    sent += 1;
    return sent === 2 ? undefined : route.continue();
  });
  await dialog.getByRole('button', { name: 'Додај', exact: true }).click();
  await expect.poll(() => sent).toBe(2);
  await dialog.getByRole('button', { name: 'Паузирај' }).click();
  await expect(dialog.getByText('ништа још није додато', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Настави слање' }).click();
  await expect(page.getByText('Додата су 2 документа.')).toBeVisible();
  // The first file went once, the second was gone on with.
  expect(sent).toBe(3);
  await page.context().close();
});

test('what was being sent when the page was reloaded is gone on with, or given up', async ({ browser }) => {
  const { page, code } = await emptyProject(browser);
  const MEBI = 1024 * 1024;
  // A file of the disk: the browser knows it again by its name, size and time. Two pieces, and nearly the most.
  const path = test.info().outputPath('velika.dat');
  const bytes = Buffer.alloc(9.5 * MEBI, 'pimis');
  await writeFile(path, bytes);
  const offsets: string[] = [];
  let held = String(5 * MEBI);
  await page.route(`**/api/projects/${code}/uploads/*`, (route) => {
    const offset = route.request().headers()['upload-offset'];
    if (route.request().method() !== 'PATCH' || offset === undefined) return route.continue();
    offsets.push(offset);
    return offset === held ? undefined : route.continue();
  });
  const dialog = page.getByRole('dialog');
  const choose = async () => {
    await dialog.locator('input[type=file]').setInputFiles(path);
    await dialog.getByLabel(/^Опис/).fill('Велика датотека');
  };
  const interrupted = async (sent: number) => {
    await dialog.getByRole('button', { name: 'Додај', exact: true }).click();
    await expect.poll(() => offsets.length).toBe(sent);
    await page.reload();
  };
  await page.getByRole('button', { name: 'Додај документе' }).click();
  await choose();
  await interrupted(2);

  const unfinished = page.getByRole('region', { name: 'Слање које није завршено' });
  await expect(unfinished).toContainText('velika.dat');
  await expect(unfinished).toContainText('Послато 5 MB од 9,5 MB. Изаберите исту датотеку и слање се наставља.');
  await expectAccessible(page);
  await unfinished.getByRole('button', { name: 'Настави слање' }).click();
  await choose();
  await expect(dialog.getByText('Већ је послато 5 MB; слање се наставља одатле.')).toBeVisible();
  held = '';
  await dialog.getByRole('button', { name: 'Додај', exact: true }).click();
  await expect(page.getByText('Документ је додат.')).toBeVisible();
  // Only what was missing went again.
  expect(offsets).toEqual(['0', String(5 * MEBI), String(5 * MEBI)]);
  await expect(unfinished).toBeHidden();
  const saving = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Преузми velika' }).click();
  expect((await readFile(await (await saving).path())).equals(bytes)).toBe(true);

  held = '0';
  await page.getByRole('button', { name: 'Додај документе' }).click();
  await choose();
  await interrupted(4);
  await unfinished.getByRole('button', { name: 'Одустани: velika.dat' }).click();
  await expect(unfinished).toBeHidden();
  const headers = await authorization(page.request, 'local.user');
  const left = await page.request.get(`/api/projects/${code}/uploads`, { headers });
  expect(((await left.json()) as { payload: unknown[] }).payload).toEqual([]);
  await page.context().close();
});

test('a row saves the document, its other button copies a link that is secured until it is made public', async ({
  browser,
}) => {
  test.setTimeout(120_000);
  const { page, code } = await emptyProject(browser);
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

  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(link);
  await stranger.waitForURL('**/login?redirect=**');
  const automatic = stranger.waitForEvent('download');
  await stranger.locator('input[name=login]').fill('local.admin');
  await stranger.locator('input[name=password]').fill('Demo-pimis-2026!');
  await stranger.getByRole('button', { name: 'Пријави се', exact: true }).click();
  expect(await content(await automatic)).toBe('садржај уговора');
  await expect(stranger).toHaveURL(new RegExp(`/projects/${code}/documents/\\d+/revisions/\\d+$`));
  await stranger.context().close();

  await row.getByRole('link', { name: 'Детаљи: Уговор о грађењу' }).click();
  const card = page.getByRole('region', { name: 'Ревизија 1' });
  await card.getByRole('button', { name: 'Веза', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: 'Свако ко има везу' }).check();
  await expect(card.getByText('Јавна веза')).toBeVisible();
  await expectAccessible(page);

  const visitor = await (await browser.newContext()).newPage();
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
  await visitor.context().close();
  await page.context().close();
});

test('revisions have cards with hash, comment and downloads, and go one by one', async ({ browser }) => {
  test.setTimeout(120_000);
  const { page, code } = await emptyProject(browser);
  await addFiles(page, [text('studija.txt', 'прва')]);
  await page.getByRole('link', { name: 'Детаљи: studija' }).click();
  await expect(page.getByRole('heading', { level: 2, name: 'Ревизије: studija' })).toBeVisible();
  for (const [n, name] of ['druga', 'treca'].entries()) {
    await page.getByRole('button', { name: 'Нова ревизија' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.locator('input[type=file]').setInputFiles(text(`${name}.txt`, name));
    await dialog.getByLabel(/^Опис/).fill('Опис');
    await dialog.getByRole('button', { name: 'Додај', exact: true }).click();
    // A revision wants its comment.
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
    await page.getByRole('dialog').getByRole('button', { name: 'Обриши' }).click();
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
  await page.getByRole('dialog').getByRole('button', { name: 'Обриши документ' }).click();
  await expect(page.getByText('Пројекат нема докумената.')).toBeVisible();
  await page.context().close();
});

test('a PDF and an image are shown in the page', async ({ browser }) => {
  const { page } = await emptyProject(browser);
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
  await page.context().close();
});
