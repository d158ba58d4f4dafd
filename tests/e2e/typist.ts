import { type APIRequestContext, expect, type Page } from '@playwright/test';
import { field, phaseScreens } from './actors.ts';
import { savedIdea } from './journey.ts';
import type { Seats } from './seats.ts';

/** A clerk’s pace at the keyboard. */
export const PACE = { delay: 40 };
export const IDEA = 'Идеја капиталног пројекта';
export const SENTENCE = 'Прво слово је важно као и последње.';

/** The address of a saved idea that no other test knows. */
export async function newIdea(seats: Seats, request: APIRequestContext): Promise<string> {
  const screens = await phaseScreens(request, await savedIdea(seats, request));
  const form = screens.find((address) => /\/forms\/.+\/id\/\d+$/.test(address));
  if (form === undefined) throw new Error('A new project has no form');
  return form;
}

/** Opens a form and waits for no more than its first field. */
export async function openForm(page: Page, code: string, name: string, first: string): Promise<void> {
  await page.goto(`/projects/${code}/phases`);
  await page.getByRole('link', { name, exact: true }).first().click();
  await expect(field(page, first)).toBeAttached();
}

export async function addRow(page: Page, table: string): Promise<void> {
  await page.getByRole('button', { name: `Додај ред: ${table}`, exact: true }).click();
}

/** Enters a place and types as a person does. */
export async function type(page: Page, path: string, text: string): Promise<void> {
  await field(page, path).click();
  await page.keyboard.type(text, PACE);
}
