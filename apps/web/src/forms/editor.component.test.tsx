import { notifications } from '@mantine/notifications';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useRef } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { Remark } from '@pimis/contract/remarks';
import { FORM_STATUS, PROJECT_STATUS } from '@pimis/domain/constants';
import { formOf } from '../testing/form.tsx';
import { drawBesideAway } from '../testing/leaving.tsx';
import { REMARK_DRAFT } from '../testing/remark.ts';
import { signIn } from '../testing/sign-in.ts';
import { formQuery } from './api.ts';
import { type Carried, Editor } from './Editor.tsx';
import { FormPage } from './FormPage.tsx';

const DEFINITION = formOf([{ path: 'назив', kind: 'text', label: { sr: 'Назив', en: 'Name' } }]);
const FILLING = { edit: true, lock: true, unlock: false, import: false, comment: false, mark: false };
const REVIEWING = { ...FILLING, edit: false, lock: false, remark: true, answer: false };

/** The form on the server, in its first revision or a later one. */
const formAt = (revision: number, name: string, more: object = {}) => ({
  id: 7,
  code: 'proba',
  name: 'Проба',
  phase: DEFINITION.phase,
  definitionVersion: 1,
  revision,
  inputJson: JSON.stringify({ назив: name }),
  inputJsonRevisions: Array.from({ length: revision }, (_, at) => ({
    revision: revision - at,
    last_changed_date: '2026-11-20T10:00:00Z',
    last_changed_user_name: 'Ана Анић',
  })),
  status: FORM_STATUS.unlocked,
  lockedBy: null,
  today: '2026-11-20',
  defaults: {},
  data: {},
  validation: { Errors: [], Warnings: [] },
  markJson: null,
  returned: null,
  remarks: [] as Remark[],
  rights: { ...FILLING, remark: false, answer: false, viewer: { admin: false, mei: false } },
  ...more,
});
type Form = ReturnType<typeof formAt>;

const given = (payload: unknown, additionalInformation: unknown = {}) =>
  Response.json({ payload, additionalInformation, status: { code: 0, name: 'Success' }, errors: [] });

function Screen() {
  const carried = useRef<Carried | null>(null);
  const { data } = useQuery(formQuery('PROBA', 7, undefined));
  if (!data) return null;
  return (
    <Editor
      definition={DEFINITION}
      form={data.form}
      project={data.project}
      carried={carried}
      onRevision={() => undefined}
    />
  );
}

/**
 * Renders the editor of a form; `server.form` is its state on the server, `server.onSave` makes the answer to a save.
 */
async function drawEditor(
  form: Form,
  at?: { Page: ComponentType; route: string; address: string },
  projectStatus: number = PROJECT_STATUS.pending,
) {
  const server = {
    form,
    projectStatus,
    reads: 0,
    answerRead: undefined as Promise<unknown> | undefined,
    onSave: (): unknown => ({}),
  };
  vi.spyOn(window, 'fetch').mockImplementation(async (url, options) => {
    const address = typeof url === 'string' ? url : '';
    if (options?.method === 'POST') return given(null, await server.onSave());
    if (options?.method === 'PUT') return given(await server.onSave());
    if (!address.includes('/forms/')) return given({ availableActions: [], nextStep: null });
    server.reads += 1;
    const read = server.form;
    await server.answerRead;
    return given(read, {
      project: { code: 'PROBA', name: 'Проба', foreignFunds: false, status: server.projectStatus },
    });
  });
  const drawn = await drawBesideAway(at?.Page ?? Screen, at);
  return { ...drawn, server };
}

/** Choosing a tab fires two events: the tab becomes visible, and its window gets the focus. */
function comeBack(): void {
  window.dispatchEvent(new Event('visibilitychange'));
  window.dispatchEvent(new Event('focus'));
}
const named = () => page.getByRole('textbox', { name: /Назив/ });
const remarkText = () => page.getByRole('textbox', { name: /Примедба|Текст примедбе/ });

