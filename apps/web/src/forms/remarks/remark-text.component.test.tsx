import { Notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { ProjectForm } from '@pimis/contract/forms';
import type { Remark } from '@pimis/contract/remarks';
import { draw } from '../../testing/form.tsx';
import { leaveInput } from '../../testing/left-input.ts';
import { REMARK_DRAFT } from '../../testing/remark.ts';
import { signIn } from '../../testing/sign-in.ts';
import { projectQuery } from '../../features/projects/api.ts';
import { RemarkCard } from './RemarkCard.tsx';
import { RemarkText } from './RemarkText.tsx';
import { RemarksContext, useRemarksOf } from './remarks.ts';

beforeEach(() => signIn());

test('a remark cannot be changed while it is saved: the change would be dropped with the one that was', async () => {
  const screen = await draw(
    <RemarkText
      label="Примедба"
      place="remark.1"
      save="Сачувај"
      onSave={() => new Promise<boolean>(() => undefined)}
    />,
  );
  const remark = screen.getByRole('textbox', { name: 'Примедба' });
  await userEvent.fill(remark, 'Допуните износе.');
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await expect.element(remark).toHaveAttribute('readonly');
});

test('an unsaved remark is reported once, and taken back when it is emptied', async () => {
  const FORM = { id: 1, remarks: [], rights: { remark: true, answer: false } } as unknown as ProjectForm;
  let drawn = 0;
  function Writing() {
    const remarks = useRemarksOf(FORM, 'PROBA');
    drawn += 1;
    return (
      <RemarksContext value={remarks}>
        <p>{remarks.typing ? 'несачувано' : 'сачувано'}</p>
        <RemarkText label="Примедба" place="remark.1" save="Сачувај" onSave={() => Promise.resolve(true)} />
      </RemarksContext>
    );
  }
  const screen = await draw(<Writing />);
  const before = drawn;
  await userEvent.fill(screen.getByRole('textbox', { name: 'Примедба' }), 'Допуните износе.');
  await expect.element(screen.getByText('несачувано')).toBeVisible();
  // An endless rendering loop would become visible within these frames.
  for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
  expect(drawn - before).toBeLessThanOrEqual(2);
  await userEvent.clear(screen.getByRole('textbox', { name: 'Примедба' }));
  await expect.element(screen.getByText('сачувано', { exact: true })).toBeVisible();
});

test('a remark that is written or removed is counted by the project at once: its dialogs say how many a return sends', async () => {
  const FORM = { id: 1, remarks: [], rights: { remark: true, answer: false } } as unknown as ProjectForm;
  let drafts = 0;
  vi.spyOn(window, 'fetch').mockImplementation(async (url, options) => {
    if (options?.method === 'POST') drafts = 1;
    if (options?.method === 'DELETE') drafts = 0;
    const isRemark = typeof url === 'string' && url.includes('/remarks');
    return given(isRemark ? REMARK_DRAFT : { draftRemarks: drafts });
  });
  function Counted() {
    const remarks = useRemarksOf(FORM, 'PROBA');
    const { data: project } = useQuery(projectQuery('PROBA'));
    return (
      <>
        <p>непослатих: {project?.draftRemarks}</p>
        <button type="button" onClick={() => void remarks.add(null, 'Прво.')}>
          Додај
        </button>
        <button type="button" onClick={() => void remarks.remove(REMARK_DRAFT.id)}>
          Уклони
        </button>
      </>
    );
  }
  const screen = await draw(<Counted />);
  await expect.element(screen.getByText('непослатих: 0')).toBeVisible();
  await screen.getByRole('button', { name: 'Додај' }).click();
  await expect.element(screen.getByText('непослатих: 1')).toBeVisible();
  await screen.getByRole('button', { name: 'Уклони' }).click();
  await expect.element(screen.getByText('непослатих: 0')).toBeVisible();
});

const SENT: Remark = { ...REMARK_DRAFT, sentDate: '2026-11-20T10:00:00Z' };

const refused = (name: string) =>
  Response.json(
    { payload: null, additionalInformation: null, status: { code: 9004, name }, errors: [] },
    { status: 409 },
  );
const given = (payload: unknown) =>
  Response.json({ payload, additionalInformation: {}, status: { code: 0, name: 'Success' }, errors: [] });

/**
 * Renders a remark as this tab has read it; the first save is refused because `stored` is newer. Returns what is sent.
 */
async function drawBeside(read: Remark, name: string, stored: Remark) {
  const sent: unknown[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (_, options) => {
    if (options?.method !== 'PUT') return given({ remarks: [stored] });
    const body = JSON.parse(options.body as string) as { text?: string; answer?: string };
    sent.push(body);
    return sent.length === 1 ? refused(name) : given({ ...stored, ...body });
  });
  const FORM = { id: 1, remarks: [read], rights: { remark: true, answer: true } } as unknown as ProjectForm;
  function Remarks() {
    const remarks = useRemarksOf(FORM, 'PROBA');
    return (
      <RemarksContext value={remarks}>
        {remarks.all.map((remark) => (
          <RemarkCard key={remark.id} remark={remark} />
        ))}
      </RemarksContext>
    );
  }
  const screen = await draw(
    <>
      <Notifications />
      <Remarks />
    </>,
  );
  return { screen, sent };
}

describe('beside a text that was saved meanwhile', () => {
  afterEach(() => vi.restoreAllMocks());

  test('what is typed of a remark stays, the other text is shown, and the next save replaces it', async () => {
    const { screen, sent } = await drawBeside(REMARK_DRAFT, 'RecordConflict', {
      ...REMARK_DRAFT,
      text: 'Из друге картице.',
    });
    await screen.getByRole('button', { name: 'Измени' }).click();
    const text = screen.getByRole('textbox', { name: 'Текст примедбе' });
    await userEvent.fill(text, 'Моје.');
    const save = screen.getByRole('button', { name: 'Сачувај', exact: true });
    await save.click();
    await expect.element(screen.getByRole('alert').getByText('Из друге картице.')).toBeVisible();
    await expect.element(text).toHaveValue('Моје.');
    // The box already says what happened, so no message asks the user to reopen it.
    await expect.element(screen.getByText(/Отворите их поново/)).not.toBeInTheDocument();
    await save.click();
    await expect.element(text).not.toBeInTheDocument();
    await expect.element(screen.getByText('Моје.')).toBeVisible();
    expect(sent).toEqual([
      { text: 'Моје.', former: 'Прво.' },
      { text: 'Моје.', former: 'Из друге картице.' },
    ]);
  });

  test('what is typed as an answer stays, the other answer is shown, and the next save replaces it', async () => {
    const answered = { answer: 'Туђи одговор.', answeredBy: 'Мара Марић', answeredDate: '2026-11-20T11:00:00Z' };
    const { screen, sent } = await drawBeside(SENT, 'RemarkAnswered', { ...SENT, ...answered });
    await screen.getByRole('button', { name: 'Одговори' }).click();
    const text = screen.getByRole('textbox', { name: 'Одговор' });
    await userEvent.fill(text, 'Мој одговор.');
    const save = screen.getByRole('button', { name: 'Сачувај одговор' });
    await save.click();
    await expect.element(screen.getByRole('alert').getByText('Туђи одговор.')).toBeVisible();
    await expect.element(text).toHaveValue('Мој одговор.');
    await save.click();
    await expect.element(text).not.toBeInTheDocument();
    expect(sent).toEqual([
      { answer: 'Мој одговор.', done: false, answeredDate: null },
      { answer: 'Мој одговор.', done: false, answeredDate: answered.answeredDate },
    ]);
  });

  test('a found answer that goes on from another one is told with the answer that was saved since', async () => {
    leaveInput('remark-answer/3', { text: 'Мој одговор.', base: '' });
    // Unsaved text of the remark itself must not appear as the answer.
    leaveInput('remark-text/3', { text: 'Моја примедба.', base: 'Прво.' });
    const answered = { answer: 'Туђи одговор.', answeredBy: 'Мара Марић', answeredDate: '2026-11-20T11:00:00Z' };
    const { screen } = await drawBeside({ ...SENT, ...answered }, '', SENT);
    await screen.getByRole('button', { name: 'Измени одговор' }).click();
    const text = screen.getByRole('textbox', { name: 'Одговор' });
    await expect.element(text).toHaveValue('Мој одговор.');
    await expect.element(screen.getByText(/Враћен је унос/)).toBeVisible();
    const told = screen.getByRole('alert').filter({ hasText: /сачуван други текст/ });
    await expect.element(told.getByText('Туђи одговор.')).toBeVisible();
    await screen.getByRole('button', { name: 'Одбаци унос' }).click();
    await expect.element(text).toHaveValue('Туђи одговор.');
    await expect.element(told).not.toBeInTheDocument();
    await expect.element(screen.getByText(/Враћен је унос/)).not.toBeInTheDocument();
  });

  test('the refusal is told, and what is typed can be saved again, where what was saved cannot be read', async () => {
    const { screen } = await drawBeside(REMARK_DRAFT, 'RecordConflict', REMARK_DRAFT);
    const put = vi.mocked(window.fetch).getMockImplementation();
    vi.mocked(window.fetch).mockImplementation(async (url, options) => {
      if (options?.method !== 'PUT') throw new TypeError('Failed to fetch');
      return (await put?.(url, options)) ?? given(null);
    });
    await screen.getByRole('button', { name: 'Измени' }).click();
    const text = screen.getByRole('textbox', { name: 'Текст примедбе' });
    await userEvent.fill(text, 'Моје.');
    await screen.getByRole('button', { name: 'Сачувај', exact: true }).click();
    await expect.element(screen.getByText(/Подаци су у међувремену измењени/)).toBeVisible();
    await expect.element(text).toHaveValue('Моје.');
    await expect.element(text).not.toHaveAttribute('readonly');
  });
});
