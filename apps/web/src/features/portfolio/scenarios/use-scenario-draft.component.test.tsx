import { notifications } from '@mantine/notifications';
import { afterEach, expect, test, vi } from 'vitest';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { connectionBack } from '../../../api/connection.ts';
import { drafted } from '../../../testing/scenario-draft.tsx';
import { candidate, scenario } from '../../../testing/scenarios.ts';
import type { ScenarioDraft } from './use-scenario-draft.ts';

afterEach(() => vi.restoreAllMocks());

test('a newer scenario that the server answers is shown, an older one is not', async () => {
  const { shown, read } = await drafted(scenario(3, 'Март'));
  await read(scenario(4, 'Април'));
  await expect.poll(shown).toBe('Април 4');
  await read(scenario(3, 'Март'));
  expect(shown()).toBe('Април 4');
});

test('what is not saved yet stays', async () => {
  // The server does not answer.
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  const { draft, shown, read } = await drafted(scenario(3, 'Март'));
  draft().change((now) => ({ ...now, name: 'Моје' }));
  await expect.poll(shown).toBe('Моје 3');
  await read(scenario(4, 'Април'));
  expect(shown()).toBe('Моје 3');
});

test('a scenario that a project has left is saved, also when the needs of the others cannot be read', async () => {
  const refused = { payload: null, status: { code: 2, name: 'ServerError' }, errors: [] };
  const saved = { payload: { revision: 4 }, status: { code: 0, name: 'Success' }, errors: [] };
  vi.spyOn(window, 'fetch').mockImplementation(async (_, init) =>
    init?.method === 'PUT' ? Response.json(saved) : Response.json(refused, { status: 500 }),
  );
  const { draft } = await drafted({ ...scenario(3, 'Март'), candidates: [candidate('PRVI')] });
  draft().change((now) => ({ ...now, candidates: [] }));
  expect(await draft().save()).toBe(4);
  await expect.poll(() => draft().state).toBe('saved');
  // The screen reloads like this after projects were added or changed data was taken over.
  await draft().reload();
});

test('what was not saved for want of a connection is saved when it is back, also after leaving', async () => {
  const call = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const { draft, leave } = await drafted(scenario(3, 'Март'));
  draft().change((now) => ({ ...now, name: 'Моје' }));
  await expect.poll(() => draft().state).toBe('failed');
  await leave();
  const sent: unknown[] = [];
  call.mockImplementation(async (_, init) => {
    if (typeof init?.body === 'string') sent.push((JSON.parse(init.body) as { name: string }).name);
    return Response.json({ payload: { revision: 4 }, status: { code: 0, name: 'Success' }, errors: [] });
  });
  connectionBack();
  await expect.poll(() => sent).toEqual(['Моје']);
});

test('what was not saved is there on the way back, and saved with what is changed then', async () => {
  const call = vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const told = vi.spyOn(notifications, 'show');
  const before = await drafted(scenario(3, 'Март'));
  before.draft().change((now) => ({ ...now, name: 'Моје' }));
  await expect.poll(() => before.draft().state).toBe('failed');
  await before.leave();
  // Meanwhile another window has saved.
  const { draft, leave } = await drafted({ ...scenario(4, 'Март'), goal: 'worth' });
  expect(draft().shown).toMatchObject({ name: 'Моје', goal: 'worth', revision: 4 });
  expect(told).toHaveBeenLastCalledWith(
    expect.objectContaining({ message: 'Враћене су измене које нису биле сачуване; „Поништи“ их одбацује.' }),
  );
  draft().change((now) => ({ ...now, shared: false }));
  await expect.poll(() => draft().shown.shared).toBe(false);
  const sent: unknown[] = [];
  call.mockImplementation(async (_, init) => {
    if (typeof init?.body === 'string') sent.push(JSON.parse(init.body));
    return Response.json({ payload: { revision: 5 }, status: { code: 0, name: 'Success' }, errors: [] });
  });
  await draft().save();
  expect(sent).toEqual([expect.objectContaining({ revision: 4, name: 'Моје', shared: false, goal: 'worth' })]);
  await leave();
  // Saved changes are not kept.
  const after = await drafted(scenario(6, 'Јун'));
  expect([after.shown(), after.draft().state]).toEqual(['Јун 6', 'saved']);
  await after.leave();
});

