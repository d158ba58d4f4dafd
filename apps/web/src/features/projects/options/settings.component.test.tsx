import { createMemoryHistory, createRootRoute, createRouter, RouterProvider } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { Project } from '@pimis/contract/projects';
import { PROJECT_STATUS } from '@pimis/domain/constants';
import { PHASE } from '@pimis/domain/workflow/phases';
import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { draw } from '../../../testing/form.tsx';
import { Away, leave, leaveAsked, stay } from '../../../testing/leaving.tsx';
import { isSent } from '../../../testing/sent.ts';
import { signIn } from '../../../testing/sign-in.ts';
import { Settings } from './Settings.tsx';

const PROJECT = {
  code: 'PROBA',
  name: 'Пречишћавање вода',
  type: 3,
  important: false,
  projectMigrated: false,
  status: PROJECT_STATUS.pending,
  phase: PHASE.idea,
  phaseStatus: PHASE_STATUS.entry,
  rights: { settings: true },
} as unknown as Project;

let move: (change: Partial<Project>) => void;
/** Lets the server answer what was sent. */
let answer: () => void;
/** The project that it answers with. */
let answered = PROJECT;
/** Its answer: none if the name is taken or was changed meanwhile. */
let status: { code: number; name: string };
let sent: unknown[];

function Page() {
  const [project, setProject] = useState(PROJECT);
  useEffect(() => {
    move = (change) => setProject((before) => ({ ...before, ...change }));
  }, []);
  return (
    <>
      <Away />
      <Settings project={project} />
    </>
  );
}

async function drawSettings() {
  const screen = await draw(<Page />);
  return {
    screen,
    name: screen.getByRole('textbox', { name: 'Назив пројекта' }),
    code: screen.getByRole('textbox', { name: 'Радни назив' }),
    save: screen.getByRole('button', { name: 'Сачувај' }),
  };
}

beforeEach(() => {
  sent = [];
  answered = PROJECT;
  status = { code: 0, name: 'Success' };
  signIn();
  vi.spyOn(window, 'fetch').mockImplementation(async (_, request) => {
    if (typeof request?.body === 'string') sent.push(JSON.parse(request.body));
    await new Promise<void>((resolve) => (answer = resolve));
    return Response.json({
      payload: answered,
      additionalInformation: null,
      status,
      errors: [],
    });
  });
});
afterEach(() => vi.restoreAllMocks());

test('what a colleague has changed is shown, and not replaced by what was typed before it', async () => {
  const { name, code, save } = await drawSettings();
  await userEvent.fill(code, 'VODE');
  move({ name: 'Пречишћавање отпадних вода' });
  await expect.element(name).toHaveValue('Пречишћавање отпадних вода');
  await expect.element(code).toHaveValue('VODE');
  await userEvent.fill(name, 'Отпадне воде');
  move({ name: 'Воде' });
  await expect.element(name).toHaveValue('Отпадне воде');
  await save.click();
  await expect
    .poll(() => sent)
    .toEqual([{ name: 'Отпадне воде', code: 'VODE', expected: { name: 'Пречишћавање отпадних вода' } }]);
});

test('the settings of a project of the archive say that it is archived', async () => {
  const { screen } = await drawSettings();
  move({ status: PROJECT_STATUS.archived, rights: { ...PROJECT.rights, settings: false } });
  await expect.element(screen.getByText(/Пројекат је архивиран/)).toBeVisible();
  await expect.element(screen.getByText(/почетној фази/)).not.toBeInTheDocument();
});

test('who may not name the project reads its names, and who may change them when', async () => {
  const { name, code, save, screen } = await drawSettings();
  await expect.element(save).toBeVisible();
  move({ rights: { ...PROJECT.rights, settings: false } });
  await expect.element(screen.getByText(/^Назив мења орган пројекта у почетној фази/)).toBeVisible();
  await expect.element(name).toHaveAttribute('readonly');
  await expect.element(code).toHaveAttribute('readonly');
  await expect.element(save).not.toBeInTheDocument();
});

test('what would not be sent any more cannot be typed while it is saved; later the fields follow the project again', async () => {
  const { name, save } = await drawSettings();
  await userEvent.fill(name, 'Отпадне воде');
  await save.click();
  await expect.poll(() => sent.length).toBe(1);
  await expect.poll(() => isSent(name)).toBe(true);
  await leaveAsked();
  await stay();
  await expect.element(name).toHaveValue('Отпадне воде');
  answer();
  await expect.poll(() => isSent(name)).toBe(false);
  move({ name: 'Воде' });
  await expect.element(name).toHaveValue('Воде');
});

test("the name that was seen stays the one to be replaced until a colleague's other one was told", async () => {
  const { name, save } = await drawSettings();
  const expectedNames = () => sent.map((body) => (body as { expected: { name: string } }).expected.name);
  await userEvent.fill(name, 'Отпадне воде');
  move({ name: 'Воде' });
  const tryWith = async (refusal: string) => {
    status = { code: 1, name: refusal };
    await save.click();
    await expect.poll(() => isSent(name)).toBe(true);
    answer();
    await expect.poll(() => isSent(name)).toBe(false);
  };
  await tryWith('ServiceError');
  await tryWith('RecordConflict');
  await tryWith('RecordConflict');
  expect(expectedNames()).toEqual(['Пречишћавање вода', 'Пречишћавање вода', 'Воде']);
});

test.each([
  ['is taken to the page under the new code', null, '/projects/VODE/options/settings'],
  ['and has gone elsewhere meanwhile stays there', '/projects', '/projects'],
  ['and has gone to its documents meanwhile stays there', '/projects/PROBA/documents', '/projects/VODE/documents'],
  ['and has gone to its first page meanwhile stays there', '/projects/PROBA', '/projects/VODE'],
  ['that its address names in small letters stays there', '/projects/proba/documents', '/projects/VODE/documents'],
  ['under an address of the archive stays there', '/projects-archived/PROBA', '/projects-archived/VODE'],
])('who changes the code of a project %s', async (_what, elsewhere, there) => {
  answered = { ...PROJECT, code: 'VODE' };
  const router = createRouter({
    routeTree: createRootRoute({ component: Page }),
    history: createMemoryHistory({ initialEntries: ['/projects/PROBA/options/settings'] }),
  });
  const screen = await draw(<RouterProvider router={router as never} />);
  const code = screen.getByRole('textbox', { name: 'Радни назив' });
  await userEvent.fill(code, 'VODE');
  await screen.getByRole('button', { name: 'Сачувај' }).click();
  await expect.poll(() => isSent(code)).toBe(true);
  if (elsewhere !== null) {
    void router.navigate({ to: elsewhere } as never);
    await leave();
    await expect.poll(() => router.state.location.pathname).toBe(elsewhere);
  }
  answer();
  await expect.poll(() => isSent(code)).toBe(false);
  expect(router.state.location.pathname).toBe(there);
});
