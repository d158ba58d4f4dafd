import type { Page } from '@playwright/test';

/** One input, and what may stand between the press and its paint. */
export type Step = (name: string, act: () => Promise<void>) => Promise<void>;

const escape = (page: Page) => page.keyboard.press('Escape');

/** The table of projects, and what stands in the frame around it. */
export async function tableInputs(page: Page, step: Step): Promise<void> {
  await step('sorts a table', () => page.locator('main thead button').nth(1).click());
  await step('types into the search of a table', async () => {
    await page.locator('.table-bar input').first().click();
    await page.keyboard.type('мост', { delay: 150 });
  });
  await step('opens the filters', () => page.locator('.table-bar button').first().click());
  await escape(page);
  await step('opens the search of the header', () => page.keyboard.press('Control+k'));
  await escape(page);
  const theme = page.locator('.shell-header .not-narrow button').nth(1);
  await step('opens a menu of the header', () => theme.click());
  await step('changes the theme', () => page.locator('[role=menuitemradio]').nth(2).click());
  await step('opens the notifications', () =>
    page.locator('.shell-header button[aria-haspopup=dialog]').last().click(),
  );
  await escape(page);
  await step('opens the menu of the account', () => page.locator('.shell-header > button').last().click());
  await escape(page);
  await step('opens the manual beside the screen', () =>
    page.locator('.shell-header a[target=_blank]').first().click(),
  );
  await page.locator('.help-panel button').click();
  await step('folds the main menu', () => page.locator('.shell-nav button.shell-link').click());
  await page.locator('.shell-nav button.shell-link').click();
  await step('chooses a filter', async () => {
    await page.locator('.table-bar button').first().click();
    await page.locator('[role=menuitem]').nth(1).click();
  });
  await step('opens a long list', () => page.locator('.popup input').first().click());
  await escape(page);
  await escape(page);
  const columns = page.locator('.table-bar button[aria-haspopup=dialog]').last();
  await step('opens the list of columns', () => columns.click());
  await step('hides a column', () => page.locator('.popup input').nth(3).click());
  await escape(page);
  await step('turns a switch above a table', () => page.locator('.table-bar label').last().click());
}

/** A project, its tabs and the way to another screen. */
export async function projectInputs(page: Page, step: Step): Promise<void> {
  await step('opens a menu of a project', () => page.locator('main button[aria-haspopup=menu]').first().click());
  await step('opens a dialog', () => page.locator('[role=menuitem]').last().click());
  await escape(page);
  await step('changes the tab', () => page.locator('main a[href$="/documents"]').click());
  await step('goes to another screen', () => page.locator('.shell-nav a[href="/dashboard"]').first().click());
}

/** A form: its tables, and the calendar beside a day. */
export async function formInputs(page: Page, step: Step): Promise<void> {
  await step('adds a row to a form', () =>
    page
      .getByRole('button', { name: /^Додај ред/ })
      .first()
      .click(),
  );
  await step('removes a row of a form', () =>
    page
      .getByRole('button', { name: /^Уклони ред/ })
      .last()
      .click(),
  );
  await step('opens a calendar', () => page.getByRole('button', { name: 'Изабери датум' }).first().click());
  await escape(page);
  await step('opens the checks of a form', () => page.keyboard.press('Control+m'));
  await escape(page);
}

/** Where there is little room. */
export async function narrowInputs(page: Page, step: Step): Promise<void> {
  await step('opens the main menu of a narrow screen', () => page.locator('.shell-header button').first().click());
}