test('a space after the name is no change that is brought back: it is not saved', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  const told = vi.spyOn(notifications, 'show');
  const before = await drafted(scenario(3, 'Март'));
  before.draft().change((now) => ({ ...now, name: 'Март ' }));
  await expect.poll(before.shown).toBe('Март  3');
  await before.leave();
  const after = await drafted(scenario(3, 'Март'));
  expect([after.shown(), after.draft().state]).toEqual(['Март 3', 'saved']);
  expect(told).not.toHaveBeenCalled();
  await after.leave();
});

test('changes that were brought back can be undone, and changes that were given up do not come back', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  const before = await drafted(scenario(3, 'Март'));
  before.draft().change((now) => ({ ...now, name: 'Моје' }));
  await before.leave();
  const { draft, shown, leave } = await drafted(scenario(3, 'Март'));
  expect(shown()).toBe('Моје 3');
  draft().undo?.();
  await expect.poll(shown).toBe('Март 3');
  draft().redo?.();
  await expect.poll(shown).toBe('Моје 3');
  draft().drop();
  await leave();
  const after = await drafted(scenario(3, 'Март'));
  expect(after.shown()).toBe('Март 3');
  await after.leave();
});

test('changes of the owner stay kept while somebody else, or another window, reads a newer scenario', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  const before = await drafted(scenario(3, 'Март'));
  const other = await drafted(scenario(3, 'Март'));
  const reader = await drafted({ ...scenario(3, 'Март'), isOwn: false });
  before.draft().change((now) => ({ ...now, name: 'Моје' }));
  await before.leave();
  for (const [seen, isOwn] of [
    [other, true],
    [reader, false],
  ] as const) {
    await seen.read({ ...scenario(4, 'Април'), isOwn });
    expect(seen.shown()).toBe('Април 4');
    await seen.leave();
  }
  const after = await drafted(scenario(4, 'Април'));
  expect(after.shown()).toBe('Моје 4');
  await after.leave();
});

test('what two windows have not saved is there after a crash, and what one of them saves is not taken from the other', async () => {
  const call = vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  const two = [await drafted(scenario(3, 'Март')), await drafted(scenario(3, 'Март'))] as const;
  two[0].draft().change((now) => ({ ...now, name: 'Моје' }));
  two[1].draft().change((now) => ({ ...now, goal: 'worth' }));
  for (const window of two) await window.leave();
  const { draft, leave } = await drafted(scenario(3, 'Март'));
  expect(draft().shown).toMatchObject({ name: 'Моје', goal: 'worth' });
  const other = await drafted(scenario(3, 'Март'));
  other.draft().change((now) => ({ ...now, shared: false }));
  await other.leave();
  call.mockImplementation(async () =>
    Response.json({ payload: { revision: 4 }, status: { code: 0, name: 'Success' }, errors: [] }),
  );
  await draft().save();
  await leave();
  call.mockImplementation(() => new Promise(() => undefined));
  const after = await drafted({ ...scenario(4, 'Моје'), goal: 'worth' });
  expect(after.draft().shown).toMatchObject({ name: 'Моје', goal: 'worth', shared: false });
  await after.leave();
});

test('leaving saves, and loses changes only where the server refuses them', async () => {
  const call = vi.spyOn(window, 'fetch');
  const answers = (status: number, name: string, payload: unknown = null) =>
    call.mockImplementation(async () =>
      Response.json({ payload, status: { code: status, name }, errors: [] }, { status: status === 0 ? 200 : status }),
    );
  const { draft } = await drafted(scenario(3, 'Март'));
  expect(await draft().losesByLeaving()).toBe(false);
  expect(call).not.toHaveBeenCalled();
  draft().change((now) => ({ ...now, name: 'Моје' }));
  answers(500, 'ServiceError');
  expect(await draft().losesByLeaving()).toBe(true);
  answers(404, 'NotFound');
  expect(await draft().losesByLeaving()).toBe(false);
  call.mockRejectedValue(new TypeError('Failed to fetch'));
  expect(await draft().losesByLeaving()).toBe(false);
  answers(0, 'Success', { revision: 4 });
  expect(await draft().losesByLeaving()).toBe(false);
  draft().change((now) => ({ ...now, name: ' ' }));
  expect(await draft().losesByLeaving()).toBe(true);
  draft().drop();
  await expect.poll(() => draft().shown.name).toBe('Моје');
});

