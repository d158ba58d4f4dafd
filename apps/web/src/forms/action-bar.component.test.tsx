import { Notifications } from '@mantine/notifications';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ProjectForm } from '@pimis/contract/forms';
import { FORM_STATUS } from '@pimis/domain/constants';
import type { FormDefinition } from '@pimis/domain/forms/types';
import { draw, formOf } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { ActionBar } from './ActionBar.tsx';
import type { FormProject } from './api.ts';
import { FormStore } from './store.ts';

beforeEach(() => signIn());
afterEach(() => vi.restoreAllMocks());

const NAMED = formOf([{ path: 'назив', kind: 'text', label: { sr: 'Назив', en: 'Name' } }]);
const WARNED = {
  ...NAMED,
  rules: [{ code: 'FluentTextTooShort', severity: 'warning', check: () => [{ path: 'назив' }] } as const],
};

/** The actions on a form that may be locked. */
function drawBar(definition: FormDefinition, onSaved: () => void = () => {}, isLocked = false) {
  const store = new FormStore({
    definition,
    values: { назив: 'Кратко' },
    data: {},
    context: { today: '2026-11-20', foreignFunds: false },
  });
  const rights = { edit: !isLocked, lock: !isLocked, unlock: isLocked, import: false };
  const status = isLocked ? FORM_STATUS.locked : FORM_STATUS.unlocked;
  const form = { id: 7, code: 'proba', revision: 0, inputJsonRevisions: [], status, rights };
  return draw(
    <>
      <Notifications />
      <ActionBar
        store={store}
        form={form as unknown as ProjectForm}
        definition={definition}
        project={{ code: 'PROBA' } as FormProject}
        mayEdit
        mayComment={false}
        changed={false}
        draft={{ storedAt: null, isUnkept: false, base: 0 }}
        onSaved={onSaved}
        onValidation={() => {}}
      />
    </>,
  );
}

test('a form with warnings is locked after the question alone, however often the button is pressed', async () => {
  const sent: unknown[] = [];
  vi.spyOn(window, 'fetch').mockImplementation((_, options) => {
    if (options?.body) sent.push(JSON.parse(options.body as string));
    return new Promise(() => {});
  });
  const screen = await drawBar(WARNED);
  const button = screen.getByRole('button', { name: 'Закључај' }).element() as HTMLButtonElement;
  // The second press of a quick double click comes before the question is drawn.
  button.click();
  await Promise.resolve();
  button.click();
  const question = screen.getByRole('dialog');
  await expect.element(question).toBeVisible();
  expect(sent).toEqual([]);
  await question.getByRole('button', { name: 'Закључај' }).click();
  await expect.poll(() => sent).toMatchObject([{ id: 7, action: 2 }]);
});

test('a form that is locked is so, also when what follows cannot be read', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async (_, options) =>
    options?.method === 'POST'
      ? Response.json({
          payload: null,
          additionalInformation: { revision: 1, errors: [], warnings: [] },
          status: { code: 0, name: 'Success' },
          errors: [],
        })
      : Response.json(
          { payload: null, additionalInformation: null, status: { code: 2, name: 'ServerError' }, errors: [] },
          { status: 500 },
        ),
  );
  const onSaved = vi.fn();
  const screen = await drawBar(NAMED, onSaved);
  await screen.getByRole('button', { name: 'Закључај' }).click();
  await expect.element(screen.getByText('Образац је закључан.')).toBeVisible();
  expect(onSaved).toHaveBeenCalledOnce();
});

test('an unlock leaves what was typed unsaved: it sends no values', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async () =>
    Response.json({
      payload: null,
      additionalInformation: { revision: 1, errors: [], warnings: [] },
      status: { code: 0, name: 'Success' },
      errors: [],
    }),
  );
  const onSaved = vi.fn();
  const screen = await drawBar(NAMED, onSaved, true);
  await screen.getByRole('button', { name: 'Откључај' }).click();
  await expect.element(screen.getByText('Образац је откључан.')).toBeVisible();
  await expect.element(screen.getByRole('button', { name: 'Откључај' })).toBeEnabled();
  expect(onSaved).not.toHaveBeenCalled();
});

test('a form that a colleague has locked is said to be locked, and by whom', async () => {
  vi.spyOn(window, 'fetch').mockImplementation(async (_, options) =>
    options?.method === 'POST'
      ? Response.json(
          {
            payload: null,
            additionalInformation: null,
            status: { code: 4004, name: 'InvalidProjectFormAction' },
            errors: [],
          },
          { status: 409 },
        )
      : Response.json({
          payload: { status: FORM_STATUS.locked, lockedBy: 'Ана Анић', rights: { edit: false, comment: false } },
          additionalInformation: { project: {} },
          status: { code: 0, name: 'Success' },
          errors: [],
        }),
  );
  const screen = await drawBar(NAMED);
  await screen.getByRole('button', { name: 'Закључај' }).click();
  await expect
    .element(screen.getByText('Образац је у међувремену закључан. Закључавање: Ана Анић.', { exact: true }))
    .toBeVisible();
});

const COMMENTED = formOf([
  { path: 'назив', kind: 'text', label: { sr: 'Назив', en: 'Name' } },
  { path: 'мишљење', kind: 'text', admin: true, label: { sr: 'Мишљење', en: 'Opinion' } },
]);