beforeEach(() => {
  notifications.clean();
  signIn();
});
afterEach(() => vi.restoreAllMocks());

describe('who comes back to a form', () => {
  test('sees what was saved and locked meanwhile, and by whom', async () => {
    const { server } = await drawEditor(formAt(1, 'Пре'));
    await expect.element(named()).toHaveValue('Пре');
    const locked = { status: FORM_STATUS.locked, lockedBy: 'Мара Марић' };
    server.form = formAt(2, 'После', { ...locked, rights: { ...server.form.rights, edit: false, lock: false } });
    comeBack();
    await expect.element(named()).toHaveValue('После');
    await expect.element(named()).toHaveAttribute('readonly');
    await expect
      .element(page.getByText('Образац је у међувремену закључан. Закључавање: Мара Марић.', { exact: true }))
      .toBeVisible();
  });

  test('keeps what is typed beside a newer revision, and is told of it once', async () => {
    const { server } = await drawEditor(formAt(1, 'Пре'));
    await userEvent.fill(named(), 'Моје');
    server.form = formAt(2, 'Туђе');
    comeBack();
    const told = page.getByText(/сачувана новија ревизија/);
    await expect.element(told).toBeVisible();
    await expect.element(named()).toHaveValue('Моје');
    await expect.element(page.getByText('Несачуване измене')).toBeVisible();
    const { reads } = server;
    comeBack();
    await expect.poll(() => server.reads).toBe(reads + 1);
    expect(told.elements()).toHaveLength(1);
  });

  test('keeps what is typed in a form that was locked, and is told where it is', async () => {
    const { server } = await drawEditor(formAt(1, 'Пре'));
    await userEvent.fill(named(), 'Моје');
    server.form = formAt(1, 'Пре', {
      status: FORM_STATUS.locked,
      rights: { ...server.form.rights, edit: false, lock: false },
    });
    comeBack();
    await expect.element(page.getByText(/Ваше измене нису сачуване: нацрт остаје на овом рачунару/)).toBeVisible();
    await expect.element(named()).toHaveValue('Моје');
  });

  test.each([
    ['approved', FORM_STATUS.approved, /Образац је у међувремену закључан\. Ваше измене нису сачуване/],
    [
      'of a project that is finished',
      FORM_STATUS.unlocked,
      /Образац више не може да се мења\. Ваше измене нису сачуване/,
    ],
  ])('is told that a form can be changed no more which is %s meanwhile', async (_what, status, told) => {
    const { server } = await drawEditor(formAt(1, 'Пре'));
    await userEvent.fill(named(), 'Моје');
    server.form = formAt(2, 'Туђе', { status, rights: { ...server.form.rights, edit: false, lock: false } });
    comeBack();
    await expect.element(page.getByText(told)).toBeVisible();
    await expect.element(named()).toHaveValue('Моје');
    await expect.element(page.getByText(/сачувана новија ревизија/)).not.toBeInTheDocument();
  });

  test('is told that comments can be written no more', async () => {
    const rights = { ...FILLING, edit: false, lock: false, comment: true, remark: false, answer: false };
    const mei = { ...rights, viewer: { admin: true, mei: false } };
    const { server } = await drawEditor(
      formAt(1, 'Пре', { status: FORM_STATUS.locked, lockedBy: 'Мара', rights: mei }),
    );
    await expect.element(named()).toBeVisible();
    server.form = formAt(1, 'Пре', {
      status: FORM_STATUS.locked,
      lockedBy: 'Мара',
      rights: { ...mei, comment: false },
    });
    comeBack();
    await expect.element(page.getByText('Образац више не може да се мења.', { exact: true })).toBeVisible();
  });

  test('and saves at once is not taken for a colleague: the read that was begun is dropped', async () => {
    const { server } = await drawEditor(formAt(1, 'Пре'));
    await userEvent.fill(named(), 'Моје');
    const read = Promise.withResolvers<undefined>();
    const asked = Promise.withResolvers<undefined>();
    const saved = Promise.withResolvers<undefined>();
    // The server answers the read after the save before it confirms the save.
    server.form = formAt(2, 'Моје');
    server.answerRead = read.promise;
    server.onSave = async () => {
      asked.resolve(undefined);
      await saved.promise;
      return { revision: 2, errors: [], warnings: [] };
    };
    comeBack();
    await expect.poll(() => server.reads).toBe(2);
    await page.getByRole('button', { name: 'Сачувај', exact: true }).click();
    await asked.promise;
    read.resolve(undefined);
    // If the early response were applied, it would be applied within these frames.
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    saved.resolve(undefined);
    await expect.element(page.getByText('Све је сачувано')).toBeVisible();
    await expect.element(page.getByText(/сачувана новија ревизија/)).not.toBeInTheDocument();
  });

  test('and ticks a remark at once sees the tick stay: the read that was begun is older', async () => {
    const rights = { ...FILLING, remark: false, answer: true, viewer: { admin: false, mei: false } };
    const sent = { ...REMARK_DRAFT, sentDate: '2026-11-20T11:00:00Z' };
    const { server } = await drawEditor(formAt(1, 'Пре', { rights, remarks: [sent] }));
    const tick = page.getByRole('checkbox', { name: 'Исправљено' });
    await expect.element(tick).not.toBeChecked();
    const read = Promise.withResolvers<undefined>();
    // Another tab changed the text earlier: the response of the read has that text, but not yet the tick set here.
    server.form = formAt(1, 'Пре', { rights, remarks: [{ ...sent, author: 'Ана А. Анић' }] });
    server.answerRead = read.promise;
    server.onSave = () => ({ ...sent, done: true, answeredDate: '2026-11-20T12:00:00Z' });
    comeBack();
    await expect.poll(() => server.reads).toBe(2);
    await tick.click();
    await expect.element(page.getByText('исправљено', { exact: true })).toBeVisible();
    read.resolve(undefined);
    for (let frame = 0; frame < 10; frame++) await new Promise(requestAnimationFrame);
    await expect.element(tick).toBeChecked();
  });

  test.each([
    [
      'returned',
      {
        comment: 'Допуните.',
        userName: 'Мара',
        standInFor: null,
        openRemarks: 0,
        operation: 'return',
        date: '2026-11-20T11:00:00Z',
      },
    ],
    ['confirmed', null],
  ])('keeps a remark that is being written on a form that was %s meanwhile', async (_what, returned) => {
    const rights = { ...REVIEWING, viewer: { admin: false, mei: false } };
    const { server } = await drawEditor(formAt(1, 'Пре', { status: FORM_STATUS.locked, rights }));
    await page.getByRole('button', { name: 'Додај примедбу: Цео образац' }).click();
    await userEvent.fill(remarkText(), 'Недостаје извор.');
    server.form = formAt(2, 'После', { returned, rights: { ...rights, remark: false } });
    comeBack();
    await expect.element(named()).toHaveValue('После');
    await expect.element(remarkText()).toHaveValue('Недостаје извор.');
  });

  test.each([
    ['sent', [{ ...REMARK_DRAFT, sentDate: '2026-11-20T11:00:00Z' }]],
    ['removed', []],
  ])('keeps what is typed of a remark that another tab has %s', async (_what, remarks) => {
    const rights = { ...REVIEWING, viewer: { admin: false, mei: false } };
    const { server } = await drawEditor(
      formAt(1, 'Пре', { status: FORM_STATUS.locked, rights, remarks: [REMARK_DRAFT] }),
    );
    await page.getByRole('button', { name: 'Измени' }).click();
    await userEvent.fill(remarkText(), 'Дуже.');
    server.form = formAt(2, 'После', { status: FORM_STATUS.locked, rights: { ...rights, remark: false }, remarks });
    comeBack();
    await expect.element(named()).toHaveValue('После');
    await expect.element(remarkText()).toHaveValue('Дуже.');
    await page.getByRole('button', { name: 'Одустани' }).click();
    await expect.element(remarkText()).not.toBeInTheDocument();
    await expect.poll(() => page.getByText('Прво.').elements().length).toBe(remarks.length);
  });
});

