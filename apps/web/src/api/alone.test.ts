import { expect, test } from 'vitest';
import { alone } from './alone.ts';

test('work is done at an address without locks too', async () => {
  expect(await alone('refresh', async () => 'done', undefined)).toBe('done');
});
