import { notifications } from '@mantine/notifications';
import { afterEach, expect, test, vi } from 'vitest';
import { connectionBack } from '../../../api/connection.ts';
import { ApiFailure } from '../../../api/client.ts';
import { keptKeys } from '../../../browser/storage.ts';
import { drafted } from '../../../testing/scenario-draft.tsx';
import { candidate, scenario } from '../../../testing/scenarios.ts';
import { scenarioChangesQuery, scenarioQuery, scenariosQuery } from './api.ts';

interface Answer {
  status?: number;
  name?: string;
  payload?: unknown;
}

/** A server that answers each call with the next of its answers, and the last one again; records what is sent. */
function answer(...answers: (Answer | Promise<Answer>)[]) {
  const sent: { call: string; body: unknown }[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (address, request) => {
    const body: unknown = typeof request?.body === 'string' ? JSON.parse(request.body) : undefined;
    sent.push({ call: `${request?.method} ${typeof address === 'string' ? address : ''}`, body });
    const next = answers.length > 1 ? answers.shift() : answers[0];
    const { status = 200, name = 'Success', payload = null } = (await next) ?? {};
    const code = status === 200 ? 0 : 1;
    return Response.json({ payload, additionalInformation: null, status: { code, name }, errors: [] }, { status });
  });
  return { sent, calls: () => sent.map(({ call }) => call) };
}

const PUT = 'PUT /api/portfolio/scenarios/7';
const GET = 'GET /api/portfolio/scenarios/7';
const told = () => vi.spyOn(notifications, 'show');
const messages = (shown: ReturnType<typeof told>) => shown.mock.calls.map(([{ message }]) => message);

afterEach(() => {
  vi.restoreAllMocks();
  connectionBack();
});

test('a save sends the choice with its revision, and other screens are shown what is saved', async () => {
  const { sent } = answer({ payload: { revision: 4 } });
  const { draft, cache } = await drafted({
    ...scenario(3, 'Март'),
    proposal: 'Предлог',
    candidates: [candidate('A-1')],
  });
  cache.setQueryData(scenariosQuery.queryKey, []);
  cache.setQueryData(scenarioChangesQuery(7, 3).queryKey, []);
  draft().change((now) => ({ ...now, name: ' Моје ' }));
  expect(await draft().save()).toBe(4);
  await expect.poll(() => draft().state).toBe('saved');
  expect(sent).toEqual([
    {
      call: PUT,
      body: {
        revision: 3,
        name: 'Моје',
        shared: true,
        goal: 'marks',
        ceilings: [],
        choices: [{ code: 'A-1', state: 'out', shift: 0 }],
      },
    },
  ]);
  expect(draft().shown.revision).toBe(4);
  // A proposal is for the revision before.
  const kept = cache.getQueryData(scenarioQuery(7).queryKey);
  expect(kept).toMatchObject({ name: ' Моје ', revision: 4 });
  expect(kept).not.toHaveProperty('proposal');
  expect(cache.getQueryState(scenariosQuery.queryKey)?.isInvalidated).toBe(true);
  expect(cache.getQueryState(scenarioChangesQuery(7, 3).queryKey)?.isInvalidated).toBe(false);
});

test('what is changed while a save is under way is saved after it, upon its revision', async () => {
  const first = Promise.withResolvers<Answer>();
  const { sent } = answer(first.promise, { payload: { revision: 5 } });
  const { draft } = await drafted(scenario(3, 'Март'));
  draft().change((now) => ({ ...now, name: 'Моје' }));
  const saves = [draft().save()];
  await expect.poll(() => draft().state).toBe('saving');
  draft().change((now) => ({ ...now, shared: false }));
  saves.push(draft().save());
  await expect.poll(() => draft().shown.shared).toBe(false);
  expect(sent).toHaveLength(1);
  first.resolve({ payload: { revision: 4 } });
  expect(await Promise.all(saves)).toEqual([4, 5]);
  await expect.poll(() => draft().state).toBe('saved');
  expect(sent.map(({ body }) => body)).toMatchObject([
    { revision: 3, shared: true },
    { revision: 4, name: 'Моје', shared: false },
  ]);
});

test('what is changed back needs no save', async () => {
  const { sent } = answer({ status: 500, name: 'ServiceError' });
  const { draft } = await drafted(scenario(3, 'Март'));
  draft().change((now) => ({ ...now, name: 'Моје' }));
  await expect.poll(() => draft().state).toBe('changed');
  draft().undo?.();
  expect(await draft().save()).toBe(3);
  await expect.poll(() => draft().state).toBe('saved');
  expect(sent).toEqual([]);
});