test('a draft of a form that can be changed no more is shown, to be read and copied', async () => {
  const { screen } = await drawEditor(formAt(1, 'Пре'));
  await userEvent.fill(named(), 'Моје');
  window.dispatchEvent(new Event('pagehide'));
  await screen.unmount();
  await drawEditor(formAt(1, 'Пре', { rights: { ...formAt(1, '').rights, edit: false, lock: false } }));
  await expect
    .element(page.getByText(/Образац сада не може да се мења; унето можете прочитати и копирати/))
    .toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Врати нацрт' })).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Прикажи нацрт' }).click();
  const dialog = page.getByRole('dialog', { name: 'Нацрт који није сачуван' });
  await expect.element(dialog.getByRole('row', { name: /Назив Пре Моје/ })).toBeVisible();
  await page.getByRole('button', { name: 'Затвори' }).click();
  await page.getByRole('button', { name: 'Одбаци нацрт' }).click();
  await expect.element(page.getByText(/унето можете прочитати/)).not.toBeInTheDocument();
});

test('who leaves with a typed remark alone is told that it is lost, for it has no draft', async () => {
  const rights = { ...REVIEWING, viewer: { admin: false, mei: false } };
  const { path } = await drawEditor(formAt(1, 'Пре', { status: FORM_STATUS.locked, rights }));
  await page.getByRole('button', { name: 'Додај примедбу: Цео образац' }).click();
  await userEvent.fill(remarkText(), 'Недостаје извор.');
  await page.getByText('На други екран').click();
  const question = page.getByRole('dialog', { name: 'Несачуване измене' });
  await expect.element(question.getByText(/биће изгубљени/)).toBeVisible();
  await expect.element(question.getByText(/Нацрт остаје/)).not.toBeInTheDocument();
  await question.getByRole('button', { name: 'Остани' }).click();
  await expect.element(remarkText()).toHaveValue('Недостаје извор.');
  expect(path()).toBe('/form');
});

