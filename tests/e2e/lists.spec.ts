import { expect, type Page } from '@playwright/test';
import type { ProjectList } from '@pimis/contract/lists';
import { authorization, enter } from './actors.ts';
import { expectGoodScreen, follow } from './screens.ts';
import { type Seats, test } from './seats.ts';

const TYPE = 1;
const NEWER = 20;
/** Higher than any list number of the demo. */
const FIRST_NEWER = 1_000_000;
const nameOf = (index: number) => `Новија ${NEWER - index}`;

interface Answer {
  payload: ProjectList[];
}

/**
 * Answers as if the commission had had twenty sessions more: these lists come before all real ones and have the
 * projects of the oldest. The product answers requests for older lists and lists by name.
 */
async function withNewerLists(seats: Seats): Promise<{ page: Page; oldest: ProjectList; count: number }> {
  const page = await enter(await seats.take(), 'reviewer');
  const headers = await authorization(page.request, 'reviewer');
  const response = await page.request.get(`/api/projects/lists/${TYPE}?perPage=100`, { headers });
  const { payload: lists } = (await response.json()) as Answer;
  const oldest = lists.at(-1);
  if (!oldest) throw new Error('The demo has no such list');
  const calls = `/api/projects/lists/${TYPE}`;
  await page.route(`**${calls}?perPage=${NEWER}`, async (route) => {
    const response = await route.fetch();
    const payload = Array.from({ length: NEWER }, (_, index) => {
      return { ...oldest, id: FIRST_NEWER + NEWER - index, name: nameOf(index) };
    });
    await route.fulfill({
      response,
      json: { ...((await response.json()) as Answer), payload, additionalInformation: { older: true } },
    });
  });
  await page.route(`**${calls}/${encodeURI('Новија')}*`, async (route) => {
    const url = new URL(`${calls}/${encodeURIComponent(oldest.name)}`, route.request().url()).href;
    await route.fulfill({ response: await route.fetch({ url }) });
  });
  return { page, oldest, count: lists.length };
}

const picker = (page: Page) => page.getByRole('combobox', { name: 'Листа', exact: true });
const options = (page: Page) => picker(page).getByRole('option');
const older = (page: Page) => page.getByRole('button', { name: 'Старије листе' });
const nothing = (page: Page) => page.getByRole('heading', { name: 'Страница не постоји' });

test('a list older than those that are read first is opened by its address, and has its place in the choice', async ({
  seats,
}) => {
  const { page, oldest } = await withNewerLists(seats);
  await page.goto(`/project-lists/${TYPE}/${encodeURIComponent(oldest.name)}`);
  await expect(picker(page)).toHaveValue(oldest.name);
  await expect(options(page)).toHaveCount(NEWER + 1);
  await expect(options(page).last()).toHaveText(new RegExp(`^${oldest.name} · `));
  await expect(page.getByRole('columnheader', { name: 'Одлука' })).toBeVisible();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expectGoodScreen(page);
  for (const unknown of ['NEMA', 'N'.repeat(41)]) {
    await follow(page, `/project-lists/${TYPE}/${unknown}`);
    await expect(nothing(page)).toBeVisible();
  }
});

test('older lists are read by the keyboard, stay while one chooses, and are not offered when there are none', async ({
  seats,
}) => {
  const { page, oldest, count } = await withNewerLists(seats);
  await page.goto(`/project-lists/${TYPE}`);
  await expect(picker(page)).toHaveValue(nameOf(0));
  await expect(options(page)).toHaveCount(NEWER);
  await older(page).focus();
  await page.keyboard.press('Enter');
  await expect(options(page)).toHaveCount(NEWER + count);
  await expect(older(page)).toHaveCount(0);
  await expect(picker(page)).toBeFocused();
  await picker(page).selectOption(oldest.name);
  await page.waitForURL(`**/project-lists/${TYPE}/${encodeURIComponent(oldest.name)}`);
  await expect(picker(page)).toHaveValue(oldest.name);
  await expect(options(page)).toHaveCount(NEWER + count);
  await picker(page).selectOption(nameOf(3));
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await expect(options(page)).toHaveCount(NEWER + count);
  await expect(nothing(page)).toHaveCount(0);
});

test('whoever has gone on while the last older lists are read stays there', async ({ seats }) => {
  const { page, count } = await withNewerLists(seats);
  const gone = Promise.withResolvers<void>();
  await page.route(/[?&]after=/, async (route) => {
    await gone.promise;
    await route.continue();
  });
  await page.goto(`/project-lists/${TYPE}`);
  await expect(picker(page)).toHaveValue(nameOf(0));
  const request = page.waitForRequest(/[?&]after=/);
  await older(page).focus();
  await page.keyboard.press('Enter');
  await request;
  const create = page.getByRole('button', { name: 'Направи листу' });
  await create.focus();
  gone.resolve();
  await expect(options(page)).toHaveCount(NEWER + count);
  await expect(older(page)).toHaveCount(0);
  await expect(create).toBeFocused();
});
