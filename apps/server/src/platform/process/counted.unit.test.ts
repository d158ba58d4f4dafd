import { expect, it } from 'vitest';
import { counted } from './counted.ts';

it('a number comes with its noun, in the singular for one alone', () => {
  expect([0, 1, 2].map((count) => counted(count, 'file'))).toEqual(['0 files', '1 file', '2 files']);
  expect(counted(1, 'row waits', 'rows wait')).toBe('1 row waits');
  expect(counted(21, 'row waits', 'rows wait')).toBe('21 rows wait');
});