test('a change is put upon what another window has saved meanwhile, and saved again', async () => {
  const theirs = { ...scenario(5, 'Март'), goal: 'worth' };
  const { sent } = answer({ status: 409, name: 'ScenarioConflict', payload: theirs }, { payload: { revision: 6 } });
  const shown = told();
  const { draft } = await drafted(scenario(3, 'Март'));
  draft().change((now) => ({ ...now, name: 'Моје' }));
  expect(await draft().save()).toBe(6);
  await expect.poll(() => draft().shown).toMatchObject({ name: 'Моје', goal: 'worth', revision: 6 });
  expect(sent.map(({ body }) => body)).toMatchObject([
    { revision: 3, goal: 'marks' },
    { revision: 5, goal: 'worth', name: 'Моје' },
  ]);
  expect(messages(shown)).toEqual(['Сценарио је сачуван и из другог прозора. Ваше измене су задржане.']);
});

test('the scenario is read again where a project has left it, and only there', async () => {
  const fresh = { ...scenario(4, 'Март'), candidates: [candidate('B-2')], committed: [] };
  const committed = [{ year: 2027, source: 'Буџет', amount: '5.00' }];
  const { calls } = answer(
    { payload: { revision: 4 } },
    { payload: { ...fresh, committed } },
    { payload: { revision: 5 } },
  );
  const { draft } = await drafted({ ...scenario(3, 'Март'), candidates: [candidate('A-1'), candidate('B-2')] });
  draft().change((now) => ({ ...now, candidates: now.candidates.slice(1) }));
  await draft().save();
  await expect.poll(() => draft().shown.committed).toEqual(committed);
  draft().change((now) => ({ ...now, name: 'Моје' }));
  await draft().save();
  expect(calls()).toEqual([PUT, GET, PUT]);
});

test('a save that fails is told; it is tried again with the next one, not when a connection is back', async () => {
  const { calls } = answer({ status: 500, name: 'ServiceError' });
  const shown = told();
  const { draft } = await drafted(scenario(3, 'Март'));
  draft().change((now) => ({ ...now, name: 'Моје' }));
  expect(await draft().save()).toBeNull();
  await expect.poll(() => draft().state).toBe('failed');
  expect(shown).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ color: 'red' }));
  connectionBack();
  expect(await draft().save()).toBeNull();
  expect(calls()).toEqual([PUT, PUT]);
});

test('what could not be saved while the installation was only read is saved afterwards', async () => {
  const { calls } = answer({ status: 503, name: 'ReadOnly' }, { payload: { revision: 4 } });
  const { draft } = await drafted(scenario(3, 'Март'));
  draft().change((now) => ({ ...now, name: 'Моје' }));
  expect(await draft().save()).toBeNull();
  connectionBack();
  await expect.poll(() => draft().shown.revision).toBe(4);
  expect(calls()).toEqual([PUT, PUT]);
});

test.each([
  ['not kept where the scenario is gone', 404, 'NotFound', 0],
  ['kept where the server fails', 500, 'ServiceError', 1],
])('changes are %s', async (_, status, name, kept) => {
  answer({ status, name });
  const { draft, leave } = await drafted(scenario(3, 'Март'));
  draft().change((now) => ({ ...now, name: 'Моје' }));
  await draft().save();
  expect(keptKeys().filter((key) => key.startsWith('pimis.scenario.7'))).toHaveLength(kept);
  await leave();
});

test('a failed call for an outdated scenario shows what the server has, any other failure does not', async () => {
  const { calls } = answer({ payload: scenario(8, 'Мај') });
  const shown = told();
  const { draft, shown: title } = await drafted(scenario(3, 'Март'));
  await draft().reportFailure(new ApiFailure(409, 'RegistryImportRunning'));
  await draft().reportFailure(new Error('broken'));
  expect(calls()).toEqual([]);
  await draft().reportFailure(new ApiFailure(409, 'ScenarioConflict'));
  await expect.poll(title).toBe('Мај 8');
  expect(calls()).toEqual([GET]);
  expect(shown).toHaveBeenCalledTimes(3);
});

test('a scenario that cannot be read again stays, and the failure is told', async () => {
  answer({ status: 500, name: 'ServiceError' });
  const shown = told();
  const { draft, shown: title } = await drafted(scenario(3, 'Март'));
  await draft().reload();
  expect(title()).toBe('Март 3');
  expect(shown).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ color: 'red' }));
});

test('the scenario is read again from the server, also where it has been read just now', async () => {
  const { calls } = answer({ payload: scenario(4, 'Април') });
  const { draft, cache, shown: title } = await drafted(scenario(3, 'Март'));
  cache.setDefaultOptions({ queries: { staleTime: 60_000 } });
  cache.setQueryData(scenarioQuery(7).queryKey, scenario(3, 'Март'));
  await draft().reload();
  await expect.poll(title).toBe('Април 4');
  expect(calls()).toEqual([GET]);
});