/** The actions on a locked form, on which the user may write comments, after a name and a comment were typed. */
async function drawLocked() {
  const start = { назив: 'Пре' };
  const input = {
    definition: COMMENTED,
    values: start,
    data: {},
    context: { today: '2026-11-20', foreignFunds: false },
  };
  const store = new FormStore(input);
  const rights = { lock: false, unlock: false, import: false, comment: true, viewer: { admin: true, mei: false } };
  const [status, inputJson] = [FORM_STATUS.locked, JSON.stringify(start)];
  const form = {
    id: 7,
    code: 'proba',
    revision: 1,
    inputJsonRevisions: [{ revision: 1 }],
    status,
    inputJson,
    rights,
    data: {},
  };
  const onSaved = vi.fn();
  const screen = await draw(
    <>
      <Notifications />
      <ActionBar
        store={store}
        form={form as unknown as ProjectForm}
        definition={COMMENTED}
        project={{ code: 'PROBA', foreignFunds: false } as FormProject}
        mayEdit={false}
        mayComment
        changed
        draft={{ storedAt: null, isUnkept: false, base: 1 }}
        onSaved={onSaved}
        onValidation={() => {}}
      />
    </>,
  );
  store.set(['назив'], 'Откуцано');
  store.set(['мишљење'], 'Сагласни смо.');
  return { screen, store, onSaved };
}

/** Takes the calls that save, in order; the given answers come first, later calls are accepted. */
function takeSaves(...answers: Response[]) {
  const sent: { baseRevision: number; values: unknown }[] = [];
  vi.spyOn(window, 'fetch').mockImplementation(async (_, options) => {
    if (options?.method === 'POST') {
      const { baseRevision, json } = JSON.parse(options.body as string) as { baseRevision: number; json: string };
      sent.push({ baseRevision, values: JSON.parse(json) });
    }
    const accepted = { additionalInformation: { revision: 2, errors: [], warnings: [] }, payload: null, errors: [] };
    return (
      (options?.method === 'POST' ? answers.shift() : undefined) ??
      Response.json({ ...accepted, status: { code: 0, name: 'Success' } })
    );
  });
  return sent;
}

test('a comment on a locked form is sent without what was typed before it was locked, which stays', async () => {
  const sent = takeSaves();
  const { screen, store, onSaved } = await drawLocked();
  await screen.getByRole('button', { name: 'Сачувај коментар' }).click();
  const saved = { назив: 'Пре', мишљење: 'Сагласни смо.' };
  await expect.poll(() => sent).toEqual([{ baseRevision: 1, values: saved }]);
  await expect.poll(() => onSaved.mock.calls).toEqual([[saved, true]]);
  expect(store.values).toMatchObject({ назив: 'Откуцано' });
});

/** The refusal of a save on top of a revision that is not the newest any more. */
function conflictWith(revision: number, values: unknown) {
  const inputJson = JSON.stringify(values);
  const payload = { revision, userName: 'Ана Анић', date: '2026-11-20T10:00:00Z', inputJson };
  const status = { code: 4018, name: 'FormRevisionConflict' };
  return Response.json({ payload, additionalInformation: null, status, errors: [] }, { status: 409 });
}

test('a comment on a form that was saved and locked meanwhile is sent beside what was saved', async () => {
  const sent = takeSaves(conflictWith(2, { назив: 'Њихово' }));
  const { screen, store } = await drawLocked();
  await screen.getByRole('button', { name: 'Сачувај коментар' }).click();
  await screen.getByRole('button', { name: 'Сачувај изабрано' }).click();
  const saved = { назив: 'Њихово', мишљење: 'Сагласни смо.' };
  await expect.poll(() => sent.at(-1)).toEqual({ baseRevision: 2, values: saved });
  expect(store.values).toMatchObject({ мишљење: 'Сагласни смо.' });
});

test('of two conflicts in a row the second shows no value of the first colleague as one of the user', async () => {
  const sent = takeSaves(conflictWith(2, { назив: 'Њихово' }), conflictWith(3, { назив: 'Треће' }));
  const { screen, store } = await drawLocked();
  store.set(['назив'], 'Пре');
  const merge = screen.getByRole('button', { name: 'Сачувај изабрано' });
  await screen.getByRole('button', { name: 'Сачувај коментар' }).click();
  await merge.click();
  await expect.element(screen.getByText('Треће', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Пре', { exact: true })).toBeVisible();
  await expect.element(screen.getByText('Њихово', { exact: true })).not.toBeInTheDocument();
  await merge.click();
  const saved = { назив: 'Треће', мишљење: 'Сагласни смо.' };
  await expect.poll(() => sent.at(-1)).toEqual({ baseRevision: 3, values: saved });
  await expect.poll(() => store.values).toEqual(saved);
});

test.each([
  ['is followed by no revision', 1, false],
  ['is followed by the newer one that it equals', 2, true],
])('a save that changes nothing %s', async (_what, revision, follows) => {
  const accepted = { payload: null, errors: [], status: { code: 0, name: 'Success' } };
  const additionalInformation = { revision, formNotChanged: true, errors: [], warnings: [] };
  takeSaves(Response.json({ ...accepted, additionalInformation }));
  const { screen, onSaved } = await drawLocked();
  await screen.getByRole('button', { name: 'Сачувај коментар' }).click();
  await expect.poll(() => onSaved.mock.calls).toEqual([[expect.anything(), follows]]);
});
