import { expect, type Page } from '@playwright/test';
import { expectAccessible } from './accessible.ts';
import { variations } from '../../apps/server/src/testing/thorough.ts';
import { field, phaseScreens, setTheme } from './actors.ts';
import { Journey, newCode } from './journey.ts';
import { expectGoodScreen } from './screens.ts';
import { test } from './seats.ts';

/** Each with the words of the notice in it. */
const LANGUAGES = variations<readonly [string, string]>(
  [['en', 'Returned for amendment']],
  [
    ['sr-Cyrl', 'Враћено на допуну'],
    ['sr-Latn', 'Vraćeno na dopunu'],
    ['en', 'Returned for amendment'],
  ],
);
const LOOKS = [
  { width: 390, theme: 'dark' },
  { width: 1440, theme: 'light' },
  ...variations([], [{ width: 390, theme: 'light' } as const, { width: 1440, theme: 'dark' } as const]),
] as const;

const COMMENT = 'Допуните износе и образложења.';

/** Writes a remark with the keyboard, from its focused button on. */
async function remark(page: Page, label: string, text: string): Promise<void> {
  await page.getByRole('button', { name: `Додај примедбу: ${label}`, exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.keyboard.type(text);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(text).last()).toBeVisible();
}

test('a form comes back with three remarks, is answered, and sent again', async ({ seats, request }) => {
  const journey = new Journey(seats, request, newCode('VRACEN'));
  await journey.called.create({});
  await journey.called.fill();
  await journey.called.act('local.user', 1);
  const place = (await phaseScreens(request, journey.code)).at(-1) ?? '';

  await test.step('the head writes remarks at a field, a section and the form, and returns it', async () => {
    const head = await journey.page('local.admin');
    await head.goto(place);
    await expect(head.getByRole('heading', { level: 1 })).toBeVisible();
    await remark(head, 'Назив пројекта', 'Назив није исти као у одлуци.');
    await remark(head, 'Основни подаци', 'Проверите седиште.');
    await head.getByRole('button', { name: 'Додај примедбу: Цео образац', exact: true }).click();
    await head.keyboard.type('Нема');
    await head.getByRole('navigation', { name: 'Главни мени' }).getByRole('link', { name: 'Пројекти' }).click();
    const question = head.getByRole('dialog', { name: 'Несачуване измене' });
    // A remark has no draft.
    await expect(question.getByText(/нацрт/i)).toHaveCount(0);
    await expect(question.getByText(/биће изгубљени/)).toBeVisible();
    await question.getByRole('button', { name: 'Остани' }).click();
    await expect(head.getByRole('textbox', { name: /Примедба/ })).toHaveValue('Нема');
    await head.getByRole('textbox', { name: /Примедба/ }).fill('Нема потписа.');
    await head.keyboard.press('Control+Enter');
    await expect(head.getByText('Имате 3 примедбе које нису послате.')).toBeVisible();
    await expectAccessible(head);
    // The bar below the form knows them at once, and the return needs no further words.
    const back = head.getByRole('toolbar').getByRole('button', { name: 'Врати на допуну (3)' });
    await expect(back).toHaveAttribute('data-variant', 'filled');
    await back.click();
    await expect(head.getByRole('dialog').getByLabel('Коментар')).not.toHaveAttribute('required');
    await head.getByRole('dialog').getByRole('button', { name: 'Одустани' }).click();
    await head.goto(`/projects/${journey.code}/details`);
    // With remarks that were not sent, the return is the step that the page offers.
    await head.getByRole('button', { name: 'Врати на допуну (3)' }).click();
    const dialog = head.getByRole('dialog');
    await expect(dialog.getByText('Уз враћање се шаљу 3 ваше примедбе.')).toBeVisible();
    await dialog.getByLabel('Коментар').fill(COMMENT);
    await dialog.getByRole('button', { name: 'Врати на допуну' }).click();
    await expect(dialog).toBeHidden();
  });

  await test.step('the clerk is told on the dashboard, the project and the form', async () => {
    const clerk = await journey.page('local.user');
    await clerk.goto('/dashboard');
    const row = clerk.getByRole('row', { name: new RegExp(journey.code) });
    await expect(row).toContainText('Враћено на допуну, 3 отворене примедбе');
    await expect(row.getByRole('link', { name: /Отклони примедбе/ })).toBeVisible();
    await clerk.goto(`/projects/${journey.code}/details`);
    await expect(clerk.locator('.returned-notice')).toContainText(COMMENT);
    await expect(clerk.locator('.activity-comment').first()).toContainText(COMMENT);
    await expectAccessible(clerk);
    await clerk.getByRole('link', { name: 'Отклони примедбе' }).click();
    await expect(clerk.locator('.returned-notice')).toContainText(COMMENT);
    await expect(clerk.getByRole('img', { name: '2 отворене примедбе' })).toBeVisible();
    await expectAccessible(clerk);
  });

  await test.step('in every script and theme, on a phone too', async () => {
    const clerk = await journey.page('local.user');
    const form = clerk.url();
    for (const [language, heading] of LANGUAGES) {
      await clerk.evaluate((chosen) => localStorage.setItem('pimis.language', chosen), language);
      for (const path of [`/projects/${journey.code}/details`, form]) {
        await clerk.goto(path);
        await expect(clerk.locator('.returned-notice')).toContainText(heading);
        await expectGoodScreen(clerk, LOOKS);
      }
    }
    await clerk.evaluate(() => localStorage.removeItem('pimis.language'));
    await clerk.setViewportSize({ width: 1440, height: 900 });
    await setTheme(clerk, 'light');
    await clerk.goto(form);
  });

  await test.step('answers one, ticks another, and sends with the third open after being asked', async () => {
    const clerk = await journey.page('local.user');
    const named = clerk.getByRole('group', { name: 'Примедбе: Назив пројекта' });
    // From each remark to the next, in the order of the form, and on to the first again.
    const focused = clerk.locator('.remark:focus');
    await clerk
      .getByRole('group', { name: 'Примедбе: Цео образац' })
      .getByRole('button', { name: /Следећа/ })
      .click();
    await expect(focused).toContainText('Проверите седиште.');
    await focused.getByRole('button', { name: 'Следећа примедба' }).click();
    await expect(focused).toContainText('Назив није исти као у одлуци.');
    await focused.getByRole('button', { name: 'Следећа примедба' }).click();
    await expect(focused).toContainText('Нема потписа.');
    await named.getByRole('button', { name: 'Одговори' }).click();
    await clerk.keyboard.type('Назив је усклађен.');
    await named.getByRole('button', { name: 'Сачувај одговор' }).click();
    await named.getByLabel('Исправљено').check();
    await expect(named.getByText('исправљено', { exact: true })).toBeVisible();
    await field(clerk, 'basic.projectName').fill('Усклађени назив');
    // A tick does not reload the form while the user types.
    const section = clerk.getByRole('group', { name: 'Примедбе: Основни подаци' });
    await section.getByLabel('Исправљено').check();
    await expect(section.getByText('исправљено', { exact: true })).toBeVisible();
    await expect(field(clerk, 'basic.projectName')).toHaveValue('Усклађени назив');
    await clerk.keyboard.press('Control+s');
    await expect(clerk.getByText('Образац је сачуван.')).toBeVisible();
    await clerk.getByRole('button', { name: /^Закључај/ }).click();
    await expect(clerk.getByText('Образац је закључан. Следеће: Пошаљи на потврду.')).toBeVisible();
    const send = clerk.getByRole('toolbar').getByRole('button', { name: 'Пошаљи на потврду' });
    await expect(send).toBeFocused();
    await expectAccessible(clerk);
    await clerk.keyboard.press('Enter');
    const dialog = clerk.getByRole('dialog');
    await expect(dialog.getByText('Отворена је 1 примедба.')).toBeVisible();
    await dialog.getByRole('button', { name: 'Пошаљи на потврду' }).click();
    await expect(dialog).toBeHidden();
    await expect(clerk.locator('.returned-notice')).toHaveCount(0);
    await expect(clerk.getByText(/^Послато на потврду, /)).toBeVisible();
  });

  await test.step('the head sees the answers beside what was changed', async () => {
    const head = await journey.page('local.admin');
    const again = 'Поново послато · 2 исправљене, 1 отворена примедба · шта је измењено';
    await head.goto(`/tasks?f.search=${journey.code}`);
    await expect(head.getByRole('row', { name: new RegExp(journey.code) })).toContainText(again);
    await head.goto(`/projects/${journey.code}/details`);
    await expect(head.locator('.sent-again')).toHaveText(again);
    await expectAccessible(head);
    await head.getByRole('link', { name: 'шта је измењено' }).click();
    await head.waitForURL(`**${place}`);
    await expect(head.getByText('Назив је усклађен.')).toBeVisible();
    await head.getByRole('button', { name: 'Шта је измењено' }).click();
    await expect(head.getByRole('dialog').getByRole('row')).toHaveCount(2);
    await expectAccessible(head);
    await head.keyboard.press('Escape');
    const phase = (await journey.project()).projectPhaseId;
    await head.goto(`/projects/${journey.code}/phases/${phase}/activities`);
    await expect(head.locator('.sent-remarks li')).toHaveCount(3);
  });
});
