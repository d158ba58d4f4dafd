import type { Page } from '@playwright/test';

/** Measurements made within the page. */
interface Watched {
  /** Layout shifts without an input, and the elements that moved. */
  shifts: { value: number; sources: string[] }[];
  /** From an input to the next paint, in milliseconds. */
  inputs: { name: string; duration: number }[];
}

declare global {
  interface Window {
    watched: Watched;
  }
}

interface ShiftEntry extends PerformanceEntry {
  value: number;
  hadRecentInput: boolean;
  sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[];
}

interface InputEntry extends PerformanceEntry {
  interactionId: number;
}

/** Makes this page report shifts and inputs from its first moment on. */
export async function watch(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const watched: Watched = { shifts: [], inputs: [] };
    window.watched = watched;
    const nameOf = (node: Node | null) => {
      const element = node instanceof Element ? node : (node?.parentElement ?? null);
      return element ? `${element.tagName.toLowerCase()}.${element.getAttribute('class') ?? ''}` : '?';
    };
    const place = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ');
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as ShiftEntry[]) {
        if (entry.hadRecentInput) continue;
        watched.shifts.push({
          value: entry.value,
          sources: entry.sources.map(
            ({ node, previousRect, currentRect }) => `${nameOf(node)}: ${place(previousRect)} → ${place(currentRect)}`,
          ),
        });
      }
    }).observe({ type: 'layout-shift', buffered: true });
    const inputs: PerformanceObserverInit & { durationThreshold: number } = {
      type: 'event',
      buffered: true,
      durationThreshold: 16,
    };
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as InputEntry[]) {
        if (entry.interactionId > 0) watched.inputs.push({ name: entry.name, duration: entry.duration });
      }
    }).observe(inputs);
  });
}

/** The slowest input since the last time this was asked; one too quick to be reported is 16 ms. */
export async function slowestInput(page: Page): Promise<number> {
  return page.evaluate(() => {
    const slowest = Math.max(16, ...window.watched.inputs.map(({ duration }) => duration));
    window.watched.inputs.length = 0;
    return slowest;
  });
}

/** How far the layout has moved by itself since the page was opened. */
export async function shiftsOf(page: Page): Promise<Watched['shifts']> {
  return page.evaluate(() => window.watched.shifts);
}

/** When an element has been painted, in milliseconds since the page began to load, or since `from` was marked. */
export async function paintedSince(page: Page, selector: string, from?: string): Promise<number> {
  await page.locator(selector).first().waitFor();
  return page.evaluate(
    (mark) =>
      new Promise<number>((resolve) =>
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () =>
            resolve(performance.now() - (mark ? (performance.getEntriesByName(mark).at(-1)?.startTime ?? 0) : 0));
          channel.port2.postMessage(null);
        }),
      ),
    from,
  );
}
