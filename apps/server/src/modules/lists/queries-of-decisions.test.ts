import { describe, expect, it } from 'vitest';
import type { ProjectList } from '@pimis/contract/lists';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { queriesOf } from '../../testing/query-recorder.ts';
import { createProject } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

/** Creates ideas that wait for their list, without taking the steps before, which other tests take. */
async function waitingIdeas(count: number): Promise<string[]> {
  const codes: string[] = [];
  while (codes.length < count) codes.push(await createProject(server, 'local.user'));
  const status = PHASE_STATUS.ideaList;
  const { db } = server.context;
  const ideas = db.selectFrom('projects').select('id').where('code', 'in', codes);
  await db.updateTable('project_phases').set({ status }).where('project_id', 'in', ideas).execute();
  await db.updateTable('projects').set({ phase_status: status }).where('code', 'in', codes).execute();
  return codes;
}

/** How many queries reading a list of this many projects makes, and one decision for all of them. */
async function queriesFor(
  count: number,
  decision: Record<string, unknown>,
): Promise<{ list: number; decided: number }> {
  const projectCodes = await waitingIdeas(count);
  await server.token('reviewer');
  const list = await queriesOf(() => server.call('reviewer', 'POST', 'projects/lists/3'));
  const lists = await server.call<ProjectList[]>('reviewer', 'GET', 'projects/lists/3');
  const [newest] = lists.payload ?? [];
  expect(newest?.projects).toBe(count);
  const decided = await queriesOf(async () => {
    const answer = await server.call('reviewer', 'PUT', `projects/lists/3/${newest?.name}/decisions`, {
      projectCodes,
      date: '2026-04-02',
      ...decision,
    });
    expect(answer.payload).toEqual({ decided: count });
  });
  return { list: list.length, decided: decided.length };
}

describe('for many', () => {
  it.each([
    ['a yes, which opens the next phase', { action: 1 }],
    ['a no', { action: 2, comment: 'Није.' }],
    ['an end', { action: 3, comment: 'Није.' }],
    ['a postponement', { action: 4, comment: 'Није.', postponedDate: '2026-06-01' }],
  ])('a list and %s ask as much as for two', async (_, decision) => {
    server.setNow(new Date('2026-04-02T09:00:00Z'));
    const two = await queriesFor(2, decision);
    const seven = await queriesFor(7, decision);

    expect(seven).toEqual(two);
  });
});
