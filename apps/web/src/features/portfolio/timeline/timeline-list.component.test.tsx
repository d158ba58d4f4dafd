import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { expect, test, vi } from 'vitest';
import { draw } from '../../../testing/form.tsx';
import type { Entry } from './rows.ts';
import { TimelineList } from './TimelineList.tsx';
import './timeline.css';

const ENTRIES = Array.from(
  { length: 300 },
  (_, place): Entry => ({ kind: 'project', row: { key: `P-${place}`, label: `P-${place}` }, isOpen: false }),
);

const place = () => document.querySelector('.timeline-list');
const frame = () => document.getElementById('frame');
const rows = () => document.querySelector('.timeline-rows')?.clientHeight;

async function drawList(onMore: () => void) {
  const list = (
    <TimelineList
      entries={ENTRIES}
      bounds={{ start: '2026-01-01', end: '2027-12-31' }}
      today="2026-11-20"
      onMore={onMore}
      onToggle={() => undefined}
      onRetry={() => undefined}
    />
  );
  const router = createRouter({
    routeTree: createRootRoute({
      component: () => (
        <div id="frame" style={{ width: 400 }}>
          {list}
        </div>
      ),
    }),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  await draw(<RouterProvider router={router as never} />);
  await expect.poll(rows).toBe(ENTRIES.length * 40);
}

test('rows are as wide as the bar that scrolls them leaves', async () => {
  await drawList(() => undefined);
  const widths = () => [place()?.clientWidth, document.querySelector('.timeline-rows')?.clientWidth];
  expect(place()?.clientWidth).toBeLessThan(400);
  await expect.poll(widths).toEqual([place()?.clientWidth, place()?.clientWidth]);
});

test('a list that is widened keeps its place and requests no page', async () => {
  const onMore = vi.fn();
  await drawList(onMore);
  // In rows of 28 pixels the same place would be row 257 of 300.
  place()?.scrollTo(0, 180 * 40);
  await expect.poll(() => document.querySelector('[data-index="180"]')).not.toBeNull();
  frame()?.style.setProperty('width', '900px');
  await expect.poll(rows).toBe(ENTRIES.length * 28);
  await expect.poll(() => place()?.scrollTop).toBe(180 * 28);
  await expect.poll(() => document.querySelector('[data-index="180"]')).not.toBeNull();
  expect(onMore).not.toHaveBeenCalled();
  place()?.scrollTo(0, 230 * 28);
  await expect.poll(() => onMore.mock.calls.length).toBeGreaterThan(0);
});
