import { describe, expect, it } from 'vitest';
import type { StatusName } from '@pimis/contract/errors';
import type { Remark } from '@pimis/contract/remarks';
import { act, createProject, lockedIdea, mergeProjects, submit, upload } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

const setStatus = (code: string, status: number) =>
  server.call('admin', 'PATCH', `projects/${code}`, { status, comment: 'Одустали смо.' });
/** The ways in which a project ends, and the reason with which later changes are refused. */
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

const REVISION = { description: 'Опис', comment: 'Измена.' };
const REMARK = { place: 'basic.projectName', text: 'Образложите потребу.' };

/** An idea that was sent, with a document of two revisions and a draft of a remark. */
async function sentIdea() {
  const { code, formId } = await lockedIdea(server);
  const document = (await upload(server, 'local.user', code, 'plan.txt')).payload?.[0];
  await upload(server, 'local.user', code, 'plan.txt', REVISION, 'друго', document?.id);
  await act(server, 'local.user', code, 1);
  const remarks = `projects/${code}/forms/${formId}/remarks`;
  const remark = await server.call<Remark>('local.admin', 'POST', remarks, REMARK);
  return { code, formId, remarks, remarkId: remark.payload?.id, document };
}

/** Makes every call that changes a project, and returns the answers. */
async function tryAll({ code, formId, remarks, remarkId, document }: Awaited<ReturnType<typeof sentIdea>>) {
  const own = (method: 'PUT' | 'POST' | 'DELETE', path: string, body?: object) =>
    server.call('local.user', method, `projects/${code}/${path}`, body);
  const revision = `documents/${document?.id}/revisions/${document?.revisionId}`;
  const form = (action: number, values?: object) => submit(server, 'local.user', code, formId, action, values);
  return {
    step: await act(server, 'local.admin', code, 1),
    status: await setStatus(code, 0),
    merge: await mergeProjects(server, await createProject(server, 'local.user'), code),
    save: await form(1, {}),
    lock: await form(2, {}),
    unlock: await form(3),
    mark: await form(4, {}),
    'end of marks': await form(5),
    'marks opened again': await form(6),
    import: await own('POST', `forms/${formId}/import`, { basic: { problem: 'Увезено.' } }),
    remark: await server.call('local.admin', 'POST', remarks, REMARK),
    'change of a remark': await server.call('local.admin', 'PUT', `${remarks}/${remarkId}`, { text: 'Друго.' }),
    answer: await server.call('local.user', 'PUT', `${remarks}/${remarkId}/answer`, {
      answer: null,
      done: true,
      answeredDate: null,
    }),
    upload: await upload(server, 'local.user', code, 'plan.txt'),
    revision: await upload(server, 'local.user', code, 'plan.txt', REVISION, 'треће', document?.id),
    'sign-in for a link': await own('PUT', `documents/${document?.id}/revisions/1/security/false`),
    link: await own('PUT', `${revision}/link`, { expiresOn: null }),
    'end of a link': await own('DELETE', `${revision}/link`),
    'deleted revision': await own('DELETE', revision),
    'deleted document': await own('DELETE', `documents/${document?.id}`),
    observers: await own('PUT', 'organizations', { add: ['50101'] }),
    appropriations: await own('PUT', 'appropriations', { add: [1] }),
    evaluator: await server.call('admin', 'PUT', `projects/${code}/forms/${formId}/evaluator`, {
      organizationId: '50101',
    }),
  };
}

describe.each(Object.entries(ENDS))('a project that is %s', (_, { reason, end }) => {
  it('refuses every change with the reason and the name of the specification', async () => {
    const idea = await sentIdea();
    await end(idea.code);
    const answers = await tryAll(idea);
    expect(Object.entries(answers).map(([name, { status, errors }]) => [name, status.name, errors])).toEqual(
      Object.keys(answers).map((name) => [
        name,
        ['step', 'status', 'merge'].includes(name) ? 'InvalidProjectAction' : 'ForbiddenProjectChange',
        [reason],
      ]),
    );
  });
});

it('changes of a pending project are refused without such a reason', async () => {
  const code = await createProject(server, 'local.user');
  const answer = await act(server, 'local.user', code, 4);
  expect([answer.status.name, answer.errors]).toEqual(['InvalidProjectAction', []]);
});
