import { expect, type Page, test } from '@playwright/test';
import { field, signIn } from './actors.ts';

/** A clerk’s pace at the keyboard. */
const PACE = { delay: 40 };
const IDEA = 'Идеја капиталног пројекта';
const SENTENCE = 'Прво слово је важно као и последње.';

/** Opens a form and waits for no more than its first field. */
async function openForm(page: Page, code: string, name: string, first: string): Promise<void> {
  await page.goto(`/projects/${code}/phases`);
  await page.getByRole('link', { name, exact: true }).first().click();
  await expect(field(page, first)).toBeAttached();
}

async function addRow(page: Page, table: string): Promise<void> {
  await page.getByRole('button', { name: `Додај ред: ${table}`, exact: true }).click();
}

/** Enters a place and types as a person does. */
async function type(page: Page, path: string, text: string): Promise<void> {
  await field(page, path).click();
  await page.keyboard.type(text, PACE);
}

test('rows with long texts keep their own text when one before them goes, and take it back', async ({ browser }) => {
  const page = await signIn(browser, 'local.user');
  await openForm(page, 'DEPONIJA-HUM', IDEA, 'durationMonths');
  const row = (number: number, column: string) => `risks[${number}].${column}`;
  const risks = page.locator('[id="f-risks"] .form-card');
  await expect(field(page, 'risks')).toBeAttached();
  const start = await risks.count();
  for (const [index, name] of ['Први', 'Други', 'Трећи'].entries()) {
    await addRow(page, 'Ризици');
    await type(page, row(start + index + 1, 'risk'), name);
    await type(page, row(start + index + 1, 'measures'), `Мере: ${name}`);
  }
  await page
    .getByRole('button', { name: `Уклони ред ${start + 1}`, exact: true })
    .last()
    .click();
  await expect(risks).toHaveCount(start + 2);
  await expect(field(page, row(start + 1, 'risk'))).toHaveValue('Други');
  await expect(field(page, row(start + 1, 'measures'))).toHaveText('Мере: Други');
  await type(page, row(start + 1, 'measures'), '!');
  await expect(field(page, row(start + 1, 'measures'))).toHaveText('Мере: Други!');
  await expect(field(page, row(start + 2, 'measures'))).toHaveText('Мере: Трећи');
  await test.step('what was removed comes back, and what was typed since stays', async () => {
    await page.getByRole('button', { name: 'Врати', exact: true }).click();
    await expect(risks).toHaveCount(start + 3);
    await expect(field(page, row(start + 1, 'measures'))).toHaveText('Мере: Први');
    await expect(field(page, row(start + 2, 'measures'))).toHaveText('Мере: Други!');
    await expect(field(page, row(start + 3, 'measures'))).toHaveText('Мере: Трећи');
  });
  await test.step('a restored draft is shown in an editor that is open already', async () => {
    await expect(page.getByText(/нацрт на овом рачунару/)).toBeVisible();
    const later = await page.context().newPage();
    await later.goto(page.url());
    await type(later, 'description.problem', 'x');
    await later.getByRole('button', { name: 'Врати нацрт' }).click();
    await expect(field(later, 'description.problem')).not.toHaveText(/x$/);
    await expect(field(later, row(start + 2, 'measures'))).toHaveText('Мере: Други!');
  });
  await page.context().close();
});

test('an activity that was removed comes back with its whole schedule', async ({ browser }) => {
  const page = await signIn(browser, 'local.user');
  await openForm(page, 'MOST-CENTAR', 'План имплементације', 'financialInfo.activityList[1].name');
  const activity = (number: number, column: string) => field(page, `financialInfo.activityList[${number}].${column}`);
  const cell = (number: number) => field(page, `implementation[${number}].plan[1].q1.amount`);
  await activity(1, 'name').fill('Пројектовање');
  await activity(1, 'estimate').fill('1000');
  for (const number of [2, 3]) {
    if ((await activity(number, 'name').count()) === 0) await addRow(page, 'Активности');
    await activity(number, 'name').fill(`Радови ${number}`);
    await activity(number, 'estimate').fill(`${number}000`);
  }
  for (const number of [1, 2, 3]) {
    await field(page, `implementation[${number}].plan[1].q1.percent`).fill('50');
    await field(page, `implementation[${number}].plan[1].q1.percent`).press('Tab');
  }
  await expect(cell(3)).toHaveValue('1.500,00');
  await page.locator('[id="f-financialInfo.activityList"]').getByRole('button', { name: 'Уклони ред 1' }).click();
  await expect(field(page, 'implementation[1].activity.name')).toHaveValue('Радови 2');
  // The others keep their figures.
  await expect(cell(1)).toHaveValue('1.000,00');
  await expect(cell(2)).toHaveValue('1.500,00');
  await page.keyboard.press('Control+z');
  await expect(field(page, 'implementation[1].activity.name')).toHaveValue('Пројектовање');
  await expect(cell(1)).toHaveValue('500,00');
  await expect(cell(3)).toHaveValue('1.500,00');
  await page.context().close();
});

