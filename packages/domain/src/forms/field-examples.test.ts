import { expect, test } from 'vitest';
import { fieldExample } from './field-examples.ts';

test('an example is found by the place of a field, in any row', () => {
  expect(fieldExample('risks[2].measures')?.sr).toContain('Споразуми');
  expect(fieldExample('risks[12].measures')).toBe(fieldExample('risks[2].measures'));
  expect(fieldExample('risks[1].measures')).toBe(fieldExample('risks[2].measures'));
  expect(fieldExample('basic.projectCode')).toBeUndefined();
});
