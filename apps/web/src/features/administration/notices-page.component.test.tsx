import { notifications } from '@mantine/notifications';
import { afterEach, expect, test, vi } from 'vitest';
import type { ListedNotice } from '@pimis/contract/notices';
import { drawBesideAway } from '../../testing/leaving.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { NoticesPage } from './NoticesPage.tsx';

afterEach(() => {
  vi.restoreAllMocks();
  notifications.clean();
});

const NOTICE: ListedNotice = {
  id: 3,
  title: 'Радови на систему',
  text: 'Систем неће радити.',
  titleEn: null,
  textEn: null,
  startDate: '2026-11-20',
  endDate: '2026-11-30',
  timeFrom: null,
  timeTo: null,
  priority: 2,
  revision: '1',
};

/** The notices as the server has them; the first change is refused because `theirs` was saved before. */
async function changeBeside(theirs: Partial<ListedNotice>) {
  signIn(1, ['Admin']);
  const sent: unknown[] = [];
  const saved = { isRead: false };
  let reads = 0;
  vi.spyOn(window, 'fetch').mockImplementation(async (address, request) => {
    const path = typeof address === 'string' ? (address.split('?')[0] ?? '') : '';
    const answer = (payload: unknown, name = 'Success', status = 200) =>
      Response.json(
        {
          payload,
          additionalInformation: { totalRows: 1 },
          status: { code: status === 200 ? 0 : status, name },
          errors: [],
        },
        { status },
      );
    if (request?.method !== 'GET') {
      sent.push(JSON.parse(request?.body as string));
      return sent.length === 1 ? answer(null, 'RecordConflict', 409) : answer({});
    }
    if (!path.endsWith('/notices/all')) return answer({ today: '2026-11-28' });
    reads += 1;
    return answer([sent.length === 0 && !saved.isRead ? NOTICE : { ...NOTICE, ...theirs }]);
  });
  const { screen } = await drawBesideAway(NoticesPage);
  await screen.getByRole('button', { name: /Измени саопштење/ }).click();
  /** The window gets the focus again, and the list is reloaded. */
  const readAnew = async () => {
    const before = reads;
    saved.isRead = true;
    window.dispatchEvent(new Event('visibilitychange'));
    await expect.poll(() => reads).toBeGreaterThan(before);
  };
  return { screen, dialog: screen.getByRole('dialog'), sent, readAnew };
}

test('a change of somebody else is told, keeps what is typed, and is saved over with the next press', async () => {
  const { screen, dialog, sent } = await changeBeside({ endDate: '2026-12-05', priority: 1, revision: '2' });
  await dialog.getByRole('textbox', { name: 'Текст', exact: true }).fill('Систем неће радити у суботу.');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  const told = dialog.getByRole('alert');
  await expect.element(told.getByText('Крај: преузета је сачувана вредност „5.12.2026.“.')).toBeVisible();
  await expect.element(told.getByText('Важност: преузета је сачувана вредност „Важно“.')).toBeVisible();
  await expect.element(dialog.getByRole('combobox', { name: 'Важност' })).toHaveValue('1');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect.element(screen.getByText('Саопштење је сачувано.')).toBeVisible();
  expect(sent).toMatchObject([
    { text: 'Систем неће радити у суботу.', endDate: '2026-11-30', priority: 2, revision: '1' },
    { text: 'Систем неће радити у суботу.', endDate: '2026-12-05', priority: 1, revision: '2' },
  ]);
});

test('an empty title and an hour that is none are named before anything is sent', async () => {
  const { dialog, sent } = await changeBeside({});
  await dialog.getByRole('textbox', { name: 'Наслов', exact: true }).fill(' ');
  await dialog.getByRole('textbox', { name: 'Време од' }).fill('25:00');
  await expect.element(dialog.getByText('Унесите време као чч:мм.')).not.toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect.element(dialog.getByText('Унесите време као чч:мм.')).toBeVisible();
  await expect.element(dialog.getByRole('textbox', { name: 'Наслов', exact: true })).toHaveAccessibleDescription(/./);
  expect(sent).toEqual([]);
});

test('a first day that somebody else moved meanwhile does not stop one that had begun: the conflict tells it', async () => {
  const { screen, dialog, sent, readAnew } = await changeBeside({
    startDate: '2026-12-01',
    endDate: '2026-12-05',
    revision: '2',
  });
  await dialog.getByRole('textbox', { name: 'Текст', exact: true }).fill('Систем неће радити у суботу.');
  await readAnew();
  await expect.element(screen.getByText(/1\.12\.2026\./).first()).toBeInTheDocument();
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect.element(dialog.getByText('Почетак: преузета је сачувана вредност „1.12.2026.“.')).toBeVisible();
  expect(sent).toMatchObject([{ startDate: '2026-11-20', revision: '1' }]);
});

/** Opens the dialog of the notice and asks to remove it there; `answer` answers the removal. */
async function removing() {
  signIn(1, ['Admin']);
  const asked: string[] = [];
  const answer = Promise.withResolvers<[name: string, status: number]>();
  vi.spyOn(window, 'fetch').mockImplementation(async (address, request) => {
    const path = typeof address === 'string' ? (address.split('?')[0] ?? '') : '';
    const isRead = request?.method === 'GET';
    if (!isRead) asked.push(`${request?.method} ${path}`);
    const [name, status] = isRead ? (['Success', 200] as const) : await answer.promise;
    const payload = path.endsWith('/notices/all') ? [NOTICE] : { today: '2026-11-28' };
    return Response.json(
      { payload, additionalInformation: { totalRows: 1 }, status: { code: status === 200 ? 0 : 1, name }, errors: [] },
      { status },
    );
  });
  const { screen } = await drawBesideAway(NoticesPage);
  await screen.getByRole('button', { name: /Измени саопштење/ }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Обриши' }).click();
  return { screen, dialog, asked, answer: answer.resolve };
}

test('a notice is removed in its dialog after a question, which can be put aside', async () => {
  const { screen, dialog, asked, answer } = await removing();
  const question = dialog.getByText('Обрисати саопштење?');
  await expect.element(question).toBeVisible();
  await dialog.getByRole('button', { name: 'Одустани' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(dialog.getByRole('button', { name: 'Сачувај' })).toBeVisible();
  expect(asked).toEqual([]);
  await dialog.getByRole('button', { name: 'Обриши' }).click();
  await dialog.getByRole('button', { name: 'Обриши' }).click();
  await expect.poll(() => asked).toEqual(['DELETE /api/notices/3']);
  answer(['Success', 200]);
  await expect.element(screen.getByText('Саопштење је обрисано.')).toBeVisible();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a refused removal leaves the dialog, and one of what is removed already closes it and says so', async () => {
  const refused = await removing();
  await refused.dialog.getByRole('button', { name: 'Обриши' }).click();
  refused.answer(['Forbidden', 403]);
  await expect.element(refused.screen.getByText('Немате потребна овлашћења.')).toBeVisible();
  await expect.element(refused.dialog).toBeVisible();
  await refused.screen.unmount();
  const late = await removing();
  await late.dialog.getByRole('button', { name: 'Обриши' }).click();
  late.answer(['NotFound', 404]);
  await expect.element(late.screen.getByText('Запис је у међувремену већ обрисан.')).toBeVisible();
  await expect.element(late.dialog).not.toBeInTheDocument();
});
