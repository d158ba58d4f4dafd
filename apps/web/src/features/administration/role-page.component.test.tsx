import { notifications } from '@mantine/notifications';
import { afterEach, expect, test, vi } from 'vitest';
import { CLAIMS as CLAIM_TEXTS } from '@pimis/domain/access/claims';
import { useSession } from '../../api/session.ts';
import { userOf } from '../../api/session-store.ts';
import { endSession } from '../../testing/end-session.ts';
import { drawBesideAway } from '../../testing/leaving.tsx';
import { keptPlaces, leaveInput } from '../../testing/left-input.ts';
import { sending } from '../../testing/sent.ts';
import { signIn } from '../../testing/sign-in.ts';
import { RolePage } from './RolePage.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  notifications.clean();
});

const ROLE = {
  id: 30,
  name: 'Уредник',
  description: 'Уређује пројекте',
  roleType: 3,
  organizationName: null,
  createdDate: '2026-11-20T10:00:00Z',
  modifiedDate: null,
  users: 0,
  claims: [],
  editable: true,
  changeRefusal: null,
  secondFactor: false,
};

const ROLE_WITH_RIGHT = { ...ROLE, claims: [{ name: 'Project_View', type: 2 }] };

/** Removes the role; its answer is still to come. */
async function removing() {
  signIn(1, ['Admin']);
  const { sent, answer } = sending(() => ROLE);
  const drawn = await drawBesideAway(RolePage, {
    route: '/administration/role/$roleId',
    address: '/administration/role/30',
  });
  await drawn.screen.getByRole('button', { name: 'Обриши' }).click();
  await drawn.screen.getByRole('dialog').getByRole('button', { name: 'Обриши' }).click();
  await expect.poll(() => sent).toHaveLength(1);
  return { ...drawn, answer };
}

test('who removes a role is taken to the list of roles, also when the question was closed meanwhile', async () => {
  const { screen, path, answer } = await removing();
  await screen.getByRole('dialog').getByRole('button', { name: 'Затвори' }).click();
  answer({});
  await expect.poll(path).toBe('/administration/role/management');
});

test('who goes elsewhere while a role is removed stays there', async () => {
  const { screen, path, goElsewhere, answer } = await removing();
  await goElsewhere();
  answer({});
  await expect.element(screen.getByText('Улога је обрисана.')).toBeVisible();
  expect(path()).toBe('/projects');
});

test('a change of somebody else is told, keeps what is typed, and is saved over with the next press', async () => {
  signIn(1, ['Admin']);
  const sent: unknown[] = [];
  let role: object = ROLE_WITH_RIGHT;
  const [asked, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  vi.spyOn(window, 'fetch').mockImplementation(async (address, request) => {
    const path = typeof address === 'string' ? (address.split('?')[0] ?? '') : '';
    const answer = (payload: unknown, name: string, status: number) =>
      Response.json(
        { payload, additionalInformation: null, status: { code: status === 200 ? 0 : status, name }, errors: [] },
        { status },
      );
    if (request?.method === 'GET') {
      if (!path.endsWith('/30')) return answer([], 'Success', 200);
      if (sent.length === 1) {
        asked.resolve();
        await released.promise;
      }
      return answer(role, 'Success', 200);
    }
    sent.push(JSON.parse(request?.body as string));
    if (sent.length > 1) return answer({}, 'Success', 200);
    role = { ...role, name: 'Туђа', description: 'Туђи опис', modifiedDate: '2026-11-28T10:00:00Z' };
    return answer(null, 'RecordConflict', 409);
  });
  const { screen } = await drawBesideAway(RolePage, {
    route: '/administration/role/$roleId',
    address: '/administration/role/30',
  });
  await screen.getByRole('button', { name: 'Измени' }).click();
  const dialog = screen.getByRole('dialog');
  const [name, description] = [dialog.getByRole('textbox').first(), dialog.getByRole('textbox').nth(1)];
  await name.fill('Моја');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  // Until the saved state is known, the user is not asked to start again.
  await asked.promise;
  const told = dialog.getByRole('alert');
  await expect.element(told).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: 'Сачувај' })).toHaveAttribute('data-loading');
  released.resolve();
  await expect.element(told.getByText('Назив: сачувана је вредност „Туђа“, а у пољу је ваш унос.')).toBeVisible();
  await expect.element(told.getByText('Опис: преузета је сачувана вредност „Туђи опис“.')).toBeVisible();
  await expect.element(name).toHaveValue('Моја');
  await expect.element(description).toHaveValue('Туђи опис');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect.element(screen.getByText('Улога је измењена.')).toBeVisible();
  expect(sent).toMatchObject([
    { name: 'Моја', description: 'Уређује пројекте', modifiedDate: null },
    { name: 'Моја', description: 'Туђи опис', claims: ['Project_View'], modifiedDate: '2026-11-28T10:00:00Z' },
  ]);
});