for (const way of ['a click', 'Tab'] as const) {
  test(`every key counts from the first on, in a long text entered by ${way} right after loading`, async ({
    browser,
  }) => {
    const page = await signIn(browser, 'local.user');
    await openForm(page, 'DEPONIJA-HUM', IDEA, 'durationMonths');
    const address = page.url();
    // The editor of long texts is large; here it comes late.
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
    await page.context().close();
  });
}

test('going through long texts quickly leaves the cursor where one went, and a tool hands letters on', async ({
  browser,
}) => {
  const page = await signIn(browser, 'local.user');
  await openForm(page, 'DEPONIJA-HUM', IDEA, 'durationMonths');
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
  await page.context().close();
});

test('saving, locking and unlocking leave the cursor where one types', async ({ browser }) => {
  const page = await signIn(browser, 'local.user');
  await openForm(page, 'DEPONIJA-HUM', IDEA, 'durationMonths');
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
  await page.context().close();
});

test('what is no date stays as it was typed, says what is asked, and is led to before anything is saved', async ({
  browser,
}) => {
  const page = await signIn(browser, 'local.user');
  await openForm(page, 'DEPONIJA-HUM', IDEA, 'durationMonths');
  const start = field(page, 'implementationDates.start');
  const stays = `Остаје ${Date.now() % 1_000_000}`;
  for (const typed of ['29.2.2029', '1.2.30']) {
    await start.fill('');
    await type(page, 'implementationDates.start', typed);
    await page.keyboard.press('Tab');
    await expect(start).toHaveValue(typed);
    await expect(start).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator('.form-field', { has: start })).toContainText('између 1.2.2019. и 1.2.2030.');
  }
  await field(page, 'basic.contacts[1].position').fill(stays);
  await page.keyboard.press('Control+s');
  await expect(start).toBeFocused();
  await expect(page.getByText('Пре чувања исправите')).toBeVisible();
  await expect(field(page, 'basic.contacts[1].position')).toHaveValue(stays);
  await expect(page.getByText(/нацрт на овом рачунару/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Врати нацрт' }).click();
  await expect(start).toHaveValue('1.2.30');
  await start.fill('');
  await type(page, 'implementationDates.start', '1.3.2027');
  await page.keyboard.press('Control+s');
  await expect(page.getByText(/Образац је сачуван/).first()).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(start).toHaveValue('1.3.2027.');
  await page.context().close();
});

test('messages say the rule at the part that lacks something; amounts are read in one way and stepped', async ({
  browser,
}) => {
  const page = await signIn(browser, 'local.user');
  await openForm(page, 'DEPONIJA-HUM', IDEA, 'durationMonths');
  const inField = (path: string) => page.locator('.form-field', { has: field(page, path) });
  await field(page, 'basic.projectName').fill('аб');
  await expect(inField('basic.projectName')).toContainText('најмање 5 слова');
  for (const typed of ['500', '12.5', '-5', 'година']) {
    await field(page, 'durationMonths').fill(typed);
    await page.keyboard.press('Tab');
    await expect(field(page, 'durationMonths')).toHaveValue(typed);
    await expect(inField('durationMonths')).toContainText('од 1 до 240');
  }
  await test.step('the comment that is missing is marked, not the answer', async () => {
    const answer = 'documents.spatialPlan';
    await page.locator(`[name="f-${answer}"]`).nth(1).check();
    await field(page, `${answer}.comment`).fill('');
    await expect(field(page, `${answer}.comment`)).toHaveAttribute('aria-invalid', 'true');
    await expect(page.locator(`[name="f-${answer}"]`).first()).not.toHaveAttribute('aria-invalid', 'true');
  });
  await test.step('arrows step by 1.000; what is above every amount stays and is told', async () => {
    const spent = field(page, 'financialInfo.spent.value');
    await spent.fill('1.000,5');
    await page.keyboard.press('ArrowUp');
    await expect(spent).toHaveValue('2.000,50');
    for (let step = 0; step < 3; step += 1) await page.keyboard.press('ArrowDown');
    await expect(spent).toHaveValue('0,00');
    await spent.fill('9999999999999999');
    await page.keyboard.press('Tab');
    await expect(spent).toHaveValue('9.999.999.999.999.999,00');
    await expect(inField('financialInfo.spent.value')).toContainText('999.999.999.999.999,00');
  });
  await page.context().close();
});

/** Pastes as a spreadsheet would: plain text with tabs and new lines. */
async function pasteInto(page: Page, path: string, text: string): Promise<void> {
  await field(page, path).focus();
  await field(page, path).evaluate((element, pasted) => {
    const data = new DataTransfer();
    data.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
  }, text);
}

/** Everything on the page that a search for text finds: texts, and what stands in fields. */
function foundOn(page: Page): Promise<string> {
  return page.evaluate(() => {
    const values = [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')];
    return [document.body.innerText, ...values.map(({ value }) => value)].join('\n');
  });
}

test('all of a long form is found and printed, whole and clean', async ({ browser }) => {
  const page = await signIn(browser, 'local.user');
  await openForm(page, 'MOST-CENTAR', 'План имплементације', 'financialInfo.activityList[1].name');
  const rows = Array.from({ length: 40 }, (_, index) => `Активност број ${index + 1}\t1.000,00`).join('\n');
  await pasteInto(page, 'financialInfo.activityList[1].name', rows);
  await expect(field(page, 'financialInfo.activityList[40].name')).toHaveValue('Активност број 40');
  await expect(page.getByText(/нацрт на овом рачунару/)).toBeVisible();
  await page.reload();
  await page.getByRole('button', { name: 'Врати нацрт' }).click();
  await expect(page).toHaveTitle(/^План имплементације – MOST-CENTAR .+ – ПИМИС$/);
  const found = await foundOn(page);
  for (const number of [1, 20, 40]) expect(found.split(`Активност број ${number}\n`).length).toBeGreaterThan(2);
  await page.emulateMedia({ media: 'print' });
  for (const gone of ['.form-bar', '.shell-nav', '.shell-header', '.form-contents', '.form-body .form-section'])
    await expect(page.locator(gone).first()).toBeHidden();
  const paper = await page.locator('.form-print').innerText();
  for (const section of ['1. ', '2. ', '3. ', '4. ']) expect(paper).toContain(section);
  expect(paper.split('Активност број 40').length).toBe(3);
  expect(paper).toContain('1.000,00');
  await page.emulateMedia({ media: 'screen' });
  await expect(field(page, 'financialInfo.activityList[1].name')).toBeVisible();
  await test.step('a block that does not fit is not cut before somebody has said so', async () => {
    await pasteInto(page, 'financialInfo.activityList[39].name', 'А\t1\nБ\t2\nВ\t3');
    const dialog = page.getByRole('dialog', { name: 'Блок не стаје у табелу' });
    await expect(dialog).toContainText('стаје још 2 редова из блока, а 1 не стаје');
    await expect(field(page, 'financialInfo.activityList[39].name')).toHaveValue('Активност број 39');
    await dialog.getByRole('button', { name: 'Налепи првих 2' }).click();
    await expect(field(page, 'financialInfo.activityList[40].name')).toHaveValue('Б');
    await page.getByRole('button', { name: 'Врати', exact: true }).click();
    await expect(field(page, 'financialInfo.activityList[40].name')).toHaveValue('Активност број 40');
  });
  await page.context().close();
});

test('a wide table shows that it goes on, keeps its first columns, and nothing with the cursor is covered', async ({
  browser,
}) => {
  const page = await signIn(browser, 'local.user');
  await openForm(page, 'MOST-CENTAR', 'План имплементације', 'financialInfo.activityList[1].name');
  const cell = (part: string) => field(page, `implementation[1].plan[1].${part}`);
  await cell('q1.percent').focus();
  const frame = page.locator('.form-table', { has: cell('q1.percent') });
  await expect(frame).toHaveAttribute('data-beyond', 'right');
  await expect(page.getByText('Табела се наставља удесно.').first()).toBeVisible();
  /** Is the focused element what one sees at its own place? */
  const uncovered = () =>
    page.evaluate(() => {
      const focused = document.activeElement;
      if (!focused) return false;
      const { left, right, top, bottom } = focused.getBoundingClientRect();
      return [left + 3, (left + right) / 2].every((x) => {
        const seen = document.elementFromPoint(x, (top + bottom) / 2);
        return seen !== null && (focused.contains(seen) || seen.contains(focused));
      });
    });
  for (let step = 0; step < 7; step += 1) {
    await page.keyboard.press('Tab');
    expect(await uncovered(), `step ${step}`).toBe(true);
  }
  await expect(cell('q4.amount')).toBeFocused();
  await expect(frame).toHaveAttribute('data-beyond', 'left');
  await expect(cell('year')).toBeInViewport({ ratio: 1 });
  for (let step = 0; step < 30; step += 1) {
    await page.keyboard.press('Shift+Tab');
    expect(await uncovered(), `back ${step}`).toBe(true);
  }
  await page.context().close();
});

test('on a narrow screen the field with the cursor stands whole between the columns that stay and over the bar', async ({
  browser,
}) => {
  const page = await signIn(browser, 'local.user');
  await page.setViewportSize({ width: 360, height: 800 });
  await openForm(page, 'DEPONIJA-HUM', IDEA, 'durationMonths');
  const source = 'financialInfo.fundingSources[1].source';
  await field(page, 'financialInfo.fundingSources[1].percentage').focus();
  while (!(await field(page, source).evaluate((element) => element === document.activeElement)))
    await page.keyboard.press('Shift+Tab');
  await expect(field(page, source)).toBeInViewport({ ratio: 1 });
  await field(page, 'notes').scrollIntoViewIfNeeded();
  await field(page, 'notes').focus();
  const text = page.locator('.tiptap[id="f-notes"]');
  await expect(text).toBeFocused();
  const end = () => text.evaluate((element) => element.getBoundingClientRect().bottom);
  const bar = () => page.locator('.form-bar').evaluate((element) => element.getBoundingClientRect().top);
  expect(await end()).toBeLessThanOrEqual(await bar());
  await page.context().close();
});

test('a new name stands everywhere at once, also in the form', async ({ browser }) => {
  const page = await signIn(browser, 'local.user');
  await openForm(page, 'DEPONIJA-HUM', IDEA, 'durationMonths');
  const before = await field(page, 'basic.projectName').inputValue();
  await page.goto('/projects/DEPONIJA-HUM/options/settings');
  for (const name of ['Санација депоније Хум, друга фаза', before]) {
    await page.getByLabel('Назив пројекта').fill(name);
    await page.getByRole('button', { name: 'Сачувај', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(name);
    await page.getByRole('link', { name: 'Фазе', exact: true }).click();
    await page.getByRole('link', { name: IDEA, exact: true }).first().click();
    await expect(field(page, 'basic.projectName')).toHaveValue(name);
    await page.goBack();
    await page.getByRole('link', { name: 'Опције', exact: true }).click();
  }
  await page.context().close();
});

test('a list is printed with its heads, as wide as the paper, and without what is clicked', async ({ browser }) => {
  const page = await signIn(browser, 'admin', '/projects');
  const table = page.locator('main table').first();
  await expect(table.locator('tbody tr').first()).toBeVisible();
  await page.emulateMedia({ media: 'print' });
  for (const head of await table.getByRole('columnheader').all()) expect(await head.innerText()).not.toBe('');
  for (const gone of ['.table-bar input', '.table-foot select', '.shell-nav'])
    await expect(page.locator(gone).filter({ visible: true })).toHaveCount(0);
  // A4 between its margins.
  const wider = await page.locator('main').evaluate((main) => {
    main.style.width = '703px';
    return (main.querySelector('table')?.scrollWidth ?? 0) - 703;
  });
  expect(wider).toBeLessThanOrEqual(0);
  await page.context().close();
});
