import { expect, test } from 'vitest';
import { LISTS } from '@pimis/domain/workflow/lists';
import { drawHook } from '../../../testing/hook.tsx';
import { answerCalls, readAfter } from '../../../testing/queries.ts';
import { scenarioChangesQuery, scenarioQuery, scenariosQuery, useWaiting } from './api.ts';

const waitingFor = (type: number) => `/api/projects/paged?status=pending&pendingForList=${type}&perPage=1`;
const TYPES = LISTS.map(({ type }) => type);

test('the projects that wait for a list of each type are counted', async () => {
  const { asked } = answerCalls((address) => {
    const type = TYPES.find((one) => address === waitingFor(one)) ?? 0;
    return { payload: [], additionalInformation: { totalRows: type * 10 } };
  });
  const { now, cache } = await drawHook(useWaiting);
  await expect.poll(() => now().isRead).toBe(true);
  expect([...now().waiting]).toEqual(TYPES.map((type) => [type, type * 10]));
  expect(asked().toSorted()).toEqual(TYPES.map((type) => `GET ${waitingFor(type)}`).toSorted());
  await cache.invalidateQueries({ queryKey: ['projects'] });
  expect(asked()).toHaveLength(2 * TYPES.length);
});

test('numbers are missing until they are read; one that cannot be read stays missing', async () => {
  const [, broken] = TYPES;
  const late = Promise.withResolvers<Response>();
  const others = TYPES.filter((type) => type !== broken);
  const answered = answerCalls((address) =>
    address === waitingFor(broken ?? 0)
      ? { payload: null, refused: 'Forbidden' }
      : { payload: [], additionalInformation: { totalRows: 1 } },
  );
  const answer = window.fetch;
  const slow = async (address: string, request: RequestInit) => {
    if (address === waitingFor(others[0] ?? 0)) await late.promise;
    return answer(address, request);
  };
  window.fetch = slow as typeof window.fetch;
  const { now } = await drawHook(useWaiting);
  await expect.poll(() => [...now().waiting.keys()]).toEqual(others.slice(1));
  expect(now().isRead).toBe(false);
  late.resolve(new Response());
  await expect.poll(() => now().isRead).toBe(true);
  expect([...now().waiting.keys()]).toEqual(others);
  expect(answered.asked()).toHaveLength(TYPES.length);
});

test('scenarios, one of them, and its changes since a revision are read, and read again after a change', async () => {
  answerCalls();
  const path = '/api/portfolio/scenarios';
  const changed = ['portfolio', 'scenarios'];
  expect(await readAfter(scenariosQuery, changed)).toEqual({ read: [path], again: true });
  expect(await readAfter(scenarioQuery(7), changed)).toEqual({ read: [`${path}/7`], again: true });
  expect(await readAfter(scenarioChangesQuery(7, 3), changed)).toEqual({ read: [`${path}/7/changes`], again: true });
  expect(scenarioChangesQuery(7, 4).queryKey).not.toEqual(scenarioChangesQuery(7, 3).queryKey);
});

test('a scenario that is edited is not read again on the way back to its window, or to the network', () => {
  expect(scenarioQuery(7)).toMatchObject({ refetchOnWindowFocus: false, refetchOnReconnect: false });
});
