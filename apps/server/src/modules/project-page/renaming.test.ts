import { expect, it } from 'vitest';
import type { ProjectForm } from '@pimis/contract/forms';
import type { Project } from '@pimis/contract/projects';
import { getPath, setPath } from '@pimis/domain/forms/paths';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import type { FormValues } from '@pimis/domain/forms/types';
import { ProjectDriver } from '../../testing/project-workflow-driver.ts';
import { newCode } from '../../testing/codes.ts';
import { currentForm, submit } from '../../testing/projects.ts';
import { useServer } from '../../testing/server.ts';

const server = useServer();

const rename = (life: ProjectDriver, name: string, code = life.code) =>
  server.call<Project>('local.user', 'PUT', `projects/${life.code}`, { name, code });

async function nameInForm(life: ProjectDriver): Promise<unknown> {
  const { form } = await currentForm(server, 'local.user', life.code);
  return getPath(JSON.parse(form.inputJson) as FormValues, 'basic.projectName');
}

it('a name given in the settings is written into the saved idea and survives its lock', async () => {
  const life = await ProjectDriver.start(server);
  const { form, values } = await life.values();
  setPath(values, 'basic.projectName', 'Стари назив пројекта');
  await submit(server, 'local.user', life.code, form.id, 1, values);
  expect((await rename(life, 'Нови назив пројекта')).httpStatus).toBe(200);
  expect(await nameInForm(life)).toBe('Нови назив пројекта');
  const renamed = (await currentForm(server, 'local.user', life.code)).form;
  expect([renamed.revision, renamed.validation.Errors]).toEqual([2, []]);
  const stale = await submit(server, 'local.user', life.code, form.id, 1, values, { baseRevision: 1 });
  expect(stale.status.name).toBe('FormRevisionConflict');
  const locked = await server.call('local.user', 'POST', 'projects/form-input', {
    projectCode: life.code,
    id: form.id,
    action: 2,
  });
  expect(locked.httpStatus).toBe(200);
  expect((await life.read()).name).toBe('Нови назив пројекта');
});

it('a name, but not a working name, is refused with a reason while the idea is locked', async () => {
  const life = await ProjectDriver.start(server);
  const id = await life.fill();
  const before = (await life.read()).name;
  const refused = await rename(life, 'Нови назив пројекта');
  expect([refused.httpStatus, refused.status.name]).toEqual([409, 'RenamedProjectFormLocked']);
  expect([(await life.read()).name, await nameInForm(life)]).toEqual([before, before]);
  expect((await rename(life, before)).httpStatus).toBe(200);
  await server.call('local.user', 'POST', 'projects/form-input', { projectCode: life.code, id, action: 3 });
  expect((await rename(life, 'Нови назив пројекта')).httpStatus).toBe(200);
});

it('a name is refused for a project that has ended, with the reason if it is archived', async () => {
  const life = await ProjectDriver.start(server);
  const setStatus = (status: number) =>
    server.context.db.updateTable('projects').set({ status }).where('code', '=', life.code).execute();
  const refusals: string[] = [];
  for (const status of [PROJECT_STATUS.archived, PROJECT_STATUS.finished]) {
    await setStatus(status);
    refusals.push((await rename(life, 'Нови назив пројекта')).status.name);
  }
  expect(refusals).toEqual(['ProjectArchived', 'ForbiddenProjectChange']);
  await setStatus(PROJECT_STATUS.pending);
});

it('a form that was never saved begins with the new name', async () => {
  const life = await ProjectDriver.start(server);
  expect((await rename(life, 'Нови назив пројекта')).httpStatus).toBe(200);
  const { form } = await currentForm(server, 'local.user', life.code);
  expect([form.revision, (form as ProjectForm & { defaults: FormValues }).defaults]).toMatchObject([
    0,
    { basic: { projectName: 'Нови назив пројекта' } },
  ]);
});

it('a name of rare characters that no index can hold is refused, and no project is created with it', async () => {
  // Characters of four bytes, nine when folded; all differ, so that compression saves nothing.
  const signs = (first: number, all: number, many: number) =>
    Array.from({ length: many }, (_, index) => String.fromCodePoint(first + ((index * 7919) % all))).join('');
  const name = signs(0x20000, 40_000, 384) + signs(0xac00, 11_000, 128);
  const code = newCode();
  const more = { type: 3, sector: 5, important: false };
  const answer = await server.call('local.user', 'POST', 'projects', { code, name, ...more });
  expect([answer.httpStatus, answer.status.name]).toEqual([422, 'ValidationError']);
  expect((await server.call('local.user', 'GET', `projects/${code}`)).httpStatus).toBe(404);
});
