import { expect, it } from 'vitest';
import { plainText } from '../testing/plain-text.ts';
import { leftOutText } from './left-out-text.ts';
import type { LeftOut } from './pasted-look.ts';

const said = (...left: LeftOut[]) => leftOutText(new Set(left), plainText.t);

it('a paste that lost nothing says nothing', () => {
  expect(said()).toBe('');
});

it('texts that a paste has left out are named in one sentence, in a fixed order', () => {
  expect(said('comments', 'deleted')).toBe('forms.leftOut.texts | forms.leftOut.deleted, forms.leftOut.comments');
  expect(said('hidden', 'struck')).toBe('forms.leftOut.texts | forms.leftOut.struck, forms.leftOut.hidden');
});

it('each other loss is a sentence', () => {
  expect(said('look')).toBe('forms.leftOut.look');
  expect(said('crossed')).toBe('forms.leftOut.crossed');
  expect(said('pictures')).toBe('forms.picturesLeftOut');
  expect(said('pictures', 'look', 'struck')).toBe(
    'forms.leftOut.texts | forms.leftOut.struck forms.leftOut.look forms.picturesLeftOut',
  );
});
