import { expect, it } from 'vitest';
import { PROJECT_COLUMN_NAMES, projectColumn, STORED_COLUMNS, WORKBOOK_COLUMN_NAMES } from './table-columns.ts';

it('columns of the workbook have a width, stored ones a column of the database', () => {
  expect(PROJECT_COLUMN_NAMES).toContain('code');
  for (const name of PROJECT_COLUMN_NAMES) {
    const { width, from } = projectColumn(name);
    expect(WORKBOOK_COLUMN_NAMES.includes(name), name).toBe(width !== undefined);
    expect((STORED_COLUMNS as readonly string[]).includes(name), name).toBe(from !== undefined);
  }
  expect(WORKBOOK_COLUMN_NAMES).toContain('onTurn');
  expect(STORED_COLUMNS).not.toContain('onTurn');
  expect(STORED_COLUMNS).toContain('lastReporting');
});
