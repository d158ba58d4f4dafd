import { useQuery } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import { dashboardQuery } from '../../api/common.ts';
import { useSession } from '../../api/session.ts';
import { userOf } from '../../api/session-store.ts';
import { endSession } from '../../testing/end-session.ts';
import { draw } from '../../testing/form.tsx';
import { askedNoMore, Away, drawBesideAway, leave, leaveAsked } from '../../testing/leaving.tsx';
import { keptPlaces } from '../../testing/left-input.ts';
import { pasteOver } from '../../testing/paste.ts';
import { isSent } from '../../testing/sent.ts';
import { signIn } from '../../testing/sign-in.ts';
import { CreatePage } from './CreatePage.tsx';

afterEach(() => vi.restoreAllMocks());

/** The server's answer to a new project. */
function opened(): Response {
  const status = { code: 0, name: 'Success' };
  return Response.json({ payload: { code: 'IZGRADNJA-MOSTA' }, additionalInformation: null, status, errors: [] });
}

const freeCode = (code: string): Response =>
  Response.json({
    payload: { code },
    additionalInformation: null,
    status: { code: 0, name: 'Success' },
    errors: [],
  });

test('the proposed code is free, and said to be for good', async () => {
  signIn(1, ['Project_Manage']);
  const asked: string[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (address) => {
    asked.push(typeof address === 'string' ? address : '');
    return freeCode('VRTIC-PCELICA-2');
  });
  const { screen } = await drawBesideAway(CreatePage);
  await userEvent.fill(screen.getByRole('textbox', { name: 'Назив пројекта' }), 'Реконструкција дечјег вртића Пчелица');
  const code = screen.getByRole('textbox', { name: 'Радни назив' });
  await expect.element(code).toHaveValue('VRTIC-PCELICA-2');
  await expect.element(code).toHaveAccessibleDescription(/изменити сада, касније не/);
  expect(asked).toContain('/api/project-codes/free?code=VRTIC-PCELICA');
  // Another one that is typed stays.
  await userEvent.fill(code, 'PCELICA');
  await expect.element(code).toHaveValue('PCELICA');
});

test('a project is opened once, and its name is not changed while it is: the change would be lost', async () => {
  signIn(1, ['Project_Manage', 'Form_ImportantManage']);
  const answer = Promise.withResolvers<Response>();
  const asked = vi.fn();
  vi.spyOn(window, 'fetch').mockImplementation(async (_url, request) => {
    if (request?.method !== 'POST') return freeCode('MOST');
    asked();
    return answer.promise;
  });
  const screen = await draw(
    <>
      <Away />
      <CreatePage />
    </>,
  );
  const name = screen.getByRole('textbox', { name: 'Назив пројекта' });
  await userEvent.fill(name, 'Изградња моста');
  await screen.getByRole('button', { name: 'Отвори пројекат' }).dblClick();
  await expect.poll(() => isSent(name)).toBe(true);
  expect(asked).toHaveBeenCalledOnce();
  await leaveAsked();
  answer.resolve(opened());
  await askedNoMore();
});

/** The count of the menu. */
const Waiting = () => <output aria-label="Чека на вас">{useQuery(dashboardQuery).data?.counts.waitingProjects}</output>;

test('a project that is opened is counted in the menu at once', async () => {
  signIn(1, ['Project_Manage', 'Form_ImportantManage']);
  let waiting = 3;
  vi.spyOn(window, 'fetch').mockImplementation(async (address, request) => {
    if (typeof address === 'string' && address.includes('project-codes')) return freeCode('MOST');
    if (request?.method === 'POST') {
      waiting += 1;
      return opened();
    }
    const counts = { tasks: waiting, waitingProjects: waiting };
    const status = { code: 0, name: 'Success' };
    return Response.json({ payload: { counts }, additionalInformation: null, status, errors: [] });
  });
  const { screen } = await drawBesideAway(() => (
    <>
      <Waiting />
      <CreatePage />
    </>
  ));
  const count = screen.getByRole('status', { name: 'Чека на вас' });
  await expect.element(count).toHaveTextContent('3');
  await userEvent.fill(screen.getByRole('textbox', { name: 'Назив пројекта' }), 'Изградња моста');
  await screen.getByRole('button', { name: 'Отвори пројекат' }).click();
  await expect.element(count).toHaveTextContent('4');
});

