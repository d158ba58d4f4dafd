import { Readable } from 'node:stream';
import { writeXlsxStream } from 'hucre/xlsx';
import type { Database } from '../../platform/database.ts';
import { auditRows } from './queries.ts';

const HEADER = ['Број', 'Време', 'Корисник', 'Радња', 'Врста', 'Шта', 'Орган', 'Појединости', 'Адреса', 'Захтев'];

async function* cells(db: Database, query: Record<string, string>): AsyncGenerator<(string | Date)[]> {
  yield HEADER;
  for await (const row of auditRows(db, query)) {
    yield [
      row.id,
      new Date(row.at),
      row.login ?? '',
      row.operation,
      row.subjectType,
      row.subjectId,
      row.organizationId ?? '',
      JSON.stringify(row.detail),
      row.address ?? '',
      row.requestId ?? '',
    ];
  }
}

/** The rows that the filters leave, in the order in which they were written; read in batches. */
export function auditWorkbook(db: Database, query: Record<string, string>): Readable {
  return Readable.fromWeb(writeXlsxStream(cells(db, query), { name: 'Ревизорски траг' }) as never);
}
