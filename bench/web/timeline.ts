import type { Page } from '@playwright/test';
import type { ProjectTimeline, TimelineProject } from '@pimis/contract/portfolio/timeline';
import { PHASE } from '@pimis/domain/workflow/phases';

const ROWS = 2_000;
const ACTIVITIES = 12;
const DAY = '2026-11-24';
const OF_BODY = 25;
const FRAMES = 240;
/** Pixels that the list moves in a frame: a wheel turned by ten notches of 120 pixels a second, and three times as fast. */
export const WHEEL = 20;
export const FAST = 60;

const year = (of: number) => 2020 + (of % 6);

function project(index: number): TimelineProject {
  const from = year(index);
  return {
    code: `PROJEKAT-${index}`,
    name: `Реконструкција магистралног цевовода, деоница ${index}`,
    group: String(10_000 + Math.floor(index / OF_BODY)),
    groupName: `Орган ${Math.floor(index / OF_BODY)}`,
    phase: PHASE.reporting,
    isLate: index % 7 === 0,
    steps: [
      { phase: PHASE.idea, start: `${from}-01-10`, end: `${from}-03-01` },
      { phase: PHASE.identification, start: `${from}-03-01`, end: `${from}-06-15` },
      { phase: PHASE.plan, start: `${from}-06-15`, end: `${from}-09-01` },
      { phase: PHASE.reporting, start: `${from}-09-01`, end: null },
    ],
    planned: { start: `${from}-09-01`, end: `${from + 3}-06-30` },
    former: index % 3 === 0 ? [{ start: `${from}-09-01`, end: `${from + 2}-06-30` }] : [],
    done: '45.00',
    reportedUntil: '2026-06-30',
  };
}

/** The same project with its activities, as opened in the timeline. */
function projectTimeline(index: number): ProjectTimeline {
  const { steps, planned, former, done, reportedUntil } = project(index);
  const activities = Array.from({ length: ACTIVITIES }, (_, place) => ({
    name: `Активност ${place + 1}`,
    planned,
    former,
    reported: { start: `${year(index)}-09-01`, end: '2026-06-30' },
    done: '45.00',
  }));
  return { day: DAY, isLate: false, steps, planned, former, done, reportedUntil, activities };
}

/** Gives the timeline 2,000 projects as one page, and each its activities. */
export async function makeLongTimeline(page: Page): Promise<void> {
  const rows = Array.from({ length: ROWS }, (_, index) => project(index));
  const additionalInformation = {
    next: null,
    day: DAY,
    totalRows: ROWS,
    bounds: { start: '2020-01-01', end: '2028-12-31' },
  };
  await page.route(/\/api\/portfolio\/timeline\?/, (route) =>
    route.fulfill({ json: { payload: rows, additionalInformation, status: { code: 0, name: 'Success' }, errors: [] } }),
  );
  await page.route(/\/api\/projects\/PROJEKAT-\d+\/timeline$/, (route) => {
    const index = Number(/PROJEKAT-(\d+)/.exec(route.request().url())?.[1]);
    return route.fulfill({
      json: { payload: projectTimeline(index), status: { code: 0, name: 'Success' }, errors: [] },
    });
  });
}

export interface Scrolled {
  /** Milliseconds between frames, shortest first. */
  frames: number[];
  /** Frames in which a row at an edge of the list was not drawn. */
  empty: number;
}

/** Scrolls the timeline from its start by so many pixels in each frame. */
export async function scrolledFrames(page: Page, step: number): Promise<Scrolled> {
  await page.locator('.timeline-list').evaluate((list) => list.scrollTo(0, 0));
  // The height of a row is read from it.
  await page.locator('.timeline-list [data-index="1"] > .chart-mark').waitFor();
  return page.evaluate(
    ({ count, step }) =>
      new Promise<Scrolled>((resolve) => {
        const list = document.querySelector('.timeline-list');
        const height = list?.querySelector('[data-index="1"] > .chart-mark')?.getBoundingClientRect().height ?? 0;
        const frames: number[] = [];
        let empty = 0;
        let before = performance.now();
        const isDrawn = (row: number) => list?.querySelector(`[data-index="${row}"]`) != null;
        const next = (now: number) => {
          frames.push(now - before);
          before = now;
          const [top = 0, room = 0] = [list?.scrollTop, list?.clientHeight];
          if (![top, top + room - 2 * height].every((edge) => isDrawn(Math.floor(edge / height)))) empty += 1;
          if (frames.length > count) {
            return resolve({ frames: frames.slice(1).toSorted((one, other) => one - other), empty });
          }
          list?.scrollBy({ top: step, behavior: 'instant' });
          requestAnimationFrame(next);
        };
        requestAnimationFrame(next);
      }),
    { count: FRAMES, step },
  );
}
