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

/** Run in the page itself: a page beside it to put results together costs more than the looking. */
const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Audio and video alone: of style sheets, a quarter of a megabyte here, no rule that is run wants to know anything. */
const OPTIONS: RunOptions = { resultTypes: ['violations'], preload: { assets: ['media'] } };

const PARTS = {
  dialog: '[role="dialog"][aria-modal="true"]',
  /** What stands around every screen. */
  frame: '.shell-header, .shell-nav',
  /** What one piece of code draws for each of many. */
  many: 'tbody > tr, li',
};
/** So many alike are looked at: rows may take turns in their colour. */
const ALIKE = 2;

/**
 * How a part of the page is drawn: its elements with all that styles and roles hang on, without words, names and ways.
 * What is alike in that has the same structure and the same colours. Runs in the page.
 */
function drawn(part: Element): string {
  const named =
    /^(?:id|for|name|value|href|src|d|alt|title|aria-(?:label|describedby|controls|owns|activedescendant).*)$/;
  // A drawing that is hidden from readers has neither words nor a contrast that is looked at.
  const icon = part.matches('svg[aria-hidden]');
  const attributes = [...part.attributes].map(
    ({ name, value }) => `${name}=${value !== '' && (icon || named.test(name)) ? '…' : value}`,
  );
  const words = [...part.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.nodeValue?.trim());
  const inside = icon ? [] : [...part.children].map(drawn);
  // Of a menu it is looked at how its entries are drawn, not at which of them is the current one.
  const parts = part.matches('nav, ul, ol') ? [...new Set(inside)].toSorted() : inside;
  return `<${part.localName} ${attributes.join(' ')}>${words ? '…' : ''}${parts.join('')}</>`;
}

/** Frames that were looked at in this worker: those of every role, state, width and theme. */
const framesSeen = new Set<string>();

/**
 * No accessibility finding on what the page shows now. Of a page with a dialog in front, that is the dialog and what is
 * told over it: the screen behind is looked at as a screen of its own. The frame is looked at once as it is drawn, and
 * so are the first two of many things that are drawn alike; the others keep their place, unseen, meanwhile.
 */
export async function expectAccessible(page: Page): Promise<void> {
  // The screen has arrived: its heading stands, and nothing is being loaded any more.
  await expect(page.locator('h1').first()).toBeVisible();
  await expect(page.locator('.shell-loader')).toHaveCount(0);
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(`${AXE}; window.drawn = ${drawn.toString()}`);
  const frame = await page.evaluate(({ frame: selector, dialog }) => {
    // Notifications fade in; a half-transparent text has no contrast to measure. What is off screen would never end.
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