test('a refusal for a change that cannot be read says so and keeps what is typed', async () => {
  signIn(1, ['Admin']);
  const sent: unknown[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (address, request) => {
    const path = typeof address === 'string' ? (address.split('?')[0] ?? '') : '';
    const read = request?.method === 'GET' && sent.length === 0;
    if (request?.method !== 'GET') sent.push(JSON.parse(request?.body as string));
    const [name, status] = read
      ? ['Success', 200]
      : request?.method === 'GET'
        ? ['NotFound', 404]
        : ['RecordConflict', 409];
    const payload = read ? (path.endsWith('/30') ? ROLE_WITH_RIGHT : []) : null;
    return Response.json(
      { payload, additionalInformation: null, status: { code: status === 200 ? 0 : status, name }, errors: [] },
      { status: Number(status) },
    );
  });
  const { screen } = await drawBesideAway(RolePage, {
    route: '/administration/role/$roleId',
    address: '/administration/role/30',
  });
  await screen.getByRole('button', { name: 'Измени' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('Моја');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect.element(dialog.getByRole('alert').getByText(/Отворите их поново/)).toBeVisible();
  await expect.element(dialog.getByRole('textbox').first()).toHaveValue('Моја');
});

test('a change that was being typed when the session ended goes on from what a colleague has saved since', async () => {
  signIn(1, ['Admin']);
  const sent: unknown[] = [];
  let role: object = ROLE_WITH_RIGHT;
  vi.spyOn(window, 'fetch').mockImplementation(async (address, request) => {
    const path = typeof address === 'string' ? (address.split('?')[0] ?? '') : '';
    if (request?.method !== 'GET') sent.push(JSON.parse(request?.body as string));
    const payload = request?.method === 'GET' ? (path.endsWith('/30') ? role : []) : {};
    return Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] });
  });
  // As in the frame, another user begins with a fresh screen.
  const Screen = () => <RolePage key={userOf(useSession())?.id} />;
  const { screen } = await drawBesideAway(Screen, {
    route: '/administration/role/$roleId',
    address: '/administration/role/30',
  });
  const edit = screen.getByRole('button', { name: 'Измени' });
  await edit.click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('Моја');
  await endSession();
  signIn(2, ['Admin']);
  await expect.element(dialog).not.toBeInTheDocument();
  await edit.click();
  await expect.element(dialog.getByRole('textbox').first()).toHaveValue('Уредник');
  await dialog.getByRole('button', { name: 'Затвори' }).click();
  role = { ...role, name: 'Туђа', description: 'Туђи опис', modifiedDate: '2026-11-28T10:00:00Z' };
  signIn(1, ['Admin']);
  await expect.element(screen.getByText('Туђи опис')).toBeVisible();
  await edit.click();
  await expect.element(dialog.getByText(/Враћен је унос/)).toBeVisible();
  await expect.element(dialog.getByRole('textbox').first()).toHaveValue('Моја');
  await expect.element(dialog.getByText(/сачувана је вредност „Туђа“, а у пољу је ваш унос/)).toBeVisible();
  await expect.element(dialog.getByRole('textbox').nth(1)).toHaveValue('Туђи опис');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect
    .poll(() => sent)
    .toMatchObject([{ name: 'Моја', description: 'Туђи опис', modifiedDate: '2026-11-28T10:00:00Z' }]);
});

