import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draw } from '../testing/form.tsx';
import { signIn } from '../testing/sign-in.ts';
import { useKeptText } from './use-kept-text.ts';

beforeEach(() => signIn());
afterEach(() => vi.restoreAllMocks());

/** The event in a tab when another one stores or removes a text. */
function storedElsewhere(name: string, text: string | null) {
  const key = `pimis.text.1.${name}`;
  if (text === null) localStorage.removeItem(key);
  else localStorage.setItem(key, text);
  window.dispatchEvent(new StorageEvent('storage', { key, newValue: text, storageArea: localStorage }));
}

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

test('two tabs show the same text, until it is sent in one of them', async () => {
  const { kept } = await visit('comment.MOST');
  kept().change('Овде');
  storedElsewhere('comment.PUT', 'Други пројекат');
  storedElsewhere('comment.MOST', 'Овде и тамо');
  await expect.poll(() => kept().text).toBe('Овде и тамо');
  kept().change('Овде и тамо, и опет овде');
  expect((await visit('comment.MOST')).kept().text).toBe('Овде и тамо, и опет овде');
  storedElsewhere('comment.MOST', null);
  await expect.poll(() => kept().text).toBe('');
});

test('a text that could not be kept is not lost to another tab', async () => {
  const { kept } = await visit('comment.MOST');
  vi.spyOn(Storage.prototype, 'setItem').mockImplementationOnce(() => {
    throw new DOMException('full', 'QuotaExceededError');
  });
  kept().change('Само на екрану');
  await expect.poll(() => kept().text).toBe('Само на екрану');
  storedElsewhere('comment.MOST', 'Из другог прозора');
  kept().sent('Само на екрану');
  await expect.poll(() => kept().text).toBe('');
});
