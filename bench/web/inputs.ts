import type { Locator, Page } from '@playwright/test';

/** One input, with the work between the press and its paint. */
export type Step = (name: string, act: () => Promise<void>) => Promise<void>;

/** By then hover effects and this program's search for the element are over. */
const RESTED_MS = 300;
/** People hold a button or a key for this time, so effects of the press may coincide with its release. */
const HELD_MS = 80;
/** Between two letters. */
const NEXT_KEY_MS = 70;

/**
 * The pointer moves there and rests, as before any press; then the button goes down and up without any work of this
 * program in between.
 */
async function press(target: Locator): Promise<void> {
  const page = target.page();
  await target.hover();
  await page.waitForTimeout(RESTED_MS);
  await page.mouse.down();
  await page.waitForTimeout(HELD_MS);
  await page.mouse.up();
}

const key = (page: Page, name: string) => page.keyboard.press(name, { delay: HELD_MS });

/** Keys that a keyboard has: a letter that it does not have would come without a key. */
async function type(page: Page, text: string): Promise<void> {
  for (const letter of text) {
    await key(page, letter);
    await page.waitForTimeout(NEXT_KEY_MS);
  }
}

/** The table of projects, and the frame around it. */
export async function tableInputs(page: Page, step: Step): Promise<void> {
  const button = (selector: string) => page.locator(selector);
  const close = (what: string) => step(`closes ${what}`, () => key(page, 'Escape'));
  await step('sorts a table', () => press(button('main thead button').nth(1)));
  await step('enters the search of a table', () => press(button('.table-bar input').first()));
  await step('types into the search of a table', () => type(page, 'most'));
  await step('opens the filters', () => press(button('.table-bar button').first()));
  await close('the filters');
  await step('opens the search of the header', () => key(page, 'Control+k'));
  await close('the search of the header');
  await step('opens a menu of the header', () => press(button('.shell-header .not-narrow button').nth(1)));
  await step('changes the theme', () => press(button('[role=menuitemradio]').nth(2)));
  await step('opens the notifications', () => press(button('.shell-header button[aria-haspopup=dialog]').last()));
  await close('the notifications');
  await step('opens the menu of the account', () => press(button('.shell-header > button').last()));
  await close('the menu of the account');
  await step('opens the manual beside the screen', () => press(button('.shell-header a[target=_blank]').first()));
  await step('closes the manual beside the screen', () => press(button('.help-panel button')));
  await step('folds the main menu', () => press(button('.shell-nav button.shell-link')));
  await step('unfolds the main menu', () => press(button('.shell-nav button.shell-link')));
  await step('opens the filters', () => press(button('.table-bar button').first()));
  await step('chooses a filter', () => press(button('[role=menuitem]').nth(1)));
  await step('opens a long list', () => press(button('.popup input').first()));
  await close('a long list');
  await close('a filter');
  await step('opens the list of columns', () => press(button('.table-bar button[aria-haspopup=dialog]').last()));
  await step('hides a column', () => press(button('.popup input').nth(3)));
  await close('the list of columns');
  await step('turns a switch above a table', () => press(button('.table-bar label').last()));
}

/** A project, its tabs and the way to another screen. */
export async function projectInputs(page: Page, step: Step): Promise<void> {
  await step('opens a menu of a project', () => press(page.locator('main button[aria-haspopup=menu]').first()));
  await step('opens a dialog', () => press(page.locator('[role=menuitem]').last()));
  await step('closes a dialog', () => key(page, 'Escape'));
  await step('changes the tab', () => press(page.locator('main a[href$="/documents"]')));
  await step('goes to another screen', () => press(page.locator('.shell-nav a[href="/dashboard"]').first()));
}

