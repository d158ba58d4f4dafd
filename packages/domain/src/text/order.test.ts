import { expect, it } from 'vitest';
import { compareNames } from './order.ts';

const NAMES = [...'шжџцчћђљњзсдлнгк'].map((letter) => `${letter.toUpperCase()}ума`);

it('readers of Cyrillic have the order of azbuka', () => {
  expect(
    NAMES.toSorted(compareNames('cyrillic'))
      .map((name) => name.charAt(0))
      .join(''),
  ).toBe('ГДЂЖЗКЛЉНЊСЋЦЧЏШ');
  expect(NAMES.toSorted(compareNames())).toEqual(NAMES.toSorted(compareNames('cyrillic')));
});

it('readers of Latin have the order of abeceda, however the names are stored', () => {
  expect(
    NAMES.toSorted(compareNames('latin'))
      .map((name) => name.charAt(0))
      .join(''),
  ).toBe('ЦЧЋДЏЂГКЛЉНЊСШЗЖ');
  const latin = [
    'žaba',
    'zub',
    'njiva',
    'nula',
    'ljeto',
    'luk',
    'lopta',
    'džep',
    'đak',
    'dub',
    'dvor',
    'ćup',
    'čep',
    'cvet',
  ];
  expect(latin.toSorted(compareNames('latin'))).toEqual([
    'cvet',
    'čep',
    'ćup',
    'dub',
    'dvor',
    'džep',
    'đak',
    'lopta',
    'luk',
    'ljeto',
    'nula',
    'njiva',
    'zub',
    'žaba',
  ]);
});