test('a change is undone and made again, until something else is changed', async () => {
  // The server does not answer.
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  const { draft, shown } = await drafted(scenario(3, 'Март'));
  expect([draft().undo, draft().redo]).toEqual([null, null]);
  draft().change((now) => ({ ...now, name: 'Моје' }));
  await expect.poll(shown).toBe('Моје 3');
  draft().undo?.();
  await expect.poll(shown).toBe('Март 3');
  draft().redo?.();
  await expect.poll(shown).toBe('Моје 3');
  expect(draft().redo).toBeNull();
  draft().undo?.();
  await expect.poll(shown).toBe('Март 3');
  draft().change((now) => ({ ...now, shared: false }));
  await expect.poll(() => draft().redo).toBeNull();
  draft().undo?.();
  await expect.poll(() => draft().shown.shared).toBe(true);
});

test('a name that is typed is undone as a whole, and what was changed before it is not', async () => {
  // The server does not answer.
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  const { draft, shown } = await drafted(scenario(3, 'Март'));
  draft().change((now) => ({ ...now, shared: false }));
  await expect.poll(() => draft().shown.shared).toBe(false);
  for (const name of ['Март 2', 'Март 20', 'Март 202']) {
    draft().change((now) => ({ ...now, name }));
    await expect.poll(shown).toBe(`${name} 3`);
  }
  draft().undo?.();
  await expect.poll(shown).toBe('Март 3');
  expect(draft().shown.shared).toBe(false);
  draft().redo?.();
  await expect.poll(shown).toBe('Март 202 3');
  draft().undo?.();
  await expect.poll(shown).toBe('Март 3');
  draft().undo?.();
  await expect.poll(() => draft().shown.shared).toBe(true);
});

test('years that are typed for a project are undone as a whole, those of another project by themselves', async () => {
  // The server does not answer.
  vi.spyOn(window, 'fetch').mockImplementation(() => new Promise(() => undefined));
  const { draft, leave } = await drafted({ ...scenario(3, 'Март'), candidates: [candidate('A-1'), candidate('B-2')] });
  const shifts = () => draft().shown.candidates.map(({ shift }) => shift);
  const move = async (code: string, shift: number, expected: number[]) => {
    draft().change((now) => ({
      ...now,
      candidates: now.candidates.map((one) => (one.code === code ? { ...one, shift } : one)),
    }));
    await expect.poll(shifts).toEqual(expected);
  };
  await move('A-1', 1, [1, 0]);
  await move('A-1', 12, [12, 0]);
  await move('B-2', 2, [12, 2]);
  await move('B-2', 20, [12, 20]);
  draft().undo?.();
  await expect.poll(shifts).toEqual([12, 0]);
  draft().undo?.();
  await expect.poll(shifts).toEqual([0, 0]);
  expect(draft().undo).toBeNull();
  draft().redo?.();
  await expect.poll(shifts).toEqual([12, 0]);
  await leave();
});

test('who presses what needs a saved scenario is told when its name is missing; saving by itself tells nothing', async () => {
  const call = vi.spyOn(window, 'fetch');
  const told = vi.spyOn(notifications, 'show');
  const { draft, leave } = await drafted(scenario(3, 'Март'));
  draft().change((now) => ({ ...now, name: ' ' }));
  expect(await draft().losesByLeaving()).toBe(true);
  expect(told).not.toHaveBeenCalled();
  expect(await draft().save()).toBeNull();
  expect(told).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ message: 'Упишите назив.' }));
  expect(call).not.toHaveBeenCalled();
  await leave();
});

