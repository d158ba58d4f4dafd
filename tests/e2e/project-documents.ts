import { expect, type Page } from '@playwright/test';
import { authorization, signedIn } from './actors.ts';
import { newCode } from './journey.ts';
import type { Seats } from './seats.ts';

/** A new project of local.user, and the screen of its documents. */
export async function emptyProject(
  seats: Seats,
  seat: Promise<Page> = signedIn(seats, 'local.user'),
): Promise<{ page: Page; code: string }> {
  const page = await seat;
  const code = newCode('DOK');
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

/** A small text, as a file that is chosen. */
export const text = (name: string, body: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(body) });

/** Adds files on the screen of documents, each with a description. */
export async function addFiles(page: Page, files: ReturnType<typeof text>[]): Promise<void> {
  await page.getByRole('button', { name: 'Додај документе' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.locator('input[type=file]').setInputFiles(files);
  for (const { name } of files) {
    await dialog.getByRole('group', { name }).getByLabel(/^Опис/).fill(`Опис за ${name}`);
  }
  await dialog.getByRole('button', { name: 'Додај', exact: true }).click();
  await expect(dialog).toBeHidden();
}
