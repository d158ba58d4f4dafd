import { expect, type Page } from '@playwright/test';
import { signIn } from './actors.ts';
import { follow } from './screens.ts';
import { test } from './seats.ts';
import { formScreen } from './typist.ts';

/** 1440 pixels enlarged twice are 720. */
const ZOOMED = { width: 720, height: 450 };
const SIZES = [
  { width: 1440, height: 900 },
  { width: 1280, height: 720 },
  { width: 1024, height: 768 },
  ZOOMED,
] as const;

/**
 * Parts that lie over each other, and controls that leave the screen or lie under the manual. Runs in the page.
 * Elements that scroll sideways in their own frame, and hidden ones, are left out.
 */
function faults(): string[] {
  const seen = (selector: string) =>
    [...document.querySelectorAll(selector)].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  const boxes = (selector: string) =>
    seen(selector).map((element) => ({ selector, box: element.getBoundingClientRect() }));
  const [main] = boxes('main');
  const panel = boxes('.help-panel');
  const parts = [...boxes('.shell-nav'), ...panel, ...boxes('.shell-header'), ...boxes('.form-bar')];
  const overlaps = (one: DOMRect, other: DOMRect) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > 1 &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 1;
  const pairs = parts.flatMap((one, at) =>
    parts.slice(at + 1).flatMap((other) => (overlaps(one.box, other.box) ? [`${one.selector} ${other.selector}`] : [])),
  );
  // Sticky contents do not overlap the sticky bar.
  const contents = seen('.form-contents').filter((element) => getComputedStyle(element).position === 'sticky');
  const [bar] = boxes('.form-bar');
  const under = contents.flatMap((element) => {
    const { top, maxHeight } = getComputedStyle(element);
    const end = Number.parseFloat(top) + Number.parseFloat(maxHeight);
    const heads = seen('.form-head').filter((head) => getComputedStyle(head).position === 'sticky');
    const covered = heads
      .map((head) => Number.parseFloat(getComputedStyle(head).top) + head.getBoundingClientRect().height)
      .filter((foot) => foot > Number.parseFloat(top) + 1);
    return [
      ...(bar && end > bar.box.top ? [`.form-contents ends at ${end}, .form-bar begins at ${bar.box.top}`] : []),
      ...covered.map((foot) => `.form-head ends at ${foot}, .form-contents begins at ${top}`),
    ];
  });
  const right = Math.min(window.innerWidth, ...panel.map(({ box }) => box.left));
  const left = main?.box.left ?? 0;
  const controls = seen('main :is(button, input, select, textarea, a, h1, h2)')
    .filter(
      (element) =>
        !element.closest('.scroll-x, .data-table, .visually-hidden, .skip-link, .form-bar, [role="tablist"]'),
    )
    .filter((element) => {
      const { left: from, right: to, width } = element.getBoundingClientRect();
      return width > 1 && (to > right + 1 || from < left - 1);
    })
    .map((element) => `${element.tagName} “${element.textContent?.trim().slice(0, 40)}” leaves the screen`);
  const wide = document.documentElement.scrollWidth > window.innerWidth ? ['the page scrolls sideways'] : [];
  return [...pairs, ...under, ...controls, ...wide];
}

async function expectApart(page: Page, name: string): Promise<void> {
  await expect(page.getByText('Учитава се…')).toHaveCount(0);
  for (const size of SIZES) {
    await page.setViewportSize(size);
    // Widths follow in the next frames.
    await expect.poll(() => page.evaluate(faults), { message: `${name} at ${size.width}` }).toEqual([]);
  }
}

test('manual, bar, contents and tools keep apart at every width, with the manual and without', async ({ seats }) => {
  test.setTimeout(120_000);
  const page = await signIn(seats, 'admin', '/projects');
  const form = await formScreen(page.request, 'MOST-CENTAR', 'План имплементације');
  const screens = ['/projects', '/projects/MOST-CENTAR/details', '/reporting', form];
  for (const manual of [false, true]) {
    await page.setViewportSize(SIZES[0]);
    if (manual) {
      await page.getByRole('link', { name: 'Упутство о овом екрану' }).click();
      await expect(page.locator('.help-panel')).toBeVisible();
    }
    for (const screen of screens) {
      await follow(page, screen);
      await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
      await expectApart(page, `${screen}${manual ? ' with the manual' : ''}`);
    }
  }
});

test('the form that a clerk fills in keeps its bar apart', async ({ seats }) => {
  const page = await signIn(seats, 'local.user', '/projects');
  await follow(page, await formScreen(page.request, 'MOST-CENTAR', 'План имплементације'));
  await expect(page.locator('.form-bar')).toBeVisible();
  await expectApart(page, 'without the manual');
  await page.setViewportSize(SIZES[0]);
  await page.getByRole('link', { name: 'Упутство о овом екрану' }).click();
  await expect(page.locator('.help-panel')).toBeVisible();
  await expectApart(page, 'with the manual');
});
