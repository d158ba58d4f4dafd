import { expect, test } from 'vitest';
import type { TimelineProject } from '@pimis/contract/portfolio/timeline';
import { drawHook } from '../../../testing/hook.tsx';
import { answerCalls } from '../../../testing/queries.ts';
import { useOpened } from './use-opened.ts';

const PROJECTS = ['A-1', 'B-2', 'C-3'].map((code) => ({ code }) as TimelineProject);
const ADDRESS = '/portfolio/timeline';

async function opened(search: string, refusedOnce: string[] = []) {
  const { asked } = answerCalls((address) => {
    const failing = refusedOnce.findIndex((code) => address.includes(code));
    return failing < 0
      ? { payload: { activities: [address] } }
      : { payload: null, refused: refusedOnce.splice(failing, 1)[0] };
  });
  const hook = await drawHook(() => useOpened(PROJECTS), { address: `${ADDRESS}${search}`, route: ADDRESS });
  const shown = () =>
    [...hook.now().opened].map(([code, { timeline, failure }]) => [
      code,
      timeline !== undefined,
      failure !== undefined,
    ]);
  return { ...hook, asked, shown };
}

test('projects of the address are opened in the order of the page; those of other pages are not asked for', async () => {
  const { asked, shown } = await opened('?open=C-3,X-9,A-1');
  await expect.poll(shown).toEqual([
    ['A-1', true, false],
    ['C-3', true, false],
  ]);
  expect(asked()).toEqual(['GET /api/projects/A-1/timeline', 'GET /api/projects/C-3/timeline']);
});

test('a project is opened and closed in the address, which keeps its other parts', async () => {
  const { now, address, router, shown } = await opened('?zoom=year');
  expect(shown()).toEqual([]);
  now().toggle('B-2');
  await expect.poll(address).toBe(`${ADDRESS}?zoom=year&open=B-2`);
  await expect.poll(shown).toEqual([['B-2', true, false]]);
  now().toggle('A-1');
  await expect.poll(address).toBe(`${ADDRESS}?zoom=year&open=B-2,A-1`);
  now().toggle('B-2');
  now().toggle('A-1');
  await expect.poll(address).toBe(`${ADDRESS}?zoom=year`);
  expect(shown()).toEqual([]);
  // Back leaves the timeline: opening a project is no step of the history.
  expect(router.history.length).toBe(1);
});

test('a failed project says so, and is asked for again alone', async () => {
  const { now, asked, shown } = await opened('?open=A-1,B-2', ['B-2']);
  await expect.poll(shown).toEqual([
    ['A-1', true, false],
    ['B-2', false, true],
  ]);
  now().retry('B-2');
  await expect.poll(shown).toEqual([
    ['A-1', true, false],
    ['B-2', true, false],
  ]);
  expect(asked().filter((call) => call.includes('A-1'))).toHaveLength(1);
});
