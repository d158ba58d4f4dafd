import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../../api/session.ts';
import { userOf } from '../../api/session-store.ts';
import { LoginOverlay } from '../../shell/LoginOverlay.tsx';
import { endSession } from '../../testing/end-session.ts';
import { draw } from '../../testing/form.tsx';
import { keptPlaces, leaveInput } from '../../testing/left-input.ts';
import { signIn } from '../../testing/sign-in.ts';
import { FoundInput } from './FoundInput.tsx';
import { sweepInput, useKeptState } from './kept-input.ts';

beforeEach(() => signIn(1));
afterEach(() => vi.restoreAllMocks());

interface FieldProps {
  place: string;
  tab?: string;
}

function Field({ place, tab = 'Поље' }: FieldProps) {
  const [{ text }, setTyped, kept] = useKeptState(place, { text: '', tags: ['а'], day: null as string | null });
  return (
    <>
      <input
        aria-label={tab}
        value={text}
        onChange={({ currentTarget: { value } }) => setTyped((before) => ({ ...before, text: value }))}
      />
      <FoundInput {...kept} />
      <button type="button" onClick={kept.saved}>
        прихваћено
      </button>
    </>
  );
}

/** A field in a frame that, like the product's, renders it anew for another user. */
function Screen(props: FieldProps) {
  const session = useSession();
  const user = userOf(session);
  return (
    user && (
      <>
        <Field key={user.id} {...props} />
        {session.status === 'expired' && <LoginOverlay login="ana" />}
      </>
    )
  );
}

async function visit(place = 'project') {
  const screen = await draw(<Screen place={place} />);
  return {
    screen,
    // The dialog of the sign-in hides what is below it from assistive technology.
    field: screen.getByRole('textbox', { name: 'Поље', includeHidden: true }),
    found: screen.getByText(/Враћен је унос/),
  };
}

/** Two tabs at the same place. */
async function visitTwice() {
  const screen = await draw(
    <>
      <Screen place="project" tab="А" />
      <Screen place="project" tab="Б" />
    </>,
  );
  const fieldOf = (tab: string) => screen.getByRole('textbox', { name: tab, exact: true, includeHidden: true });
  return { screen, first: fieldOf('А'), second: fieldOf('Б') };
}

test('what is typed when the session ends is there again for its author, and never for another user', async () => {
  const { field, found } = await visit();
  await field.fill('Мост');
  await endSession();
  await expect.element(field).toHaveValue('Мост');
  signIn(2);
  await expect.element(field).toHaveValue('');
  await expect.element(found).not.toBeInTheDocument();
  // Input of the second user is not shown to the first.
  await field.fill('Пут');
  signIn(1);
  await expect.element(field).toHaveValue('Мост');
  await expect.element(found).toBeVisible();
  signIn(2);
  await expect.element(field).toHaveValue('Пут');
});

test('it is there after a closed tab, at its own place', async () => {
  const first = await visit();
  await first.field.fill('Мост');
  await endSession();
  await first.screen.unmount();
  signIn(1);
  const other = await visit('new-role');
  await expect.element(other.field).toHaveValue('');
  await other.screen.unmount();
  const { field, found } = await visit();
  await expect.element(field).toHaveValue('Мост');
  await expect.element(found).toBeVisible();
});

test('of a session that goes on nothing is kept, nor what is emptied again', async () => {
  const { field, screen } = await visit();
  await field.fill('Мост');
  await endSession();
  expect(keptPlaces()).toEqual(['project']);
  signIn(1);
  await expect.element(field).toHaveValue('Мост');
  await expect.poll(keptPlaces).toEqual([]);
  await field.fill('');
  await endSession();
  await screen.unmount();
  expect(keptPlaces()).toEqual([]);
});

test('a tab with nothing typed leaves what another has kept', async () => {
  const { screen, first } = await visitTwice();
  await first.fill('Мост');
  await endSession();
  await screen.unmount();
  signIn(1);
  const { field } = await visit();
  await expect.element(field).toHaveValue('Мост');
});

test('of two tabs with something typed neither overwrites the other', async () => {
  const { screen, first, second } = await visitTwice();
  await first.fill('Мост');
  await second.fill('Пут');
  await endSession();
  await screen.unmount();
  signIn(1);
  const found: string[] = [];
  for (let opening = 0; opening < 2; opening++) {
    const { field, screen: opened } = await visit();
    await expect.element(field).not.toHaveValue('');
    found.push((field.element() as HTMLInputElement).value);
    await opened.unmount();
  }
  expect(found.toSorted()).toEqual(['Мост', 'Пут']);
  expect(keptPlaces()).toEqual([]);
});

