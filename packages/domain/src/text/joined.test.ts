import { expect, it } from 'vitest';
import { joined } from './joined.ts';

it.each([
  [[], '', ''],
  [['А'], 'А', 'А'],
  [['А', 'Б'], 'А и Б', 'А and Б'],
  [['А', 'Б', 'В'], 'А, Б и В', 'А, Б and В'],
])('%j are listed as %s', (items, sr, en) => {
  expect(joined(items, 'and')).toEqual({ sr, en });
});

it('lists alternatives', () => {
  expect(joined(['А', 'Б'], 'or')).toEqual({ sr: 'А или Б', en: 'А or Б' });
});
