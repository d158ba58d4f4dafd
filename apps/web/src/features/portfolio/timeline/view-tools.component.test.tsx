import { useState } from 'react';
import { expect, test } from 'vitest';
import { userEvent } from 'vitest/browser';
import { timelineWindow, type TimelineView } from '@pimis/charts/timeline-window';
import { draw } from '../../../testing/form.tsx';
import { useMoves } from './use-moves.ts';
import { ViewTools } from './ViewTools.tsx';

const BOUNDS = { start: '2024-03-01', end: '2031-06-30' };
const TODAY = '2026-11-29';

/** The tools, and a place for keys and fingers that shows the period in view. */
function Moved() {
  const [view, setView] = useState<TimelineView>({ zoom: 'year' });
  const moves = useMoves(view, BOUNDS, TODAY, setView);
  const { start, end } = timelineWindow(view, BOUNDS, TODAY);
  return (
    <>
      <ViewTools view={view} moves={moves} onChange={setView} />
      <button type="button" id="place" {...moves.handlers}>
        {start} {end}
      </button>
    </>
  );
}

const place = () => document.getElementById('place');
const inView = () => place()?.textContent;
const button = (name: string) => document.querySelector<HTMLElement>(`button[aria-label="${name}"]`);

test('buttons move the view and stop where the rows end', async () => {
  await draw(<Moved />);
  await expect.poll(inView).toBe('2025-01-01 2029-12-31');
  button('Ранији период')?.click();
  await expect.poll(inView).toBe('2024-01-01 2028-12-31');
  await expect.poll(() => button('Ранији период')?.getAttribute('aria-disabled')).toBe('true');
  button('Ранији период')?.click();
  button('Каснији период')?.click();
  await expect.poll(inView).toBe('2025-01-01 2029-12-31');
  button('Каснији период')?.click();
  await expect.poll(inView).toBe('2026-01-01 2030-12-31');
  [...document.querySelectorAll('button')].find(({ textContent }) => textContent === 'Данас')?.click();
  await expect.poll(inView).toBe('2025-01-01 2029-12-31');
});

test('keys zoom and move through time', async () => {
  await draw(<Moved />);
  place()?.focus();
  await userEvent.keyboard('+');
  await expect.poll(inView).toBe('2025-01-01 2026-12-31');
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
  await expect.poll(inView).toBe('2025-07-01 2027-06-30');
  await userEvent.keyboard('-');
  await userEvent.keyboard('-');
  await expect.poll(inView).toBe('2024-03-01 2031-06-30');
  // Everything is in view: nothing moves.
  expect(button('Ранији период')).toBeNull();
});

test('a swipe moves through time, a scroll does not', async () => {
  await draw(<Moved />);
  const swipe = (across: number, down: number, pointerType = 'touch') => {
    const at = (type: string, clientX: number, clientY: number) =>
      place()?.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerType, clientX, clientY }));
    at('pointerdown', 100, 100);
    at('pointerup', 100 + across, 100 + down);
  };
  swipe(-80, 10);
  await expect.poll(inView).toBe('2026-01-01 2030-12-31');
  swipe(80, 10);
  await expect.poll(inView).toBe('2025-01-01 2029-12-31');
  swipe(60, 90);
  swipe(-20, 0);
  swipe(-200, 0, 'mouse');
  swipe(-80, 0);
  await expect.poll(inView).toBe('2026-01-01 2030-12-31');
});
