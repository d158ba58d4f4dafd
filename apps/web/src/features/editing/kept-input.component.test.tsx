import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useSession } from '../../api/session.ts';
import { userOf } from '../../api/session-store.ts';
import { endSession } from '../../testing/end-session.ts';
import { draw } from '../../testing/form.tsx';
import { signIn } from '../../testing/sign-in.ts';
import { useKeptState } from './kept-input.ts';

beforeEach(() => {
  localStorage.clear();
  signIn(1);
});
afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

function Field({ place }: { place: string }) {
  const [text, setText, isFound] = useKeptState(place, '');
  return (
    <>
      <input aria-label="Поље" value={text} onChange={(event) => setText(event.currentTarget.value)} />
      {isFound && <p>враћено</p>}
    </>
  );
}

/** A field in a frame that draws it anew for another user, as that of the product does. */
function Screen({ place }: { place: string }) {
  const user = userOf(useSession());
  return user && <Field key={user.id} place={place} />;
}

async function visit(place = 'project') {
  const screen = await draw(<Screen place={place} />);
  return { screen, field: screen.getByRole('textbox', { name: 'Поље' }), found: screen.getByText('враћено') };
}

test('what is typed when the session ends is there again for its author, and never for another user', async () => {
  const { field, found } = await visit();
  await field.fill('Мост');
  await endSession();
  await expect.element(field).toHaveValue('Мост');
  signIn(2);
  await expect.element(field).toHaveValue('');
  await expect.element(found).not.toBeInTheDocument();
  // The second user types, too, and leaves nothing to the first.
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
  const other = await visit('role.new');
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
  expect(Object.keys(localStorage)).toEqual(['pimis.input.1.project']);
  signIn(1);
  await expect.element(field).toHaveValue('Мост');
  await expect.poll(() => Object.keys(localStorage)).toEqual([]);
  await field.fill('');
  await endSession();
  await screen.unmount();
  expect(Object.keys(localStorage)).toEqual([]);
});
