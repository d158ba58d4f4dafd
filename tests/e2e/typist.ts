import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Phase } from '@pimis/contract/project-phases';
import { authorization, field } from './actors.ts';
import { savedIdea } from './journey.ts';
import type { Seats } from './seats.ts';

/** A clerk’s pace at the keyboard. */
export const PACE = { delay: 40 };
export const IDEA = 'Идеја капиталног пројекта';
export const SENTENCE = 'Прво слово је важно као и последње.';

/** The address of a project's form: the newest of that name. */
export async function formScreen(request: APIRequestContext, code: string, name: string): Promise<string> {
  const answer = await request.get(`/api/projects/${code}/phases`, { headers: await authorization(request, 'admin') });
  const { payload } = (await answer.json()) as { payload: Phase[] };
  const found = payload
    .flatMap(({ id, forms }) => forms.map((form) => ({ phase: id, form })))
    .findLast(({ form }) => form.name === name);
  if (!found) throw new Error(`${code} has no form ${name}`);
  return `/projects/${code}/phases/${found.phase}/forms/${found.form.segment}/id/${found.form.id}`;
}

/** The address of a saved idea that no other test knows. */
export async function newIdea(seats: Seats, request: APIRequestContext): Promise<string> {
  const { code } = await savedIdea(seats, request);
  return formScreen(request, code, IDEA);
}

/** Opens a form and waits only for one of its fields. */
export async function openForm(page: Page, code: string, name: string, first: string): Promise<void> {
  await page.goto(await formScreen(page.request, code, name));
  await expect(field(page, first)).toBeAttached();
}

/** Pastes as a spreadsheet would, plain text with tabs and new lines, or as Word does with its own HTML. */
export async function paste(page: Page, path: string, text: string, html = ''): Promise<void> {
  await field(page, path).focus();
  await field(page, path).evaluate(
    (element, { plain, html: rich }) => {
      const data = new DataTransfer();
      data.setData('text/plain', plain);
      if (rich !== '') data.setData('text/html', rich);
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
    },
    { plain: text, html },
  );
}

export async function addRow(page: Page, table: string): Promise<void> {
  await page.getByRole('button', { name: `Додај ред: ${table}`, exact: true }).click();
}

/** Focuses a place and types at a person's speed. */
export async function type(page: Page, path: string, text: string): Promise<void> {
  await field(page, path).click();
  await page.keyboard.type(text, PACE);
}
