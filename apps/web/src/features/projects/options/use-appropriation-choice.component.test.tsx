import { expect, test } from 'vitest';
import type { ProjectAppropriation } from '@pimis/contract/options';
import { drawHook } from '../../../testing/hook.tsx';
import { answerCalls } from '../../../testing/queries.ts';
import { useAppropriationChoice } from './use-appropriation-choice.ts';

const row = (id: number) => ({ id }) as ProjectAppropriation;
const USED = new Set([1, 2]);

async function choosing(refused?: string) {
  const { sent } = answerCalls(() => ({ payload: null, additionalInformation: { warnings: [] }, refused }));
  const hook = await drawHook(() => useAppropriationChoice('A-1', USED));
  hook.cache.setQueryData(['project', 'A-1', 'appropriations'], 'read');
  const { now } = hook;
  const shown = () => ({
    selected: [1, 2, 3].filter((id) => now().isSelected(id)),
    added: now().added.map(({ id }) => id),
    difference: now().difference,
    isUnsaved: now().isUnsaved,
  });
  const tick = async (id: number) => {
    const before = now().isSelected(id);
    now().toggle(row(id));
    await expect.poll(() => now().isSelected(id)).toBe(!before);
  };
  const isReadAgain = () => hook.cache.getQueryState(['project', 'A-1', 'appropriations'])?.isInvalidated;
  return { ...hook, sent, shown, tick, isReadAgain };
}

test('ticks are changes to the used appropriations until they are taken back', async () => {
  const { shown, tick } = await choosing();
  const untouched = { selected: [1, 2], added: [], difference: 0, isUnsaved: false };
  expect(shown()).toEqual(untouched);
  await tick(3);
  expect(shown()).toEqual({ selected: [1, 2, 3], added: [3], difference: 1, isUnsaved: true });
  await tick(1);
  expect(shown()).toEqual({ selected: [2, 3], added: [3], difference: 0, isUnsaved: true });
  await tick(1);
  await tick(3);
  expect(shown()).toEqual(untouched);
});

test('changes are saved together, and the project is read again', async () => {
  const { now, sent, shown, tick, screen, isReadAgain } = await choosing();
  await tick(3);
  await tick(2);
  await now().apply();
  expect(sent).toEqual([{ call: 'PUT /api/projects/A-1/appropriations', body: { add: [3], remove: [2] } }]);
  await expect.element(screen.getByText('Апропријације су сачуване.')).toBeVisible();
  expect(isReadAgain()).toBe(true);
  await expect.poll(() => [shown().isUnsaved, now().busy]).toEqual([false, false]);
});

test('changes that are refused stay, and the project is read again', async () => {
  const { now, shown, tick, isReadAgain } = await choosing('ProjectChanged');
  await tick(3);
  await now().apply();
  expect(shown()).toMatchObject({ added: [3], isUnsaved: true });
  expect(isReadAgain()).toBe(true);
  await expect.poll(() => now().busy).toBe(false);
});

test('nothing is sent without a change, and a message says so', async () => {
  const { now, sent, screen } = await choosing();
  await now().apply();
  await expect.element(screen.getByText('Ништа није измењено.')).toBeVisible();
  expect(sent).toEqual([]);
});
