import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { RunOptions } from 'axe-core';
import { expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    axe: typeof import('axe-core');
    drawn: typeof drawn;
  }
}

/** Runs in the page itself: a second page for the results costs more than the check. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Only audio and video; no rule in use needs the style sheets, which are a quarter of a megabyte. */
const OPTIONS: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } };

const PARTS = {
  dialog: '[role="dialog"][aria-modal="true"]',
  /** The parts around every screen. */
  frame: '.shell-header, .shell-nav',
  /** Parts that the same code renders many times. */
  many: 'tbody > tr, li',
};
/** How many equal ones are checked: rows may alternate in colour. */
const ALIKE = 2;

/**
 * The structure of a part: its elements with everything that styles and roles depend on, without texts, names and
 * addresses. Equal structures have equal colours. Runs in the page.
 */
function drawn(part: Element): string {
  const named =
    /^(?:id|for|name|value|href|src|d|alt|title|aria-(?:label|describedby|controls|owns|activedescendant).*)$/;
  // A drawing hidden from screen readers has neither text nor checked contrast.
  const icon = part.matches('svg[aria-hidden]');
  const attributes = [...part.attributes].map(
    ({ name, value }) => `${name}=${value !== '' && (icon || named.test(name)) ? '…' : value}`,
  );
  const words = [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  const inside = icon ? [] : [...part.children].map(drawn);
  // Entries of a menu count as equal whichever is the current one.
  const parts = part.matches('nav, ul, ol') ? [...new Set(inside)].toSorted() : inside;
  return `<${part.localName} ${attributes.join(' ')}>${words ? '…' : ''}${parts.join('')}</>`;
}

/** Frames checked in this worker: of every role, state, width and theme. */
const framesSeen = new Set<string>();

/**
 * Expects no accessibility finding on the visible page. With a dialog open this is the dialog and messages above it;
 * the screen behind has its own check. The frame is checked once, and so are the first two of many equal parts; the
 * others keep their place invisibly meanwhile.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // The screen has arrived: it has a heading and nothing is loading.
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('.shell-loader')).toHaveCount(0);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE}; window.drawn = ${drawn.toString()}`);
  const frame = await page.evaluate(({ frame: selector, dialog }) => {
    // Notifications fade in, and half-transparent text has no contrast to measure. Animations off the screen would
    // never end.
    for (const animation of document.getAnimations()) {
      if (animation.effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY) animation.finish();
    }
    if (document.querySelector(dialog)?.checkVisibility()) return undefined;
    const theme = document.documentElement.dataset.mantineColorScheme;
    return [theme, innerWidth, ...[...document.querySelectorAll(selector)].map(window.drawn)].join();
  }, PARTS);
  const violations = await page.evaluate(
    async ([options, parts, alike, seen]) => {
      const all = (selector: string, within: ParentNode = document) => [
        ...within.querySelectorAll<HTMLElement>(selector),
      ];
      const shown = (selector: string) => all(selector).filter((element) => element.checkVisibility());
      const inFront = shown(parts.dialog);
      const looked = inFront.length > 0 ? [...inFront, ...shown('[role="alert"]')] : [document.documentElement];
      const unseen = seen ? all(parts.frame) : [];
      if (inFront.length > 0) {
        unseen.push(...all(':scope > *', document.body).filter((part) => !looked.some((one) => part.contains(one))));
      }
      for (const parent of new Set(looked.flatMap((part) => all(parts.many, part)).map((one) => one.parentElement))) {
        const counts = new Map<string, number>();
        for (const one of all(':scope > *', parent ?? document)) {
          const as = window.drawn(one);
          const count = (counts.get(as) ?? 0) + 1;
          counts.set(as, count);
          if (count > alike) unseen.push(one);
        }
      }
      const before = unseen.map(({ style }) => style.visibility);
      for (const { style } of unseen) style.visibility = 'hidden';
      const found = await window.axe.run({ include: looked }, options);
      for (const [index, { style }] of unseen.entries()) style.visibility = before[index] ?? '';
      return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`);
    },
    [OPTIONS, PARTS, ALIKE, frame !== undefined && framesSeen.has(frame)] as const,
  );
  expect(violations).toEqual([]);
  if (frame !== undefined) framesSeen.add(frame);
}
