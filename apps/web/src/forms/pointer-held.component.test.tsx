import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Field } from '@pimis/domain/forms/types';
import { drawForm } from '../testing/form.tsx';

const NAME: Field = { path: 'назив', kind: 'text', label: { sr: 'Назив', en: 'Name' }, required: true };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function pointer(type: 'pointerdown' | 'pointerup', button = 0): void {
  document.body.dispatchEvent(new PointerEvent(type, { bubbles: true, button }));
}

test('no message comes or goes between press and release, when it would move what is pressed', async () => {
  const { store } = await drawForm([NAME], {});
  const wrong = () => store.errorsAt('назив') !== undefined;
  expect(wrong()).toBe(true);
  store.set(['назив'], 'Вода');
  pointer('pointerdown');
  vi.advanceTimersByTime(1_000);
  expect(wrong()).toBe(true);
  // The blur of the former field is part of the press.
  document.body.dispatchEvent(new FocusEvent('blur'));
  vi.advanceTimersByTime(1_000);
  expect(wrong()).toBe(true);
  pointer('pointerup');
  vi.advanceTimersByTime(1_000);
  expect(wrong()).toBe(false);
});

test('a press whose end the page never hears, as of a menu, holds up nothing that is typed', async () => {
  const { store } = await drawForm([NAME], {});
  const wrong = () => store.errorsAt('назив') !== undefined;
  const RIGHT = 2;
  pointer('pointerdown', RIGHT);
  store.set(['назив'], 'Вода');
  vi.advanceTimersByTime(1_000);
  expect(wrong()).toBe(false);
  for (const end of [
    new MouseEvent('contextmenu', { bubbles: true }),
    new KeyboardEvent('keydown', { bubbles: true }),
  ]) {
    pointer('pointerdown');
    store.set(['назив'], store.errorsAt('назив') ? 'Вода' : '');
    const before = wrong();
    vi.advanceTimersByTime(1_000);
    expect(wrong()).toBe(before);
    document.body.dispatchEvent(end);
    vi.advanceTimersByTime(1_000);
    expect(wrong()).toBe(!before);
  }
});