test('who goes elsewhere while a project is opened stays there', async () => {
  signIn(1, ['Project_Manage', 'Form_ImportantManage']);
  const answer = Promise.withResolvers<Response>();
  vi.spyOn(window, 'fetch').mockImplementation(async (_url, request) =>
    request?.method === 'POST' ? answer.promise : freeCode('MOST'),
  );
  const { screen, path } = await drawBesideAway(CreatePage);
  const name = screen.getByRole('textbox', { name: 'Назив пројекта' });
  await userEvent.fill(name, 'Изградња моста');
  await screen.getByRole('button', { name: 'Отвори пројекат' }).click();
  await expect.poll(() => isSent(name)).toBe(true);
  await leaveAsked();
  await leave();
  await expect.poll(path).toBe('/projects');
  answer.resolve(opened());
  await expect.poll(() => isSent(name)).toBe(false);
  expect(path()).toBe('/projects');
});

test('a project of special importance is opened by who may: for whom it is the only kind, it is chosen', async () => {
  for (const [claims, states] of [
    [['Project_Manage'], []],
    [['Project_Manage', 'Form_ImportantManage'], [{ checked: false, disabled: false }]],
    [['Form_ImportantManage'], [{ checked: true, disabled: true }]],
  ] as const) {
    signIn(1, claims);
    const { screen } = await drawBesideAway(CreatePage);
    await expect.element(screen.getByRole('textbox', { name: 'Назив пројекта' })).toBeVisible();
    const boxes = screen.getByRole('checkbox', { name: 'Пројекат од посебног значаја' }).elements();
    expect(boxes).toMatchObject(states);
    await screen.unmount();
  }
});

test('a new project that is being typed when the session ends is there again for its author, and for nobody else', async () => {
  const claims = ['Project_Manage', 'Form_ImportantManage'] as const;
  signIn(1, claims);
  // As in the frame, another user begins with a fresh screen.
  const Screen = () => <CreatePage key={userOf(useSession())?.id} />;
  const { screen } = await drawBesideAway(Screen);
  const name = screen.getByRole('textbox', { name: 'Назив пројекта' });
  const code = screen.getByRole('textbox', { name: 'Радни назив' });
  const sector = screen.getByRole('combobox', { name: 'Сектор' });
  const found = screen.getByText(/Враћен је унос/);
  await userEvent.fill(name, 'Изградња моста');
  await userEvent.fill(code, 'MOST-1');
  await userEvent.selectOptions(sector, '3');
  await endSession();
  signIn(2, claims);
  await expect.element(name).toHaveValue('');
  await expect.element(code).toHaveValue('');
  await expect.element(found).not.toBeInTheDocument();
  signIn(1, claims);
  await expect.element(name).toHaveValue('Изградња моста');
  await expect.element(code).toHaveValue('MOST-1');
  await expect.element(sector).toHaveValue('3');
  await expect.element(found).toBeVisible();
});

test('a project that was opened while the session ended is not offered again', async () => {
  signIn(1, ['Project_Manage', 'Form_ImportantManage']);
  const answer = Promise.withResolvers<Response>();
  vi.spyOn(window, 'fetch').mockImplementation(async (_url, request) =>
    request?.method === 'POST' ? answer.promise : freeCode('MOST'),
  );
  const { screen, path } = await drawBesideAway(CreatePage);
  const name = screen.getByRole('textbox', { name: 'Назив пројекта' });
  await userEvent.fill(name, 'Изградња моста');
  await screen.getByRole('button', { name: 'Отвори пројекат' }).click();
  await expect.poll(() => isSent(name)).toBe(true);
  await endSession();
  expect(keptPlaces()).toEqual(['new-project']);
  answer.resolve(opened());
  await expect.poll(path).toBe('/projects/IZGRADNJA-MOSTA/details');
  await screen.unmount();
  expect(keptPlaces()).toEqual([]);
});

test('a pasted code is cleaned, and ends with a whole word', async () => {
  signIn(1, ['Project_Manage', 'Form_ImportantManage']);
  const screen = await draw(<CreatePage />);
  const code = screen.getByRole('textbox', { name: 'Радни назив' });
  await pasteOver(code, '- Реконструкција болнице, Ниш -');
  await expect.element(code).toHaveValue('Rekonstrukcija');
});