test('the newest of what was left comes first', async () => {
  leaveInput('project', { text: 'Старије' }, { visit: 1, daysAgo: 2 });
  leaveInput('project', { text: 'Новије' }, { visit: 2, daysAgo: 1 });
  leaveInput('project', { text: 'Најстарије' }, { visit: 3, daysAgo: 3 });
  const { field } = await visit();
  await expect.element(field).toHaveValue('Новије');
  expect(keptPlaces()).toHaveLength(2);
});

test.each([
  ['with a field of another release', { text: 'Мост', other: '' }],
  ['with another kind of value', { text: 5 }],
  ['with nothing in place of a text', { text: null }],
  ['with a list of something else', { tags: [{ id: 1 }] }],
  ['with a text in place of a list', { tags: 'а' }],
  ['with a number in place of a day', { day: 5 }],
  ['that is a text', 'Мост'],
  ['that is a list', ['Мост']],
  ['that is nothing', null],
])('input %s is not taken, and removed', async (_what, input) => {
  leaveInput('project', input);
  const { field, found } = await visit();
  await expect.element(field).toHaveValue('');
  await expect.element(found).not.toBeInTheDocument();
  expect(keptPlaces()).toEqual([]);
});

test('what cannot be read, or is of a release without visits, is removed', async () => {
  localStorage.setItem('pimis.input.1.project', '{"text":"Мост"}');
  localStorage.setItem('pimis.input.1.project#1', '{"at":"2026-');
  localStorage.setItem('pimis.input.1.project#2', '{"at":"2026-11-20T10:00:00Z","text":"{"}');
  const { field } = await visit();
  await expect.element(field).toHaveValue('');
  expect(keptPlaces()).toEqual([]);
});

test('a part that was not kept begins as it does without what was left', async () => {
  leaveInput('project', { text: 'Мост' });
  const { field, screen } = await visit();
  await expect.element(field).toHaveValue('Мост');
  await endSession();
  await screen.unmount();
  const [key = ''] = Object.keys(localStorage).filter((one) => one.startsWith('pimis.input.'));
  const { text } = JSON.parse(localStorage.getItem(key) ?? '{}') as { text: string };
  expect(JSON.parse(text)).toEqual({ text: 'Мост', tags: ['а'], day: null });
});

test('what nobody has come back for in a month is removed, of any user', () => {
  const recent = leaveInput('project', { text: 'Мост' }, { visit: 1, daysAgo: 29 });
  leaveInput('project', { text: 'Мост' }, { visit: 2, daysAgo: 31 });
  localStorage.setItem('pimis.input.7.user.ana', '{"name":"Ана"}');
  localStorage.setItem('pimis.sidebar.collapsed', 'true');
  sweepInput();
  expect(Object.keys(localStorage).toSorted()).toEqual([recent, 'pimis.sidebar.collapsed', 'pimis.was-in']);
});

test('what was found is dropped if the user does not want it', async () => {
  leaveInput('project', { text: 'Мост' });
  const { field, found, screen } = await visit();
  await screen.getByRole('button', { name: 'Одбаци унос' }).click();
  await expect.element(field).toHaveValue('');
  await expect.element(found).not.toBeInTheDocument();
  // Text typed from then on does not count as restored.
  await field.fill('Пут');
  await expect.element(found).not.toBeInTheDocument();
});

test('what the server accepts after the session has ended is not offered again; what is typed later is', async () => {
  const { field, screen } = await visit();
  await field.fill('Мост');
  await endSession();
  expect(keptPlaces()).toEqual(['project']);
  const accept = screen.getByText('прихваћено').element() as HTMLElement;
  accept.click();
  expect(keptPlaces()).toEqual([]);
  signIn(2);
  await expect.element(field).toHaveValue('');
  signIn(1);
  await expect.element(field).toHaveValue('');
  await field.fill('Мост');
  await screen.getByText('прихваћено').click();
  await field.fill('Мост преко Мораве');
  await endSession();
  expect(keptPlaces()).toEqual(['project']);
});

test('what was accepted and is typed anew is kept, though it is the same', async () => {
  const { field, screen } = await visit();
  await field.fill('Мост');
  await screen.getByText('прихваћено').click();
  await field.fill('');
  await field.fill('Мост');
  await endSession();
  expect(keptPlaces()).toEqual(['project']);
});

test('a computer without room says that what was typed is on the screen alone', async () => {
  const { field, screen } = await visit();
  await field.fill('Мост');
  const full = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  await endSession();
  const told = screen.getByRole('dialog').getByText(/изгубиће се ако се пријави неко други/);
  await expect.element(told).toBeVisible();
  full.mockRestore();
  signIn(1);
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
  await endSession();
  await expect.element(screen.getByRole('dialog')).toBeVisible();
  await expect.element(told).not.toBeInTheDocument();
});