test('whose project is archived while a remark is typed is asked before the form moves to the archive', async () => {
  const rights = { ...REVIEWING, viewer: { admin: false, mei: false } };
  const idea = { code: 'ideja', status: FORM_STATUS.locked, rights, projectPhaseId: 4 };
  const { server, path } = await drawEditor(formAt(1, 'Пре', idea), {
    Page: FormPage,
    route: '/projects/$projectCode/phases/$projectPhaseId/forms/$phaseFormId/$formType',
    address: '/projects/PROBA/phases/4/forms/7/ideja',
  });
  await page.getByRole('button', { name: 'Додај примедбу: Цео образац' }).click();
  await userEvent.fill(remarkText(), 'Недостаје извор.');
  server.projectStatus = PROJECT_STATUS.archived;
  comeBack();
  const question = page.getByRole('dialog', { name: 'Несачуване измене' });
  await question.getByRole('button', { name: 'Остани' }).click();
  await expect.element(question).not.toBeInTheDocument();
  await expect.element(remarkText()).toHaveValue('Недостаје извор.');
  expect(path()).toBe('/projects/PROBA/phases/4/forms/7/ideja');
});

test.each([
  ['projects', 'projects-archived', PROJECT_STATUS.archived],
  ['projects-archived', 'projects', PROJECT_STATUS.pending],
])('a form of a project at an address under %s is looked for under %s', async (from, to, status) => {
  const form = formAt(1, 'Пре', { code: 'ideja', projectPhaseId: 4 });
  const place = 'PROBA/phases/4/forms/7/ideja';
  const { path } = await drawEditor(
    form,
    {
      Page: FormPage,
      route: `/${from}/$projectCode/phases/$projectPhaseId/forms/$phaseFormId/$formType`,
      address: `/${from}/${place}`,
    },
    status,
  );
  await expect.poll(path).toBe(`/${to}/${place}`);
});
