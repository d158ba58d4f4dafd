import { expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import type { ListItem } from '@pimis/contract/lists';
import { useChosenItems } from './use-chosen-items.ts';

const itemsOf = (codes: readonly string[]) => codes.map((projectCode) => ({ projectCode }) as ListItem);

async function choosing(...codes: string[]) {
  const { result, rerender, act } = await renderHook((open: readonly ListItem[] = []) => useChosenItems(open), {
    initialProps: itemsOf(codes),
  });
  return {
    chosen: () => result.current.selected.map(({ projectCode }) => projectCode),
    press: (change: (items: typeof result.current) => void) => act(() => change(result.current)),
    isAll: () => result.current.isAll,
    open: (...left: string[]) => rerender(itemsOf(left)),
  };
}

test('a project is ticked and unticked by itself', async () => {
  const { chosen, press, isAll } = await choosing('A', 'B', 'C');
  await press(({ toggle }) => toggle('B'));
  expect([chosen(), isAll()]).toEqual([['B'], false]);
  await press(({ toggle }) => toggle('A'));
  expect(chosen()).toEqual(['A', 'B']);
  await press(({ toggle }) => toggle('B'));
  expect(chosen()).toEqual(['A']);
});

test('all are ticked when only some are, and unticked when all are', async () => {
  const { chosen, press, isAll } = await choosing('A', 'B');
  await press(({ toggle }) => toggle('A'));
  await press(({ toggleAll }) => toggleAll());
  expect([chosen(), isAll()]).toEqual([['A', 'B'], true]);
  await press(({ toggleAll }) => toggleAll());
  expect(chosen()).toEqual([]);
});

test('a project that is decided meanwhile is no longer among those to decide on', async () => {
  const { chosen, press, open, isAll } = await choosing('A', 'B');
  await press(({ toggleAll }) => toggleAll());
  await open('B', 'C');
  expect([chosen(), isAll()]).toEqual([['B'], false]);
  await press(({ clear }) => clear());
  expect(chosen()).toEqual([]);
});
