import { expect, it } from 'vitest';
import type { ProjectDocument } from '@pimis/contract/documents';
import type { ProjectForm } from '@pimis/contract/forms';
import type { Phase } from '@pimis/contract/project-phases';
import type { Project } from '@pimis/contract/projects';
import type { ListedProject } from '@pimis/contract/project-rows';
import { createProject, currentForm, lockedIdea, upload } from './testing/projects.ts';
import { useServer } from './testing/server.ts';

/** Parts of answers that our screens do not need and clients of the specification read. */
const server = useServer();

it('a lookup of budget users asks for so many', async () => {
  const found = async (query: string) => {
    const answer = await server.call<unknown[]>(null, 'GET', `registry/budget-users?filter[name]=град&${query}`);
    return [answer.httpStatus, answer.payload?.length];
  };
  expect(await found('limit=5')).toEqual([200, 5]);
  expect(await found('limit=0')).toEqual([422, undefined]);
});

it('projects are filtered by the stage that their rows show', async () => {
  const code = await createProject(server, 'local.user', { name: 'Пројекат у припреми' });
  const rows = async (stage: string) =>
    server.call<ListedProject[]>('local.user', 'GET', `projects/paged?filter[code]=${code}&filter[stage]=${stage}`);
  const [row] = (await rows('preparation')).payload ?? [];
  expect([row?.code, row?.stage]).toEqual([code, 'preparation']);
  expect((await rows('1')).payload).toHaveLength(1);
  for (const other of ['realization', 'finished', '2']) expect((await rows(other)).payload).toEqual([]);
  expect((await rows('nothing')).fieldErrors).toEqual([{ field: 'filter[stage]', code: 'InvalidField' }]);
});

it('a project, its form and the forms of its phases carry what the specification lists', async () => {
  const { code, formId } = await lockedIdea(server);
  const project = (await server.call<Project>('local.user', 'GET', `projects/${code}`)).payload;
  expect(project?.isConclusionReportDocumentDelayed).toBe(project?.isConclusionReportDelayed);
  const form = (await server.call<ProjectForm>('local.user', 'GET', `projects/${code}/forms/${formId}`)).payload;
  expect(form?.projectForm).toEqual({
    id: formId,
    code: 'ideja',
    name: form?.name,
    status: 2,
    projectMigrated: false,
  });
  expect(form?.projectFormInput).toEqual({ id: formId, status: 2, inputJson: form?.inputJson, markJson: null });
  const forms = async (query: string) => {
    const { payload } = await server.call<Phase[]>('local.user', 'GET', `projects/${code}/phases${query}`);
    return payload?.flatMap((phase) => phase.forms.map(({ data }) => data));
  };
  expect(await forms('')).toEqual([form?.data]);
  expect(await forms('?noData=true')).toEqual([null]);
});

it('a document of a list carries its revisions, newest first, without those that were deleted', async () => {
  const code = await createProject(server, 'local.user', { name: 'Пројекат са документом' });
  const made = (await upload(server, 'local.user', code, 'prvi.txt')).payload?.[0];
  const shown = async () =>
    (await server.call<ProjectDocument[]>('local.user', 'GET', `projects/${code}/documents`)).payload?.[0];
  const fields = { description: 'Опис', comment: 'Исправка' };
  await upload(server, 'local.user', code, 'drugi.txt', fields, 'други садржај', made?.id);
  const document = await shown();
  expect(document?.revisions.map(({ revision, extension }) => [revision, extension])).toEqual([
    [2, 'txt'],
    [1, 'txt'],
  ]);
  const [newest] = document?.revisions ?? [];
  expect(newest).toMatchObject({ id: document?.revisionId, size: document?.size, secureLink: true });
  const address = `projects/${code}/documents/${document?.id}/revisions/${newest?.id}`;
  expect((await server.call('local.user', 'DELETE', address)).httpStatus).toBe(200);
  expect((await shown())?.revisions.map(({ revision }) => revision)).toEqual([1]);
});

it('a user who may not mark a form is answered that the right is missing', async () => {
  const { code } = await lockedIdea(server);
  const { id } = await currentForm(server, 'admin', code);
  const answer = await server.call('local.user', 'POST', 'projects/form-input', {
    projectCode: code,
    id,
    action: 4,
    json: { '1.mark': 5 },
  });
  expect([answer.status.name, answer.errors]).toEqual(['InvalidProjectFormEvaluator', ['InvalidUserPermission']]);
});
