import { expect, it } from 'vitest';
import { plainText } from '../../testing/plain-text.ts';
import { stepLabel } from './step-label.ts';

it('a return says how many remarks it sends; other steps send none', () => {
  const label = { sr: 'Врати', en: 'Return' };
  const text = (key: string, drafts: number) => stepLabel({ key, label }, drafts, plainText);
  expect([text('return', 1), text('return', 0), text('confirm', 3)]).toEqual(['Врати (1)', 'Врати', 'Врати']);
});
