import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import type { Proposal as Found, Scenario } from '@pimis/contract/portfolio/scenarios';
import { POLL_MS } from '../../../api/operations.ts';
import { currentSession } from '../../../api/session.ts';
import { draw } from '../../../testing/form.tsx';
import { signIn } from '../../../testing/sign-in.ts';
import { Proposal } from './Proposal.tsx';
import type { ScenarioDraft } from './use-scenario-draft.ts';

const SCENARIO: Scenario = {
  id: 7,
  name: 'Март',
  ownerName: 'Ана Јовић',
  isOwn: true,
  shared: false,
  goal: 'marks',
  revision: 3,
  changedDate: '2026-11-24T09:00:00Z',
  candidates: [],
  hidden: 0,
  ceilings: [],
  committed: [],
  proposal: '11',
};
const FOUND: Found = {
  revision: 3,
  goal: 'marks',
  state: 'found',
  codes: [],
  value: '80.00',
  bound: '80.00',
  proven: true,
  short: [],
  leftOut: [],
};
const OUTDATED = /Сценарио је у међувремену измењен/;

const answer = (payload: unknown, name = 'Success', status = 200) =>
  Response.json({ payload, additionalInformation: null, status: { code: 0, name }, errors: [] }, { status });

afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

test('a proposal of another scenario than the present one stays outdated when no new one can be had', async () => {
  let refused = 0;
  vi.spyOn(window, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method !== 'POST') return answer({ state: 'done', progress: 100, result: FOUND });
    refused += 1;
    return answer(null, 'ProposalRunning', 409);
  });
  const Screen = () => {
    const [scenario, setScenario] = useState(SCENARIO);
    const draft = {
      change: (make: (now: Scenario) => Scenario) => setScenario(make),
      save: () => Promise.resolve(3),
      reportFailure: () => Promise.resolve(),
    };
    return <Proposal scenario={scenario} draft={draft as unknown as ScenarioDraft} />;
  };
  const screen = await draw(<Screen />);
  const apply = screen.getByRole('button', { name: 'Примени предлог' });
  await expect.element(apply).toBeVisible();
  await screen.getByRole('combobox').selectOptions('worth');
  await expect.element(screen.getByText(OUTDATED)).toBeVisible();
  await screen.getByRole('button', { name: 'Предложи' }).click();
  await expect.poll(() => refused).toBe(1);
  await expect.element(screen.getByRole('button', { name: 'Предложи' })).toBeEnabled();
  await expect.element(screen.getByText(OUTDATED)).toBeVisible();
  await expect.element(apply).not.toBeInTheDocument();
});

test('a proposal that could not be cancelled can be cancelled again', async () => {
  let asked = 0;
  vi.spyOn(window, 'fetch').mockImplementation(async (_, init) => {
    if (init?.method !== 'DELETE') return answer({ state: 'running', progress: 10, result: null }, 'OperationRunning');
    asked += 1;
    return asked === 1 ? answer(null, 'ServiceUnavailable', 503) : answer({ state: 'failed' });
  });
  const screen = await draw(<Proposal scenario={SCENARIO} draft={{} as ScenarioDraft} />);
  const cancel = screen.getByRole('button', { name: 'Прекини' });
  await cancel.click();
  await expect.poll(() => asked).toBe(1);
  await expect.element(cancel).toBeVisible();
  await cancel.click();
  await expect.element(screen.getByRole('button', { name: 'Предложи' })).toBeVisible();
  expect(asked).toBe(2);
});

test('a proposal that the server has not kept is not waited for', async () => {
  let answered = 0;
  vi.spyOn(window, 'fetch').mockImplementation(async () => {
    answered += 1;
    return answered === 1
      ? answer({ state: 'running', progress: 40, result: null }, 'OperationRunning', 202)
      : answer(null, 'NotFound', 404);
  });
  const draft = { save: () => Promise.resolve(3) } as unknown as ScenarioDraft;
  const screen = await draw(<Proposal scenario={SCENARIO} draft={draft} />);
  await expect.element(screen.getByRole('button', { name: 'Прекини' })).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Предложи' })).toBeVisible();
});

