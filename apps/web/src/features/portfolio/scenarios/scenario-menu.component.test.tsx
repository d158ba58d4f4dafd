import { afterEach, expect, test, vi } from 'vitest';
import { draw } from '../../../testing/form.tsx';
import { ScenarioMenu } from './ScenarioMenu.tsx';
import type { ScenarioDraft } from './use-scenario-draft.ts';

const shown = { id: 7, name: 'Седница', isOwn: true, shared: false };
const draftOf = (more: object) => ({ shown, save: () => Promise.resolve(3), ...more }) as unknown as ScenarioDraft;

const answered = (payload: unknown) =>
  Response.json({ payload, additionalInformation: null, status: { code: 0, name: 'Success' }, errors: [] });

afterEach(() => vi.restoreAllMocks());

test('a file that is asked for is made once, and can be asked for again when that has failed', async () => {
  let refuse: (reason: Error) => void = () => undefined;
  const call = vi.spyOn(window, 'fetch').mockImplementation(() => new Promise((_, reject) => (refuse = reject)));
  const screen = await draw(<ScenarioMenu draft={draftOf({})} />);
  const opener = screen.getByRole('button', { name: 'Радње' });
  const paper = screen.getByRole('menuitem', { name: 'Материјал за седницу' });
  await opener.click();
  await paper.click();
  await expect.poll(() => call.mock.calls.length).toBe(1);
  await expect.element(opener).toBeDisabled();
  refuse(new TypeError('Failed to fetch'));
  await expect.element(opener).toBeEnabled();
  await opener.click();
  await paper.click();
  await expect.poll(() => call.mock.calls.length).toBe(2);
});

test('a scenario is renamed and shared by changes of its choice, and has no blank name', async () => {
  const change = vi.fn<ScenarioDraft['change']>();
  const screen = await draw(<ScenarioMenu draft={draftOf({ change })} />);
  const opener = screen.getByRole('button', { name: 'Радње' });
  await opener.click();
  await screen.getByRole('menuitem', { name: 'Преименуј' }).click();
  const dialog = screen.getByRole('dialog');
  await dialog.getByLabelText('Назив').fill(' ');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect.element(dialog.getByText('Упишите назив.')).toBeVisible();
  await dialog.getByLabelText('Назив').fill('Март');
  await dialog.getByRole('button', { name: 'Сачувај' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await opener.click();
  await screen.getByRole('menuitemcheckbox', { name: /Виде га и други/ }).click();
  expect(change.mock.calls.map(([make]) => make(shown as never))).toEqual([
    { ...shown, name: 'Март' },
    { ...shown, shared: true },
  ]);
});

test('a scenario is compared with another one, not with itself', async () => {
  const heads = [7, 8, 9].map((id) => ({ ...shown, id, name: `Сценарио ${id}` }));
  vi.spyOn(window, 'fetch').mockImplementation(async () => answered(heads));
  const screen = await draw(<ScenarioMenu draft={draftOf({})} />);
  await screen.getByRole('button', { name: 'Радње' }).click();
  await screen.getByRole('menuitem', { name: 'Упореди' }).click();
  const dialog = screen.getByRole('dialog');
  const names = () => [...document.querySelectorAll('[role=dialog] option')].map(({ textContent }) => textContent);
  await expect.poll(names).toEqual(['Сценарио 8', 'Сценарио 9']);
  await expect.element(dialog.getByRole('button', { name: 'Упореди' })).toBeEnabled();
});

test('who only reads a scenario may copy, compare and print it', async () => {
  const screen = await draw(<ScenarioMenu draft={draftOf({ shown: { ...shown, isOwn: false } })} />);
  await screen.getByRole('button', { name: 'Радње' }).click();
  await expect.element(screen.getByRole('menuitem').first()).toBeVisible();
  expect(
    screen
      .getByRole('menuitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Копирај', 'Упореди', 'XLSX', 'Материјал за седницу']);
});
