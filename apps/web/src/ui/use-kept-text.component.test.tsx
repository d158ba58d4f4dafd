import { afterEach, beforeEach, expect, test } from 'vitest';
import { draw } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { useKeptText } from './use-kept-text.ts';

beforeEach(() => {
  localStorage.clear();
  signIn();
});
afterEach(() => localStorage.clear());

async function visit(name: string, initial = '') {
  let now: ReturnType<typeof useKeptText> | undefined;
  const Screen = () => {
    now = useKeptText(name, initial);
    return null;
  };
  const screen = await draw(<Screen />);
  return { kept: () => now as ReturnType<typeof useKeptText>, leave: () => screen.unmount() };
}

test('a text that was not sent is there on the next visit, for its author and its place alone', async () => {
  const first = await visit('comment.MOST');
  first.kept().change('Започето');
  await first.leave();
  expect((await visit('comment.PUT')).kept().text).toBe('');
  expect((await visit('comment.MOST')).kept().text).toBe('Започето');
  signIn(2);
  expect((await visit('comment.MOST')).kept().text).toBe('');
});

test('a sent text is gone, what was typed while it was sent stays', async () => {
  const first = await visit('comment.MOST');
  first.kept().change('Послато');
  first.kept().change('Послато, и још');
  first.kept().sent('Послато');
  await expect.poll(() => first.kept().text).toBe('Послато, и још');
  first.kept().sent('Послато, и још');
  await first.leave();
  expect((await visit('comment.MOST')).kept().text).toBe('');
});

test('a correction that was given up shows the saved text again', async () => {
  const first = await visit('comment.MOST.4', 'Сачувано');
  first.kept().change('Исправка');
  await first.leave();
  const second = await visit('comment.MOST.4', 'Сачувано');
  expect(second.kept().text).toBe('Исправка');
  second.kept().drop();
  await second.leave();
  expect((await visit('comment.MOST.4', 'Сачувано')).kept().text).toBe('Сачувано');
});