test('a proposal that was found says that it is outdated, also when it is not kept any more', async () => {
  let isKept = true;
  let refused = 0;
  vi.spyOn(window, 'fetch').mockImplementation(async () => {
    if (isKept) return answer({ state: 'done', progress: 100, result: FOUND });
    refused += 1;
    return answer(null, 'NotFound', 404);
  });
  const Screen = () => {
    const [scenario, setScenario] = useState(SCENARIO);
    const draft = { change: (make: (now: Scenario) => Scenario) => setScenario(make) };
    return <Proposal scenario={scenario} draft={draft as unknown as ScenarioDraft} />;
  };
  const screen = await draw(<Screen />);
  await expect.element(screen.getByRole('button', { name: 'Примени предлог' })).toBeVisible();
  isKept = false;
  // Back from another window.
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => refused).toBe(1);
  await screen.getByRole('combobox').selectOptions('worth');
  await expect.element(screen.getByText(OUTDATED)).toBeVisible();
});

test('a proposal is not asked for while the session is over, and is after the next sign-in', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  signIn();
  let over = false;
  const asked = vi
    .spyOn(window, 'fetch')
    .mockImplementation(async () =>
      over ? answer(null, 'Unauthorized', 401) : answer({ state: 'running', progress: 40 }),
    );
  const calls = asked.mock.calls;
  await draw(<Proposal scenario={SCENARIO} draft={{} as ScenarioDraft} />);
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(0));
  over = true;
  await vi.advanceTimersByTimeAsync(POLL_MS);
  await vi.waitFor(() => expect(currentSession().status).toBe('expired'));
  const before = calls.length;
  await vi.advanceTimersByTimeAsync(10 * POLL_MS);
  expect(calls.length).toBe(before);
  over = false;
  signIn();
  await vi.waitFor(() => expect(calls.length).toBeGreaterThan(before));
});

test('projects without a mark are told to need another goal than the sum of marks', async () => {
  const project = {
    code: 'MOST',
    name: 'Мост',
    organizationName: 'Град Ваљево',
    sector: 1,
    phase: 0,
    worth: '1000.00',
  };
  const candidate = { ...project, needs: [], state: 'in' as const, shift: 0 };
  const { proposal: _, ...unasked } = SCENARIO;
  const hint = () => document.body.textContent?.includes('Ниједан пројекат нема оцену');
  const drawn = (marks: (string | null)[], goal: Scenario['goal']) =>
    draw(
      <Proposal
        scenario={{
          ...unasked,
          goal,
          candidates: marks.map((mark, index) => ({ ...candidate, code: `M${index}`, mark })),
        }}
        draft={{} as ScenarioDraft}
      />,
    );
  for (const [marks, goal, isTold] of [
    [[null, null], 'marks', true],
    [[null, null], 'worth', false],
    [[null, '70.00'], 'marks', false],
  ] as const) {
    const screen = await drawn([...marks], goal);
    await expect.element(screen.getByRole('button', { name: 'Предложи' })).toBeVisible();
    expect(hint()).toBe(isTold);
    await screen.unmount();
  }
});

test.each([
  [{ proven: true }, 'Предлаже се 0 од 0 пројеката, збир оцена 80,00. Доказано најбоље.'],
  [
    { bound: '81.47', proven: false },
    'Предлаже се 0 од 0 пројеката, збир оцена 80,00. Највише 1,9\u00a0% испод најбољег.',
  ],
  // Rounded up: the best choice may be no further away than the text says.
  [
    { bound: '80.01', proven: false },
    'Предлаже се 0 од 0 пројеката, збир оцена 80,00. Највише 0,1\u00a0% испод најбољег.',
  ],
])('a choice says beside it how far it may be below the best: %o', async (more, said) => {
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    answer({ state: 'done', progress: 100, result: { ...FOUND, ...more } }),
  );
  const screen = await draw(<Proposal scenario={SCENARIO} draft={{} as ScenarioDraft} />);
  await expect.element(screen.getByText(said)).toBeVisible();
});

test('a proposal says which of its projects no ceiling bounds, for they have no needs by year', async () => {
  const project = {
    name: 'Мост',
    organizationName: 'Град Ваљево',
    sector: 1,
    phase: 0,
    mark: '80.00',
    worth: '1000.00',
  };
  const candidates = ['A', 'B', 'C'].map((code) => ({
    ...project,
    code,
    needs: code === 'A' ? [{ year: 2027, source: '', amount: '1.00' }] : [],
    state: 'in' as const,
    shift: 0,
  }));
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    answer({ state: 'done', progress: 100, result: { ...FOUND, codes: ['A', 'B'] } }),
  );
  const screen = await draw(<Proposal scenario={{ ...SCENARIO, candidates }} draft={{} as ScenarioDraft} />);
  await expect
    .element(screen.getByText(/1 од њих нема потребе по годинама, па га границе не ограничавају\.$/))
    .toBeVisible();
});
