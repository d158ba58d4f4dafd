import { expect, test } from 'vitest';
import { detailLines } from './audit-detail.ts';

test('tells what a change has changed, and what stands beside it', () => {
  const before = { name: 'Ана', email: 'ana@example.rs', tags: ['а'] };
  const after = { name: 'Ана', email: 'nova@example.rs', tags: ['а', 'б'] };
  expect(detailLines({ before, after, comment: 'исправка', reason: null, note: '', request: undefined })).toEqual([
    { field: 'email', before: 'ana@example.rs', after: 'nova@example.rs' },
    { field: 'tags', before: ['а'], after: ['а', 'б'] },
    { field: 'comment', after: 'исправка' },
  ]);
});

test('tells all of what has come, and of what has gone', () => {
  expect(detailLines({ before: null, after: { name: 'Банка' }, imported: false })).toEqual([
    { field: 'name', before: null, after: 'Банка' },
    { field: 'imported', after: false },
  ]);
  expect(detailLines({ before: { name: 'Банка' } })).toEqual([{ field: 'name', before: 'Банка', after: null }]);
});

test('tells of rows from before there were both as they are', () => {
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
