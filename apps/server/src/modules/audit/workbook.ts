import type { Readable } from 'node:stream';
import type { Database } from '../../platform/database.ts';
import { type Sheet, type SheetLine, workbookStream } from '../../platform/xlsx/workbook.ts';
import { auditRows } from './queries.ts';

const COLUMNS: Sheet['columns'] = [
  { title: 'Број', kind: 'count', width: 12 },
  { title: 'Време', kind: 'instant', width: 17 },
  { title: 'Корисник', kind: 'text', width: 18 },
  { title: 'Радња', kind: 'text', width: 22 },
  { title: 'Врста', kind: 'text', width: 14 },
  { title: 'Предмет', kind: 'text', width: 16 },
  { title: 'Орган', kind: 'text', width: 10 },
  { title: 'Појединости', kind: 'text', width: 60 },
  { title: 'Адреса', kind: 'text', width: 16 },
  { title: 'Захтев', kind: 'text', width: 38 },
];

async function* lines(db: Database, query: Record<string, string>): AsyncGenerator<SheetLine> {
  for await (const row of auditRows(db, query)) {
    yield {
      kind: 'row',
      cells: [
        String(row.id),
        row.at,
        row.login ?? (row.address === null ? 'систем' : 'посетилац'),
        row.operation,
        row.subjectType,
        row.subjectId,
        row.organizationId,
        JSON.stringify(row.detail),
        row.address,
        row.requestId,
      ],
    };
  }
}

/** The rows that the filters leave, in the order in which they were written; read in batches. Error: ValidationError. */
export function auditWorkbook(db: Database, query: Record<string, string>, at: Date): Promise<Readable> {
  return workbookStream({ name: 'Ревизорски траг', columns: COLUMNS, lines: lines(db, query), at });
}
