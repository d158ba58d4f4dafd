import { readFile, writeFile } from 'node:fs/promises';
import { expect } from '@playwright/test';
import { CATALOGUE } from '@pimis/contract/errors';
import { expectAccessible } from './accessible.ts';
import { authorization, enter } from './actors.ts';
import { expectGoodScreen } from './screens.ts';
import { emptyProject, text } from './project-documents.ts';
import { test } from './seats.ts';

// Files run in order and this is the last one, so each of its tests may run on any free worker.
test.describe.configure({ mode: 'parallel' });

test('several files are added at once, each with its description; a refusal is shown at its file', async ({
  seats,
}) => {
  test.setTimeout(120_000);
  const { page } = await emptyProject(seats);
  await page.getByRole('button', { name: 'Додај документе' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByText('Највише 5 датотека, свака мања од 10 MB.')).toBeVisible();
  await dialog.locator('input[type=file]').setInputFiles([text('disk.iso', 'a'), text('празна.txt', '')]);
  await expect(dialog.getByText('Врста датотеке није дозвољена', { exact: false })).toBeVisible();
  await expect(dialog.getByText('Датотека је празна.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Уклони disk.iso' }).click();
  await dialog.getByRole('button', { name: 'Уклони празна.txt' }).click();
  await dialog
    .locator('input[type=file]')
    .setInputFiles(Array.from({ length: 6 }, (_, n) => text(`prilog ${n + 1}.txt`, `${n}`)));
  await expect(page.getByText('Одједном се додаје највише 5 датотека', { exact: false })).toBeVisible();
  for (let n = 1; n <= 5; n++) {
    const draft = dialog.getByRole('group', { name: `prilog ${n}.txt` });
    await draft.getByLabel(/^Опис/).fill(`Опис ${n}`);
    if (n === 2) await draft.getByLabel('Назив').fill('ситуација_'.repeat(20));
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
  await expectGoodScreen(page);
});

test('a file that is chosen twice makes two documents', async ({ seats }) => {
  const { page } = await emptyProject(seats);
  await page.getByRole('button', { name: 'Додај документе' }).click();
  const dialog = page.getByRole('dialog');
  const path = test.info().outputPath('prilog.txt');
  await writeFile(path, 'прилог');
  await dialog.locator('input[type=file]').setInputFiles([path, path]);
  for (const description of await dialog.getByLabel(/^Опис/).all()) await description.fill('Прилог');
  await dialog.getByRole('button', { name: 'Додај', exact: true }).click();
  await expect(page.getByText('Додата су 2 документа.')).toBeVisible();
});

test('where the answer was lost, the next try says that the document is made, and shows it', async ({ seats }) => {
  const { page } = await emptyProject(seats);
  await page.getByRole('button', { name: 'Додај документе' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(text('ugovor.txt', 'уговор'));
  await dialog.getByLabel(/^Опис/).fill('Уговор');
  await page.route(
    '**/documents/uploaded',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await dialog.getByRole('button', { name: 'Додај', exact: true }).click();
  await dialog.getByRole('button', { name: 'Покушај поново' }).click();
  await expect(page.getByText(CATALOGUE.UploadEnded.sr, { exact: false })).toBeVisible();
  await expect(dialog.getByLabel(/^Опис/)).toHaveValue('Уговор');
  await dialog.getByRole('button', { name: 'Одустани' }).click();
  await expect(page.getByRole('row', { name: /ugovor/ })).toHaveCount(1);
});

test('a content that does not agree with its name is refused, and the typed text stays', async ({ seats }) => {
  const { page } = await emptyProject(seats);
  await page.getByRole('button', { name: 'Додај документе' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(text('ugovor.pdf', 'није PDF'));
  await dialog.getByLabel(/^Опис/).fill('Уговор');
  await dialog.getByRole('button', { name: 'Додај', exact: true }).click();
  await expect(page.getByText(/Садржај датотеке није оно што јој назив каже/).first()).toBeVisible();
  await expect(dialog.getByLabel(/^Опис/)).toHaveValue('Уговор');
});

test('files are dropped, and an upload is resumed after a pause', async ({ seats }) => {
  const { page, code } = await emptyProject(seats);
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
  // The second file is delayed until the upload is stopped.
  let sent = 0;
  await page.route(`**/api/projects/${code}/uploads/*`, (route) => {
    if (route.request().method() !== 'PATCH') return route.continue();
    sent += 1;
    return sent === 2 ? undefined : route.continue();
  });
  await dialog.getByRole('button', { name: 'Додај', exact: true }).click();
  await expect.poll(() => sent).toBe(2);
  await dialog.getByRole('button', { name: 'Заустави слање' }).click();
  await expect(dialog.getByText('ништа још није додато', { exact: false })).toBeVisible();
  await dialog.getByRole('button', { name: 'Настави слање' }).click();
  await expect(page.getByText('Додата су 2 документа.')).toBeVisible();
  // The first file was sent once, the second was resumed.
  expect(sent).toBe(3);
});

test('a store that takes nothing is reported on the screen with each try, and the upload is resumed', async ({
  seats,
}) => {
  const alone = await seats.takeAlone();
  // Before the page opens: a page that has read the real time would see its session end at the change of the clock.
  await alone.clock.install();
  const { page, code } = await emptyProject(seats, enter(alone, 'local.user'));
  let tries = 0;
  let isFull = true;
  await page.route(`**/api/projects/${code}/uploads/*`, (route) => {
    if (route.request().method() !== 'PATCH' || !isFull) return route.continue();
    tries += 1;
    const status = { code: CATALOGUE.StorageUnavailable.code, name: 'StorageUnavailable' };
    return route.fulfill({ status: 503, json: { payload: null, additionalInformation: null, status, errors: [] } });
  });
  await page.getByRole('button', { name: 'Додај документе' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(text('pismo.txt', 'писмо'));
  await dialog.getByLabel(/^Опис/).fill('Писмо');
  await page.clock.pauseAt(Date.now() + 60_000);
  await dialog.getByRole('button', { name: 'Додај', exact: true }).click();
  const said = dialog.getByRole('status');
  // The wait before each attempt.
  for (const [index, waited] of [1, 1_000, 3_000, 5_000, 10_000].entries()) {
    await expect(said).toContainText(`${CATALOGUE.StorageUnavailable.sr} Слање се понавља: покушај ${index + 1} од 5.`);
    await page.clock.runFor(waited);
    await expect.poll(() => tries).toBe(index + 2);
  }
  await expect(said).toContainText(CATALOGUE.StorageUnavailable.sr);
  await expect(said).toContainText('ништа још није додато');
  await expect(said).not.toContainText('Слање се понавља');
  await page.clock.resume();
  await expectAccessible(page);
  isFull = false;
  await dialog.getByRole('button', { name: 'Покушај поново' }).click();
  await expect(page.getByText('Документ је додат.')).toBeVisible();
  expect(tries).toBe(6);
});

test('an upload that a reload interrupts is resumed, or given up', async ({ seats }) => {
  const { page, code } = await emptyProject(seats);
  const MEBI = 1024 * 1024;
  // A file on the disk: the browser identifies it by name, size and time. Two pieces, and nearly the maximum.
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
  // Only the missing part was sent again.
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
});
