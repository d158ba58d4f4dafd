import { expect, it } from 'vitest';
import { nameInOrder, readScript } from './order-of-names.ts';

it('names are ordered by the alphabet of the reader', () => {
  expect(nameInOrder('t.name', 'latin')).toBe('(pimis_latin(t.name) collate "sr-Latn-x-icu")');
  for (const script of [undefined, 'cyrillic'] as const) {
    expect(nameInOrder('t.name', script)).toBe('(t.name collate "sr-x-icu")');
  }
});

it('the script of a reader is Latin or Cyrillic, which is the default; another one is refused', () => {
  expect([undefined, '', 'cyrillic', 'latin'].map(readScript)).toEqual([undefined, undefined, undefined, 'latin']);
  for (const script of ['Latin', 'greek', 1, null]) {
    expect(() => readScript(script)).toThrow(
      expect.objectContaining({
        status: 'ValidationError',
        fieldErrors: [{ field: 'script', code: 'InvalidField' }],
      }) as Error,
    );
  }
});
