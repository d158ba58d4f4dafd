import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Proposal } from '@pimis/contract/portfolio/scenarios';
import type { OperationState } from '@pimis/contract/registries';
import { jobHandlers } from '../../job-handlers.ts';
import { BUDGET, ideasAroundList, OWN } from '../../testing/ideas-with-needs.ts';
import type { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { scenarioCalls, scenarioInput } from '../../testing/scenario-calls.ts';
import { useServer } from '../../testing/server.ts';
import { proposalOf } from './proposal-search.ts';
import { proposalWork } from './proposals.ts';
import { solverCount } from './solver/solver.ts';

const server = useServer();
const { make, read, save } = scenarioCalls(server);
let waiting: ProjectDriver[];

beforeAll(async () => {
  server.setNow(new Date('2026-04-02T09:00:00Z'));
  ({ waiting } = await ideasAroundList(server));
});

const ask = (id: number, revision: number, goal = 'worth') =>
  server.call<{ operationLocation: string }>('reviewer', 'POST', `portfolio/scenarios/${id}/proposals`, {
    revision,
    goal,
  });
const idOf = (location: string | undefined) => location?.split('/').at(-1) ?? '';
const state = async (operation: string) =>
  (await server.call<OperationState>('reviewer', 'GET', `operations/${operation}`)).payload;

it('a proposal is the most valuable choice within the ceilings, and explains why others do not fit', async () => {
  const id = await make({ name: 'Предлог', listType: 3 });
  const before = scenarioInput(await read(id));
  // Approved projects take 300 of the budget of 2027: 475 are left for 300, 225 and 150.
  await save(id, { ...before, ceilings: [{ year: 2027, source: BUDGET, amount: '775000000' }] });
  const queued = await ask(id, 2);
  expect(queued.httpStatus).toBe(202);
  expect((await ask(id, 2)).status.name).toBe('ProposalRunning');
  expect((await ask(id, 1)).status.name).toBe('ScenarioConflict');
  const operation = idOf(queued.payload?.operationLocation);
  // A reopened page finds the running proposal.
  expect((await read(id)).proposal).toBe(operation);
  await jobHandlers(server.context).runOperation({ id: operation });
  const done = await state(operation);
  const proposal = done?.result as Proposal;
  expect(done?.state).toBe('done');
  expect(proposal).toMatchObject({ state: 'found', proven: true, value: '1100000000.00', bound: '1100000000.00' });
  const [first, second, third] = waiting.map(({ code }) => code);
  expect(new Set(proposal.codes)).toEqual(new Set([first, third]));
  expect(proposal.leftOut).toEqual([
    {
      code: second,
      lacks: [{ year: 2027, source: BUDGET, amount: '200000000.00' }],
      outweighedBy: [first],
    },
  ]);
  expect(solverCount()).toBe(0);
  // The proposal does not change the scenario, and contains its revision.
  const shown = await read(id);
  expect([shown.revision, shown.proposal]).toEqual([2, operation]);
  await save(id, scenarioInput(shown));
  expect((await read(id)).proposal).toBeUndefined();
});

it('a proposal is not made if the scenario was changed meanwhile, or its user has lost the right', async () => {
  const id = await make({ name: 'Касно', listType: 3 });
  const { rows } = await sql<{ userId: number; sessionId: string }>`
    select sessions.user_id as "userId", sessions.id as "sessionId" from sessions
    join users on users.id = sessions.user_id where users.login in ('reviewer', 'local.user')
    order by users.login = 'reviewer' desc`.execute(server.context.db);
  const [own, other] = [rows[0], rows.at(-1)];
  if (!own || !other) throw new Error('No session');
  const work = proposalWork(server.context);
  const run = (queued: Parameters<typeof work.run>[0]) =>
    work.run(
      queued,
      () => Promise.resolve(),
      () => Promise.resolve(),
    );
  const input = { scenarioId: id, goal: 'marks', revision: 1 } as const;
  await expect(run({ ...input, ...own, revision: 2 })).rejects.toMatchObject({
    status: 'ScenarioConflict',
  });
  await sql`update scenarios set shared = true where id = ${id}`.execute(server.context.db);
  await expect(run({ ...input, ...other })).rejects.toMatchObject({ status: 'Forbidden' });
});

it('a proposal that exceeds a ceiling is never returned', () => {
  const needs = [{ row: 0, amount: 6n }];
  const items = ['A', 'B'].map((code) => ({ code, value: 1n, needs }));
  const problem = { items, rows: [{ year: 2027, source: OWN, room: 10n }], must: [], short: [], fixedValue: 0n };
  const told = (taken: number[]) =>
    proposalOf(problem, { revision: 1, goal: 'marks' }, { taken, value: 1n, bound: 1n, proven: false }, false);
  expect(told([1]).codes).toEqual(['B']);
  expect(() => told([0, 1])).toThrow('breaks a ceiling');
});

it('a proposal shows the ceilings that must-have projects alone exceed', async () => {
  const id = await make({ name: 'Обавезни', listType: 3 });
  const made = scenarioInput(await read(id));
  await save(id, {
    ...made,
    choices: made.choices.map((choice) => ({ ...choice, state: 'must' })),
    ceilings: [{ year: 2028, source: OWN, amount: '100000000' }],
  });
  const operation = idOf((await ask(id, 2)).payload?.operationLocation);
  await jobHandlers(server.context).runOperation({ id: operation });
  expect((await state(operation))?.result).toMatchObject({
    state: 'short',
    short: [{ year: 2028, source: OWN, amount: '100000000.00' }],
  });
});

it('a proposal can be cancelled while it waits or runs, and of fifty concurrent requests one is accepted', async () => {
  const id = await make({ name: 'Прекид', listType: 3 });
  const proposals = await Promise.all(Array.from({ length: 50 }, () => ask(id, 1, 'marks')));
  const [taken, ...more] = proposals.filter(({ httpStatus }) => httpStatus === 202);
  expect(more).toEqual([]);
  const operation = idOf(taken?.payload?.operationLocation);
  const cancelled = await server.call<OperationState>('reviewer', 'DELETE', `operations/${operation}`);
  expect(cancelled.payload?.outcome).toBe('cancelled');
  await jobHandlers(server.context).runOperation({ id: operation });
  expect(await state(operation)).toMatchObject({ outcome: 'cancelled', result: null });
});
