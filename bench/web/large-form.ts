import type { Page } from '@playwright/test';
import { findFormDefinition } from '@pimis/domain/forms/catalogue';
import { fieldsOf } from '@pimis/domain/forms/visibility';
import { getPath, isObject } from '@pimis/domain/forms/paths';
import type { Field, FormDefinition, FormValues } from '@pimis/domain/forms/types';
import { largestPlan } from './largest.ts';

/** A plan of 50 activities over eight years. */
const plan = findFormDefinition('plan') as FormDefinition;
const { values } = largestPlan(plan, '2023-01-01');

const count = (fields: readonly Field[], row: FormValues): number =>
  fields.reduce((sum, field) => {
    const value = getPath(row, field.path);
    if (!field.columns || !Array.isArray(value)) return sum + 1;
    return sum + value.filter(isObject).reduce((all, one) => all + count(field.columns ?? [], one), 0);
  }, 0);

export const LARGE_FIELDS = count(fieldsOf(plan), values);

const ANSWER = /\/api\/projects\/[^/]+\/forms\/\d+$/;
/** The first field that accepts input. */
const FIRST = 'financialInfo.activityList[1].name';

/**
 * Replaces the server's response for a form by the large one, and delays it until the screen waits for nothing else.
 */
export async function makeLarge(page: Page): Promise<void> {
  await page.route(ANSWER, async (route) => {
    const answer = await route.fetch();
    const json = (await answer.json()) as { payload: object };
    await page.locator('main > p.meta').waitFor();
    const payload = { ...json.payload, inputJson: JSON.stringify(values) };
    await route.fulfill({ response: answer, json: { ...json, payload } });
  });
}

/**
 * Milliseconds from the answer's last byte to the frame that shows the form's first field, ready for the cursor, and
 * then from a key that is pressed at once to the frame that shows it.
 */
export async function openLarge(page: Page, address: string): Promise<{ shown: number; key: number }> {
  await page.addInitScript((place) => {
    const times = { shown: 0, key: 0 };
    Object.assign(window, { times });
    const painted = (work: () => void) =>
      requestAnimationFrame(() => {
        const channel = new MessageChannel();
        channel.port1.onmessage = work;
        channel.port2.postMessage(null);
      });
    const look = new MutationObserver(() => {
      const field = document.getElementById(place);
      if (!field) return;
      look.disconnect();
      field.focus();
      painted(() => (times.shown = performance.now()));
    });
    look.observe(document, { childList: true, subtree: true });
    document.addEventListener(
      'keydown',
      () => {
        const started = performance.now();
        painted(() => (times.key = performance.now() - started));
      },
      { capture: true, once: true },
    );
  }, `f-${FIRST}`);
  await page.goto(address);
  await page.waitForFunction(() => (window as unknown as { times: { shown: number } }).times.shown > 0);
  await page.keyboard.press('x');
  await page.waitForFunction(() => (window as unknown as { times: { key: number } }).times.key > 0);
  return page.evaluate((pattern) => {
    const { times } = window as unknown as { times: { shown: number; key: number } };
    const request = (performance.getEntriesByType('resource') as PerformanceResourceTiming[]).findLast(({ name }) =>
      new RegExp(pattern).test(name),
    );
    return { shown: times.shown - (request?.responseEnd ?? 0), key: times.key };
  }, ANSWER.source);
}
