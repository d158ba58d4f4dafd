import type { Page } from '@playwright/test';

/** Pages of the public portal that are opened over the slow line. */
export async function portalAddresses(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/api/open-data/projects?status=implementation&perPage=1`);
  const { projects } = (await answer.json()) as { projects: { id: string }[] };
  return ['/public', '/public/projects', `/public/projects/${projects[0]?.id}`];
}

/** When the largest part of the page was painted, in milliseconds since the navigation. */
export function largestPaint(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        new PerformanceObserver((list) => resolve(list.getEntries().at(-1)?.startTime ?? Number.NaN)).observe({
          type: 'largest-contentful-paint',
          buffered: true,
        });
      }),
  );
}
