import { expect, test } from 'vitest';
import { drawHook } from '../../../testing/hook.tsx';
import { useMillions } from './use-millions.ts';

test('amounts are written in millions, whether they are counted in hundredths or written out', async () => {
  const { now } = await drawHook(useMillions);
  expect([123_456_700_000n, '1234567000.00', '1.00', 'није број', 0n].map((amount) => now()(amount))).toEqual([
    '1.234,57',
    '1.234,57',
    '< 0,01',
    '0,00',
    '0,00',
  ]);
});
