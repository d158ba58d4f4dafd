import { expect, test } from 'vitest';
import { detailLines } from './audit-detail.ts';

test('shows changed fields, then further facts', () => {
  const before = { name: 'Ана', email: 'ana@example.rs', tags: ['а'] };
  const after = { name: 'Ана', email: 'nova@example.rs', tags: ['а', 'б'] };
  expect(detailLines({ before, after, comment: 'исправка', reason: null, note: '', request: undefined })).toEqual([
    { field: 'email', before: 'ana@example.rs', after: 'nova@example.rs' },
    { field: 'tags', before: ['а'], after: ['а', 'б'] },
    { field: 'comment', after: 'исправка' },
  ]);
});

test('shows all fields of a created or removed row', () => {
  expect(detailLines({ before: null, after: { name: 'Банка' }, imported: false })).toEqual([
    { field: 'name', before: null, after: 'Банка' },
    { field: 'imported', after: false },
  ]);
  expect(detailLines({ before: { name: 'Банка' } })).toEqual([{ field: 'name', before: 'Банка', after: null }]);
});

test('shows details without two objects as they are', () => {
  expect(detailLines({ before: 'стари текст', code: 'A-1' })).toEqual([
    { field: 'before', after: 'стари текст' },
    { field: 'code', after: 'A-1' },
  ]);
  expect(detailLines({})).toEqual([]);
  expect(detailLines({ before: ['а'], after: 'б' })).toEqual([
    { field: 'before', after: ['а'] },
    { field: 'after', after: 'б' },
  ]);
});