/** A form: its tables, and the calendar beside a day. */
export async function formInputs(page: Page, step: Step): Promise<void> {
  const button = (name: string | RegExp) => page.getByRole('button', { name });
  await step('adds a row to a form', () => press(button(/^Додај ред/).first()));
  await step('removes a row of a form', () => press(button(/^Уклони ред/).last()));
  await step('opens a calendar', () => press(button('Изабери датум').first()));
  await step('closes a calendar', () => key(page, 'Escape'));
  await step('opens the checks of a form', () => key(page, 'Control+m'));
  await step('closes the checks of a form', () => key(page, 'Escape'));
}

/** The charts of the portfolio, and the ways between its views. */
export async function portfolioInputs(page: Page, step: Step): Promise<void> {
  const view = (name: string) => press(page.locator(`main a[href^="/portfolio/${name}"]`).first());
  await step('changes the measure of all charts', () =>
    press(page.locator('.portfolio-tools').getByText('Број пројеката', { exact: true })),
  );
  await step('shows a chart as its table', () => press(page.getByRole('button', { name: 'Табела: По секторима' })));
  await step('shows a table as its chart', () => press(page.getByRole('button', { name: 'Графикон: По секторима' })));
  await page.locator('.chart-mark[tabindex="0"]').first().focus();
  await step('goes to the next mark of a chart', () => key(page, 'ArrowDown'));
  await step('goes to the map', () => view('map'));
  await page.locator('.portfolio-map .chart-mark[tabindex="0"]').first().focus();
  await step('enlarges the map', () => key(page, '+'));
  await step('opens the municipalities of a district', () => press(page.locator('.portfolio-place button').first()));
  await step('goes to the timeline', () => view('timeline'));
  await page.locator('.timeline-list .chart-mark').first().waitFor();
  await page.locator('.timeline-list .chart-mark[tabindex="0"]').first().focus();
  await step('goes to the last row of the timeline', () => key(page, 'End'));
  await step('groups the timeline by sector', () => press(page.getByText('По секторима', { exact: true })));
  await step('goes to progress', () => view('progress'));
  await step('goes to the fiscal calendar', () => view('calendar'));
  await step('opens the projects behind a number', () => press(page.locator('.need-table tbody .link-button').first()));
  await step('closes the projects behind a number', () => key(page, 'Escape'));
}

/** A timeline of 2,000 projects, some of them opened to their activities. */
export async function timelineInputs(page: Page, step: Step): Promise<void> {
  const opener = (index: number) => press(page.locator('.timeline-list .timeline-button').nth(index));
  await step('opens a project of 2,000 to its activities', () => opener(0));
  await step('opens another of 2,000', () => opener(1));
  await step('closes it again', () => opener(1));
  await page.locator('.timeline-list .chart-mark[tabindex="0"]').first().focus();
  await step('goes to the next row of 2,000', () => key(page, 'ArrowDown'));
}

/** A scenario of 500 candidates: the immediate effects of each change. */
export async function scenarioInputs(page: Page, step: Step): Promise<void> {
  const first = (selector: string) => page.locator(selector).first();
  await step('switches a candidate of 500', () => press(first('.candidate input[type=checkbox]')));
  await step('undoes it', () => key(page, 'Control+z'));
  await first('.candidate select').focus();
  await step('moves a candidate of 500 by a year', () => key(page, 'ArrowDown'));
  await step('opens the ceilings by source', () => press(first('.scenario-top button[aria-expanded]')));
  await step('opens a ceiling', () => press(first('.need-table .need-ceiling')));
  // A search by role would lay out all rows.
  await first('[role=dialog] form input').fill('1.000.000.000');
  await step('sets a ceiling over 500 candidates', () => press(page.locator('[role=dialog] button').last()));
  await first('.scenario-page section input').focus();
  await step('searches among 500 candidates', () => type(page, 'most'));
}

/** Where there is little room. */
export async function narrowInputs(page: Page, step: Step): Promise<void> {
  await step('opens the main menu of a narrow screen', () => press(page.locator('.shell-header button').first()));
  await step('closes the main menu of a narrow screen', () => key(page, 'Escape'));
}
