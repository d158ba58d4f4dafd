import { expect, test } from 'vitest';
import { allForms } from './catalogue.ts';
import { fieldExample } from './field-examples.ts';
import type { Field } from './types.ts';

test('an example is found by the place of a field, in any row', () => {
  expect(fieldExample('risks[2].measures')?.sr).toContain('Споразуми');
  expect(fieldExample('risks[12].measures')).toBe(fieldExample('risks[2].measures'));
  expect(fieldExample('risks[1].measures')).toBe(fieldExample('risks[2].measures'));
  expect(fieldExample('basic.projectCode')).toBeUndefined();
});

/** Kinds of the columns of tables whose cells are compact. */
const CELLS: readonly Field['kind'][] = [
  'text',
  'select',
  'rsd',
  'eur',
  'foreign',
  'percent',
  'int',
  'year',
  'date',
  'month',
  'currency',
  'yesNo',
  'org',
  'location',
  'file',
];

/** Texts that are typed into cells of tables, by their places without rows. */
function typedCells(fields: readonly Field[], base = ''): string[] {
  return fields.flatMap(({ path, kind, computed, columns }) => {
    const place = base === '' ? path : `${base}.${path}`;
    if (columns) return typedCells(columns, place);
    return base !== '' && kind === 'text' && !computed ? [place] : [];
  });
}

test('each text that is typed into a compact cell has an example', () => {
  const compact = allForms().flatMap(({ sections }) =>
    sections.flatMap(({ fields }) =>
      fields.flatMap((field) => (field.columns?.every(({ kind }) => CELLS.includes(kind)) ? typedCells([field]) : [])),
    ),
  );
  expect(compact.length).toBeGreaterThan(10);
  expect([...new Set(compact)].filter((place) => fieldExample(place) === undefined)).toEqual([]);
});