test('of a change that is typed when the session ends only what was changed is kept, and nothing once it is accepted', async () => {
  signIn(1, ['Admin']);
  const { sent, answer } = sending((path) => (path.endsWith('/30') ? ROLE_WITH_RIGHT : []));
  const { screen } = await drawBesideAway(RolePage, {
    route: '/administration/role/$roleId',
    address: '/administration/role/30',
  });
  await screen.getByRole('button', { name: 'Измени' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('textbox').first().fill('Моја');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect.poll(() => sent).toHaveLength(1);
  await endSession();
  expect(keptPlaces()).toEqual(['role/30']);
  const kept = Object.values(localStorage).filter((text) => String(text).includes('Моја'));
  expect(kept.map((text) => JSON.parse((JSON.parse(String(text)) as { text: string }).text) as unknown)).toEqual([
    { revision: null, base: { name: 'Уредник' }, mine: { name: 'Моја' } },
  ]);
  answer({});
  await expect.element(dialog).not.toBeInTheDocument();
  expect(keptPlaces()).toEqual([]);
});

test('a change that another release has kept does not keep the dialog from opening', async () => {
  signIn(1, ['Admin']);
  sending((path) => (path.endsWith('/30') ? ROLE_WITH_RIGHT : []));
  const values = { name: 'Моја', description: '', rights: [] };
  leaveInput('role/30', { values, base: { stored: values, revision: null } });
  const { screen } = await drawBesideAway(RolePage, {
    route: '/administration/role/$roleId',
    address: '/administration/role/30',
  });
  await screen.getByRole('button', { name: 'Измени' }).click();
  await expect.element(screen.getByRole('dialog').getByRole('textbox').first()).toHaveValue('Уредник');
  expect(keptPlaces()).toEqual([]);
});

test('a found change is dropped if it is not wanted: the role is as it is saved', async () => {
  signIn(1, ['Admin']);
  sending((path) => (path.endsWith('/30') ? { ...ROLE_WITH_RIGHT, modifiedDate: '2026-11-28T10:00:00Z' } : []));
  leaveInput('role/30', { revision: null, base: { name: 'Пре' }, mine: { name: 'Моја' } });
  const { screen } = await drawBesideAway(RolePage, {
    route: '/administration/role/$roleId',
    address: '/administration/role/30',
  });
  await screen.getByRole('button', { name: 'Измени' }).click();
  const dialog = screen.getByRole('dialog');
  await expect.element(dialog.getByRole('textbox').first()).toHaveValue('Моја');
  await expect.element(dialog.getByText(/сачувана је вредност „Уредник“/)).toBeVisible();
  await dialog.getByRole('button', { name: 'Одбаци унос' }).click();
  await expect.element(dialog.getByRole('textbox').first()).toHaveValue('Уредник');
  await expect.element(dialog.getByRole('alert')).not.toBeInTheDocument();
});

/** Opens the dialog that changes the role. Changes get `refusal`, later reads of the role get `read`. */
async function refusedChange(role: object, refusal: string, read: () => object | null) {
  signIn(1, ['Admin']);
  const sent: unknown[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (address, request) => {
    const path = typeof address === 'string' ? (address.split('?')[0] ?? '') : '';
    const answer = (payload: unknown, name = 'Success', status = 200) =>
      Response.json(
        { payload, additionalInformation: null, status: { code: status === 200 ? 0 : status, name }, errors: [] },
        { status },
      );
    if (request?.method !== 'GET') {
      sent.push(request?.body);
      return answer(null, refusal, refusal === 'NotFound' ? 404 : 409);
    }
    if (path.endsWith('/claims')) return answer(CLAIMS);
    if (!path.endsWith('/30')) return answer([]);
    const found = sent.length === 0 ? role : read();
    return found === null ? answer(null, 'NotFound', 404) : answer(found);
  });
  const drawn = await drawBesideAway(RolePage, {
    route: '/administration/role/$roleId',
    address: '/administration/role/30',
  });
  return { ...drawn, dialog: drawn.screen.getByRole('dialog') };
}

const CLAIMS = ['Project_View', 'Project_Manage', 'Role_View', 'Role_Manage'].map((name) => ({ name, type: 2 }));

test('of rights that both have changed, each is told from whom it is', async () => {
  const theirs = { ...ROLE, claims: [CLAIMS[0], CLAIMS[1]], modifiedDate: '2026-11-28T10:00:00Z' };
  const role = { ...ROLE, claims: [CLAIMS[0], CLAIMS[2]] };
  const { screen, dialog } = await refusedChange(role, 'RecordConflict', () => theirs);
  await screen.getByRole('button', { name: 'Измени' }).click();
  const word = (claim: keyof typeof CLAIM_TEXTS) => CLAIM_TEXTS[claim].description.sr;
  await dialog.getByRole('checkbox', { name: word('Role_Manage') }).click();
  await dialog.getByRole('checkbox', { name: word('Project_View') }).click();
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  const told = dialog.getByRole('alert').getByRole('listitem');
  await expect.element(told.first()).toBeVisible();
  expect(told.elements().map(({ textContent }) => textContent)).toEqual([
    `Овлашћења: други корисник је додао: ${word('Project_Manage')}.`,
    `Овлашћења: други корисник је уклонио: ${word('Role_View')}.`,
    `Овлашћења: ви додајете: ${word('Role_Manage')}.`,
    `Овлашћења: ви уклањате: ${word('Project_View')}.`,
  ]);
});

test('a long saved value is told by its first words, and is there as a whole', async () => {
  const description = `${'Уређује пројекте свих органа. '.repeat(12)}Крај`;
  const theirs = { ...ROLE_WITH_RIGHT, description, modifiedDate: '2026-11-28T10:00:00Z' };
  const { screen, dialog } = await refusedChange(ROLE_WITH_RIGHT, 'RecordConflict', () => theirs);
  await screen.getByRole('button', { name: 'Измени' }).click();
  await dialog.getByRole('textbox').first().fill('Моја');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  const whole = dialog.getByRole('alert').getByText(description);
  await expect.element(dialog.getByText(/^Опис: преузета је сачувана вредност „Уређује .{100,160}…“\./)).toBeVisible();
  await expect.element(whole).not.toBeVisible();
  await dialog.getByText('Цео текст').click();
  await expect.element(whole).toBeVisible();
});

test('who changes a role that was removed meanwhile is told so, keeps what is typed, and then sees that it is gone', async () => {
  const { screen, dialog } = await refusedChange(ROLE_WITH_RIGHT, 'NotFound', () => null);
  await screen.getByRole('button', { name: 'Измени' }).click();
  const name = dialog.getByRole('textbox').first();
  await name.fill('Моја');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect.element(dialog.getByRole('alert').getByText(/у међувремену обрисан/)).toBeVisible();
  await expect.element(name).toHaveValue('Моја');
  await expect.element(dialog.getByRole('button', { name: 'Сачувај' })).toBeDisabled();
  expect(screen.getByText('Тражени податак не постоји.').elements()).toEqual([]);
  await dialog.getByRole('button', { name: 'Одустани' }).click();
  await expect.element(screen.getByText('Тражени податак не постоји.')).toBeVisible();
  expect(screen.getByText('Уређује пројекте').elements()).toEqual([]);
});

test('who removes a role that was removed meanwhile is told so, and taken to the list', async () => {
  const { screen, dialog, path } = await refusedChange(ROLE, 'NotFound', () => null);
  await screen.getByRole('button', { name: 'Обриши' }).click();
  await dialog.getByRole('button', { name: 'Обриши' }).click();
  await expect.element(screen.getByText('Запис је у међувремену већ обрисан.')).toBeVisible();
  expect(path()).toBe('/administration/role/management');
});

test('a role is changed and removed by whom the server lets, and by nobody else, who is told why', async () => {
  for (const editable of [true, false]) {
    const role = { ...ROLE, roleType: 1, editable, changeRefusal: editable ? null : 'SystemRoleUpdate' };
    const { screen } = await refusedChange(role, 'Forbidden', () => role);
    await expect.element(screen.getByRole('heading', { name: 'Уредник' })).toBeVisible();
    for (const name of ['Измени', 'Обриши']) {
      expect(screen.getByRole('button', { name }).elements()).toHaveLength(editable ? 1 : 0);
    }
    expect(screen.getByText(/системска улога/i).elements()).toHaveLength(editable ? 0 : 1);
    await screen.unmount();
  }
});
