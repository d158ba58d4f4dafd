import { describe, expect, test } from 'vitest';
import { TouchedFields } from './touched-fields.ts';

const CELL = 'financing.sources[2].amount';

function touching(...names: string[]): TouchedFields {
  const touched = new TouchedFields();
  for (const name of names) touched.leave(name);
  return touched;
}

describe('a place shows its errors', () => {
  test('only after it lost the focus', () => {
    const touched = touching('basic.phone');
    expect(touched.has('basic.phone')).toBe(true);
    expect(touched.has('basic.email')).toBe(false);
    expect(touching().has('basic.phone')).toBe(false);
  });

  test.each(['financing.sources[2]', 'financing.sources', 'financing'])(
    'when a place inside it lost the focus: %s',
    (around) => {
      expect(touching(CELL).has(around)).toBe(true);
    },
  );

  test.each(['financing.sources[2]', 'financing.sources', 'financing'])(
    'when a place around it lost the focus: %s',
    (around) => {
      expect(touching(around).has(CELL)).toBe(true);
    },
  );

  test('in a long table too', () => {
    expect(touching('financing.sources[12]').has('financing.sources[12].amount')).toBe(true);
    expect(touching('financing.sources[12].amount').has('financing.sources')).toBe(true);
    expect(touching('financing.sources[12].amount').has('financing.sources[1]')).toBe(false);
  });

  test.each(['financing.sources[1]', 'financing.sources[2].name', 'financing.sourcesTotal', 'financ', 'financing.su'])(
    'but not because one beside it did: %s',
    (beside) => {
      expect(touching(CELL).has(beside)).toBe(false);
      expect(touching(beside).has(CELL)).toBe(false);
    },
  );

  test('everywhere once the form was saved', () => {
    const touched = touching();
    expect(touched.isEverywhere).toBe(false);
    touched.leaveAll();
    expect([touched.isEverywhere, touched.has(CELL)]).toEqual([true, true]);
  });
});

test('a place is reported as new once, and not at all when all places show their errors', () => {
  const touched = new TouchedFields();
  expect([touched.leave(CELL), touched.leave(CELL)]).toEqual([true, false]);
  touched.leaveAll();
  expect(touched.leave('basic.phone')).toBe(false);
});
