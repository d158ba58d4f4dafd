import { describe, expect, it } from 'vitest';
import { type CatalogueColumn, writeTypes } from './table-types.ts';

const plain: CatalogueColumn = {
  relation: 'seals',
  source: 'seals',
  column: 'text',
  type: 'text',
  nullable: false,
  always: false,
  hasDefault: false,
  view: false,
  words: null,
};
const typeOf = (column: Partial<CatalogueColumn>) => / {4}\w+: (.*);/.exec(writeTypes([{ ...plain, ...column }]))?.[1];

describe('types of the tables', () => {
  it.each<[Partial<CatalogueColumn>, string]>([
    [{}, 'string'],
    [{ nullable: true }, 'string | null'],
    [{ type: 'int4', always: true }, 'GeneratedAlways<number>'],
    [{ type: 'bool', hasDefault: true }, 'Generated<boolean>'],
    [{ type: 'text[]', hasDefault: true }, 'Generated<string[]>'],
    [{ type: 'numeric' }, 'string'],
    [{ type: 'timestamptz' }, 'ColumnType<Date, Date | string, Date | string>'],
    [{ type: 'timestamptz', hasDefault: true }, 'ColumnType<Date, Date | string | undefined, Date | string>'],
    [
      { type: 'timestamptz', nullable: true },
      'ColumnType<Date | null, Date | string | null | undefined, Date | string | null>',
    ],
    [{ type: 'jsonb' }, 'ColumnType<unknown, string, string>'],
    [
      { source: 'form_revisions', column: 'validation', type: 'json' },
      'ColumnType<StoredValidationResult, string, string>',
    ],
    [{ words: ['now', 'digest'], nullable: true }, "'now' | 'digest' | null"],
    [{ view: true, nullable: true }, 'Read<string | null>'],
  ])('%j is %s', (column, type) => {
    expect(typeOf(column)).toBe(type);
  });

  it('refuse an unknown type', () => {
    expect(() => writeTypes([{ ...plain, type: 'money' }])).toThrow('seals.text: no type for money');
  });
});
