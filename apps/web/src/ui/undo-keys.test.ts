import { expect, it } from 'vitest';
import { undoKey } from './undo-keys.ts';

const pressed = (key: string, more: { shiftKey?: boolean; altKey?: boolean; metaKey?: boolean } = {}) =>
  undoKey({ key, ctrlKey: !more.metaKey, metaKey: false, shiftKey: false, altKey: false, ...more });

it('undoes and makes again by the letter of the key, in both alphabets', () => {
  expect(['z', 'Z', 'з', 'З'].map((key) => pressed(key))).toEqual(['undo', 'undo', 'undo', 'undo']);
  expect(['Z', 'З'].map((key) => pressed(key, { shiftKey: true }))).toEqual(['redo', 'redo']);
  expect(['y', 'ѕ', 'Ѕ'].map((key) => pressed(key))).toEqual(['redo', 'redo', 'redo']);
  expect(pressed('z', { metaKey: true })).toBe('undo');
});

it('leaves every other key alone', () => {
  expect(['a', 'у', 'я', 'Enter'].map((key) => pressed(key))).toEqual([null, null, null, null]);
  expect(pressed('z', { altKey: true })).toBe(null);
  expect(pressed('Y', { shiftKey: true })).toBe(null);
  expect(undoKey({ key: 'z', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false })).toBe(null);
});
