import { expect, it } from 'vitest';
import { changesManyRows } from './import-changes.ts';

it('an import that changes more than a tenth of the rows is asked for', () => {
  expect(
    [
      [0, 0],
      [0, 5],
      [1, 9],
      [1, 10],
      [10, 100],
      [11, 100],
    ].map(([updated = 0, stored = 0]) => changesManyRows(updated, stored)),
  ).toEqual([false, false, true, false, false, true]);
});
