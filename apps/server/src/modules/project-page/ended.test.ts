import { describe, expect, it } from 'vitest';
import type { StatusName } from '@pimis/contract/errors';
import { act, createProject, currentForm, lockedIdea, mergeProjects, submit, upload } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

const setStatus = (code: string, status: number) =>
  server.call('admin', 'PATCH', `projects/${code}`, { status, comment: 'Одустали смо.' });
/** How a project ends, and the reason that is given afterwards. */
const ENDS: Record<
  'finished' | 'archived' | 'merged',
  { reason: StatusName; end: (code: string) => Promise<unknown> }
> = {
  finished: { reason: 'ProjectFinished', end: (code) => setStatus(code, 1) },
  archived: {
    reason: 'ProjectArchived',
    end: async (code) => {
      await setStatus(code, 1);
      await setStatus(code, 2);
    },
  },
  merged: {
    reason: 'ProjectMerged',
    end: async (code) => mergeProjects(server, await createProject(server, 'local.user'), code),
  },
};

describe.each(Object.entries(ENDS))('a project that is %s', (_, { reason, end }) => {
  it('says so to who acts on it, beside the name of the specification', async () => {
    const { code, formId } = await lockedIdea(server);
    const open = await createProject(server, 'local.user');
    await end(code);
    const { form } = await currentForm(server, 'admin', code);
    const answers = {
      step: await act(server, 'local.user', code, 1),
      status: await setStatus(code, 0),
      merge: await mergeProjects(server, open, code),
      save: await submit(server, 'local.user', code, formId, 1, {}),
      lock: await submit(server, 'local.user', code, formId, 2, {}),
      unlock: await submit(server, 'local.user', code, formId, 3),
      upload: await upload(server, 'local.user', code, 'plan.txt'),
      observers: await server.call('local.user', 'PUT', `projects/${code}/organizations`, { add: ['50101'] }),
      appropriations: await server.call('local.user', 'PUT', `projects/${code}/appropriations`, { add: [1] }),
      evaluator: await server.call('admin', 'PUT', `projects/${code}/forms/${form.id}/evaluator`, {
        organizationId: '50101',
      }),
    };
    expect(Object.entries(answers).map(([name, { status, errors }]) => [name, status.name, errors])).toEqual(
      Object.keys(answers).map((name) => [
        name,
        ['step', 'status', 'merge'].includes(name) ? 'InvalidProjectAction' : 'ForbiddenProjectChange',
        [reason],
      ]),
    );
  });
});

it('a project that goes on is refused without such a reason', async () => {
  const code = await createProject(server, 'local.user');
  const answer = await act(server, 'local.user', code, 4);
  expect([answer.status.name, answer.errors]).toEqual(['InvalidProjectAction', []]);
});
