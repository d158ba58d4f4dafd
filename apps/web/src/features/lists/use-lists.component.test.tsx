import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from 'vitest-browser-react';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Lists, useLists } from './use-lists.ts';

/** Lists of the server by their numbers, the newest first; each is called by its number. */
let numbers: number[] = [];
let held: Promise<void> | undefined;
let broken: string | undefined;
let sessionDay: string | null = null;
let calls = 0;

const PAGE = 20;
/** A name that no list can have; the server refuses it without naming a field. */
const UNFIT = 'a\u0000';
const rowOf = (id: number) => ({
  id,
  type: 3,
  name: `L${id}`,
  createdDate: '2026-11-20T10:00:00Z',
  createdUser: null,
  sessionDay,
  sessionNumber: null,
  projects: 1,
  decided: 0,
  approved: false,
  totalValue: '1.00',
});

async function answer(address: string): Promise<Response> {
  calls += 1;
  const query = new URL(address, window.location.href).searchParams;
  const name = query.get('name');
  if (name !== null) await held;
  if (broken !== undefined && query.has(broken)) {
    return Response.json({ payload: null, status: { code: 1, name: 'ServiceError' }, errors: [] }, { status: 500 });
  }
  if (name === UNFIT) {
    return Response.json(
      { payload: null, status: { code: 1004, name: 'ValidationError' }, errors: [] },
      { status: 422 },
    );
  }
  const after = Number(query.get('after') ?? Infinity);
  const found = numbers.filter((id) => id < after && (name === null || `L${id}` === name));
  const payload = found.slice(0, PAGE).map(rowOf);
  return Response.json({
    payload,
    additionalInformation: { older: found.length > PAGE },
    status: { code: 0, name: 'Success' },
    errors: [],
  });
}

beforeAll(() => void vi.stubGlobal('fetch', answer));
afterAll(() => vi.unstubAllGlobals());
beforeEach(() => {
  numbers = Array.from({ length: 45 }, (_, index) => 45 - index);
  [held, broken, sessionDay] = [undefined, undefined, null];
});

/** The lists as the screen would show them, from the first moment on. */
async function shown(name?: string) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const texts: string[] = [];
  let now: Lists | undefined;
  const Screen = () => {
    now = useLists(3, name);
    const { selected, missing, error } = now;
    const text = error
      ? 'failure'
      : missing
        ? 'missing'
        : selected
          ? `${selected.name} ${sessionDay ?? ''}`
          : 'waiting';
    if (texts.at(-1) !== text.trim()) texts.push(text.trim());
    return <p>{now.lists?.map(({ id }) => id).join(' ')}</p>;
  };
  await render(
    <QueryClientProvider client={client}>
      <Screen />
    </QueryClientProvider>,
  );
  return { client, texts, lists: () => now as Lists, ids: () => (now?.lists ?? []).map(({ id }) => id) };
}

const newest = (count: number) => numbers.slice(0, count);

test('the newest are read, then as many older ones each time, until there are none', async () => {
  const { lists, ids, texts } = await shown();
  await expect.poll(ids).toEqual(newest(20));
  expect(lists().older.left).toBe(true);
  expect(await lists().older.read()).toEqual({ left: true, failure: null });
  expect(await lists().older.read()).toEqual({ left: false, failure: null });
  await expect.poll(ids).toEqual(numbers);
  expect(texts).toEqual(['waiting', 'L45']);
});

test('an older one that is named has its place among them, before and after those between are read', async () => {
  const { lists, ids, texts } = await shown('L3');
  await expect.poll(ids).toEqual([...newest(20), 3]);
  await lists().older.read();
  await expect.poll(ids).toEqual([...newest(40), 3]);
  await lists().older.read();
  await expect.poll(ids).toEqual(numbers);
  expect(texts).toEqual(['waiting', 'L3']);
});

test('only a name that no list has is missing', async () => {
  const { texts } = await shown('L99');
  await expect.poll(() => texts).toEqual(['waiting', 'missing']);
  const unfit = await shown(UNFIT);
  await expect.poll(() => unfit.texts).toEqual(['waiting', 'missing']);
  broken = 'name';
  const failing = await shown('L3');
  await expect.poll(() => failing.texts).toEqual(['waiting', 'failure']);
});

test('a list that newer ones push out of those that were read is shown without a break', async () => {
  const { client, texts, ids } = await shown('L26');
  await expect.poll(ids).toEqual(newest(20));
  const release = Promise.withResolvers<void>();
  held = release.promise;
  numbers = [46, ...numbers];
  await client.invalidateQueries({ queryKey: ['lists'] }, { throwOnError: true });
  await expect.poll(ids).toEqual([...newest(20), 26]);
  release.resolve();
  await expect.poll(() => client.isFetching()).toBe(0);
  expect(ids()).toEqual([...newest(20), 26]);
  expect(texts).toEqual(['waiting', 'L26']);
});

test('what is set at an older list is read anew with all others', async () => {
  const { client, lists, ids } = await shown('L3');
  await expect.poll(ids).toEqual([...newest(20), 3]);
  await lists().older.read();
  await expect.poll(ids).toEqual([...newest(40), 3]);
  sessionDay = '2026-12-01';
  await client.invalidateQueries({ queryKey: ['lists'] });
  await expect.poll(() => lists().selected?.sessionDay).toBe('2026-12-01');
  expect(lists().lists?.every((list) => list.sessionDay === '2026-12-01')).toBe(true);
});

test('older ones that could not be read leave what is there, and are requested again', async () => {
  const { lists, ids, texts } = await shown();
  await expect.poll(ids).toEqual(newest(20));
  broken = 'after';
  expect(await lists().older.read()).toMatchObject({ left: true, failure: { name: 'ServiceError' } });
  broken = undefined;
  expect(await lists().older.read()).toEqual({ left: true, failure: null });
  await expect.poll(ids).toEqual(newest(40));
  expect(texts).toEqual(['waiting', 'L45']);
});

test('after older ones could not be read, what is there stays while it is read anew', async () => {
  const { client, lists, ids, texts } = await shown();
  await expect.poll(ids).toEqual(newest(20));
  broken = 'after';
  expect(await lists().older.read()).toMatchObject({ failure: { name: 'ServiceError' } });
  numbers = [46, ...numbers];
  await client.invalidateQueries({ queryKey: ['lists'] });
  await expect.poll(ids).toEqual(newest(20));
  expect(texts).toEqual(['waiting', 'L45', 'L46']);
  broken = 'perPage';
  await client.invalidateQueries({ queryKey: ['lists'] });
  await expect.poll(() => texts.at(-1)).toBe('failure');
});

test('a second click before the first is drawn asks for nothing more', async () => {
  const { lists, ids } = await shown();
  await expect.poll(ids).toEqual(newest(20));
  const { older } = lists();
  calls = 0;
  await Promise.all([older.read(), older.read()]);
  await expect.poll(ids).toEqual(newest(40));
  expect(calls).toBe(1);
});

test('what is being read anew when older ones are requested is shown with them', async () => {
  const { client, lists, ids } = await shown();
  await expect.poll(ids).toEqual(newest(20));
  sessionDay = '2026-12-01';
  const anew = client.invalidateQueries({ queryKey: ['lists'] });
  expect(await lists().older.read()).toEqual({ left: true, failure: null });
  await anew;
  await expect.poll(ids).toEqual(newest(40));
  await expect.poll(() => lists().selected?.sessionDay).toBe('2026-12-01');
});
