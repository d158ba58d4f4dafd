import { useEffect, useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Scenario } from '@pimis/contract/portfolio/scenarios';
import { connectionBack } from '../../../api/connection.ts';
import { draw } from '../../../testing/form.tsx';
import { type ScenarioDraft, useScenarioDraft } from './use-scenario-draft.ts';

const scenario = (revision: number, name: string): Scenario => ({
  id: 7,
  name,
  ownerName: 'Ана Јовић',
  isOwn: true,
  shared: true,
  goal: 'marks',
  revision,
  changedDate: '2026-11-24T09:00:00Z',
  candidates: [],
  hidden: 0,
  ceilings: [],
  committed: [],
});

/** A draft whose scenario is read anew by `read`. */
async function drafted(first: Scenario) {
  let now: ScenarioDraft | undefined;
  let answer: (scenario: Scenario) => void = () => undefined;
  const Screen = () => {
    const [read, setRead] = useState(first);
    answer = setRead;
    now = useScenarioDraft(read);
    // After the effects of the draft, drawn together with what they show.
    const [heard, setHeard] = useState(0);
    useEffect(() => setHeard(read.revision), [read]);
    return <p>{`heard ${heard}`}</p>;
  };
  const screen = await draw(<Screen />);
  return {
    draft: () => now as ScenarioDraft,
    leave: () => screen.unmount(),
    shown: () => `${now?.shown.name} ${now?.shown.revision}`,
    read: async (next: Scenario) => {
      answer(next);
      await expect.element(screen.getByText(`heard ${next.revision}`)).toBeVisible();
    },
  };
}

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
