import type { Readable } from 'node:stream';
import type { BilingualText } from '@pimis/domain/text/bilingual-text';
import { inScript } from '@pimis/domain/text/transliterate';
import { wordingOf, type Written } from '@pimis/domain/text/wording';
import { WORDS } from '@pimis/domain/text/words';
import type { Database } from '../../platform/database/database.ts';
import type { CellKind } from '../../platform/documents/xlsx/styles.ts';
import { type SheetLine, workbookStream } from '../../platform/documents/xlsx/workbook.ts';
import { auditRows } from './queries.ts';

const TITLE: BilingualText = { sr: 'Ревизорски траг', en: 'Audit log' };
const SYSTEM: BilingualText = { sr: 'систем', en: 'system' };
const VISITOR: BilingualText = { sr: 'посетилац', en: 'visitor' };

const COLUMNS: readonly { title: BilingualText; kind: CellKind; width: number }[] = [
  { title: WORDS.number, kind: 'count', width: 12 },
  { title: { sr: 'Време', en: 'Time' }, kind: 'instant', width: 17 },
  { title: WORDS.user, kind: 'text', width: 18 },
  { title: WORDS.action, kind: 'text', width: 22 },
  { title: WORDS.kind, kind: 'text', width: 14 },
  { title: { sr: 'Предмет', en: 'Subject' }, kind: 'text', width: 16 },
  { title: { sr: 'Назив предмета', en: 'Name of the subject' }, kind: 'text', width: 20 },
  { title: WORDS.body, kind: 'text', width: 12 },
  { title: { sr: 'Појединости', en: 'Details' }, kind: 'text', width: 60 },
  { title: WORDS.address, kind: 'text', width: 16 },
  { title: { sr: 'Захтев', en: 'Request' }, kind: 'text', width: 38 },
];

async function* lines(
  db: Database,
  query: Record<string, string>,
  say: (text: BilingualText) => string,
): AsyncGenerator<SheetLine> {
  for await (const row of auditRows(db, query)) {
    yield {
      kind: 'row',
      cells: [
        String(row.id),
        row.at,
        row.login ?? say(row.address === null ? SYSTEM : VISITOR),
        row.operation,
        row.subjectType,
        row.subjectId,
        row.subjectName,
        row.organizationId,
        JSON.stringify(row.detail),
        row.address,
        row.requestId,
      ],
    };
  }
}

/** The rows of the filters in the order in which they were written, in batches. Error: ValidationError. */
export function auditWorkbook(
  db: Database,
  query: Record<string, string>,
  written: Written,
  at: Date,
): Promise<Readable> {
  const say = (text: BilingualText) => inScript(wordingOf(written.language).say(text), written.script);
  return workbookStream({
    name: say(TITLE),
    columns: COLUMNS.map(({ title, ...column }) => ({ ...column, title: say(title) })),
    lines: lines(db, query, say),
    // The text of the log is not changed.
    language: written.language,
    at,
  });
}