/** A scenario of three projects, and a server that answers by the kind of a call. */
const OF_THREE = { ...scenario(3, 'Март'), candidates: ['A-1', 'B-2', 'C-3'].map(candidate) };
const codesOf = ({ shown }: ScenarioDraft) => shown.candidates.map(({ code }) => code);
const withoutFirst = (now: Scenario) => ({ ...now, candidates: now.candidates.slice(1) });

test('a project whose removal is saved comes back to its place by a call, and what was changed meanwhile stays', async () => {
  const sent: unknown[] = [];
  let revision = 3;
  let kept = OF_THREE.candidates.map(({ code }) => code);
  vi.spyOn(window, 'fetch').mockImplementation(async (address, init) => {
    const body = (typeof init?.body === 'string' ? JSON.parse(init.body) : {}) as {
      choices?: { code: string }[];
      projectCodes?: string[];
    };
    const call = `${init?.method} ${typeof address === 'string' ? address : ''}`;
    if (init?.method === 'PUT') kept = (body.choices ?? []).map(({ code }) => code);
    if (init?.method === 'POST') {
      sent.push({ call, body });
      kept = [...kept, ...(body.projectCodes ?? [])];
    }
    if (init?.method !== 'GET') revision += 1;
    const payload = init?.method === 'GET' ? { ...OF_THREE, revision, candidates: kept.map(candidate) } : { revision };
    return Response.json({ payload, status: { code: 0, name: 'Success' }, errors: [] });
  });
  const { draft, leave } = await drafted(OF_THREE);
  draft().change(withoutFirst);
  expect(await draft().save()).toBe(4);
  draft().change((now) => ({ ...now, goal: 'worth' }));
  await expect.poll(() => draft().shown.goal).toBe('worth');
  draft().undo?.();
  await expect.poll(() => draft().shown.goal).toBe('marks');
  draft().undo?.();
  await expect.poll(() => codesOf(draft())).toEqual(['A-1', 'B-2', 'C-3']);
  expect(sent).toEqual([
    { call: 'POST /api/portfolio/scenarios/7/candidates', body: { revision: 4, projectCodes: ['A-1'] } },
  ]);
  await leave();
});

test('a project that cannot come back is told, and stays away', async () => {
  const refused = { payload: null, status: { code: 1, name: 'Forbidden' }, errors: [] };
  const saved = { payload: { revision: 4 }, status: { code: 0, name: 'Success' }, errors: [] };
  vi.spyOn(window, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method === 'POST') return Response.json(refused, { status: 403 });
    return Response.json(
      init?.method === 'PUT' ? saved : { ...saved, payload: { ...withoutFirst(OF_THREE), revision: 4 } },
    );
  });
  const told = vi.spyOn(notifications, 'show');
  const { draft, leave } = await drafted(OF_THREE);
  draft().change(withoutFirst);
  await draft().save();
  await expect.poll(() => codesOf(draft())).toEqual(['B-2', 'C-3']);
  draft().undo?.();
  await expect.poll(() => told.mock.calls.length).toBe(1);
  expect(told).toHaveBeenLastCalledWith(expect.objectContaining({ color: 'red' }));
  expect(codesOf(draft())).toEqual(['B-2', 'C-3']);
  await leave();
});

test('a project whose removal could not be saved comes back without a call', async () => {
  vi.spyOn(window, 'fetch').mockRejectedValue(new TypeError('Failed to fetch'));
  const { draft, leave } = await drafted(OF_THREE);
  draft().change(withoutFirst);
  await expect.poll(() => draft().state).toBe('failed');
  draft().undo?.();
  await expect.poll(() => codesOf(draft())).toEqual(['A-1', 'B-2', 'C-3']);
  await leave();
});

test('a change to nothing else is no change', async () => {
  const { draft, leave } = await drafted(scenario(3, 'Март'));
  draft().change((now) => now);
  expect([draft().undo, draft().state]).toEqual([null, 'saved']);
  await leave();
});
