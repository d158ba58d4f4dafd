import type { Readable } from 'node:stream';
import { MAX_PAGE_SIZE } from '@pimis/contract/envelope';
import type { TaskRow } from '@pimis/contract/tasks';
import { type BilingualText, pair } from '@pimis/domain/text/bilingual-text';
import { inScript } from '@pimis/domain/text/transliterate';
import { wordingOf, type Written } from '@pimis/domain/text/wording';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { statusInfo } from '@pimis/domain/workflow/statuses';
import { WORDS } from '@pimis/domain/text/words';
import { type Context, dayOf } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { invalidFields } from '../../platform/errors.ts';
import { prefetchFirst } from '../../platform/http/prefetch-first.ts';
import type { CellKind } from '../../platform/documents/xlsx/styles.ts';
import { type SheetLine, workbookStream } from '../../platform/documents/xlsx/workbook.ts';
import { csvFile } from '../registry/files/files.ts';
import { listTasks, taskOrder } from './tasks.ts';

interface Column {
  title: BilingualText;
  kind: CellKind;
  width: number;
  /** Amounts as decimal strings, instants in ISO. */
  cell: (row: TaskRow) => string | BilingualText;
}

const column = (title: BilingualText, width: number, cell: Column['cell'], kind: CellKind = 'text'): Column => ({
  title,
  kind,
  width,
  cell,
});

const COLUMNS: readonly Column[] = [
  column(WORDS.workingName, 15, ({ projectCode }) => projectCode),
  column(WORDS.name, 40, ({ projectName }) => projectName),
  column(WORDS.body, 30, ({ organizationName }) => organizationName),
  column(WORDS.phase, 18, ({ phase }) => phaseInfo(phase).title),
  column(WORDS.state, 20, ({ phaseStatus }) => statusInfo(phaseStatus).label),
  column(pair('Следећи корак', 'Next step'), 30, ({ nextStep }) => nextStep.label),
  column(WORDS.waitingSince, 17, ({ waitingSince }) => waitingSince, 'instant'),
  column(pair('Чека дана', 'Days waiting'), 12, ({ days }) => String(days), 'whole'),
  column(pair('Рок у данима', 'Days allowed'), 12, ({ norm }) => String(norm), 'whole'),
  column(WORDS.waitsTooLong, 10, ({ late }) => (late ? WORDS.yesInText : WORDS.noInText)),
  column(WORDS.valueRsd, 20, ({ totalValue }) => totalValue, 'money'),
];

/** Not allowed: a file contains all rows and has no pages. */
const PAGE_PARAMETERS: readonly string[] = ['page', 'perPage', 'after', 'before', 'end', 'exact'];

/** Every task under the filters and in the order of the query, read a page at a time. */
async function* allTasks(context: Context, user: CurrentUser, query: Record<string, string>): AsyncGenerator<TaskRow> {
  let after: string | null = null;
  // Chosen once, because the keys of a page are only valid in its order.
  const order = await taskOrder(context, user, query);
  do {
    const page: Record<string, string> = {
      ...query,
      ...order,
      perPage: String(MAX_PAGE_SIZE),
      ...(after ? { after } : {}),
    };
    const { rows, additional } = await listTasks(context, user, page);
    yield* rows;
    after = additional.keys && rows.length === MAX_PAGE_SIZE ? additional.keys.last : null;
  } while (after);
}

/** A cell as Serbian spreadsheets read it: days, and amounts with a decimal comma. */
function csvText(kind: CellKind, value: string): string {
  if (kind === 'instant') return dayOf(new Date(value));
  return kind === 'money' ? value.replace('.', ',') : value;
}

/**
 * The tasks of the user, as a workbook or as CSV with semicolons. Errors: ValidationError for a parameter that only
 * applies to pages.
 */
export async function tasksFile(
  context: Context,
  user: CurrentUser,
  query: Record<string, string>,
  { format, written }: { format: 'xlsx' | 'csv'; written: Written },
): Promise<Readable> {
  const page = PAGE_PARAMETERS.find((name) => query[name] !== undefined);
  if (page !== undefined) throw invalidFields({ [page]: 'UnknownField' });
  const { say } = wordingOf(written.language);
  const text = (value: string | BilingualText) => (typeof value === 'string' ? value : say(value));
  const titles = COLUMNS.map(({ title }) => say(title));
  const tasks = await prefetchFirst(allTasks(context, user, query));
  if (format === 'csv') {
    const script = (cell: string) => inScript(cell, written.script);
    async function* rows(): AsyncGenerator<string[]> {
      for await (const row of tasks) yield COLUMNS.map(({ kind, cell }) => script(csvText(kind, text(cell(row)))));
    }
    return csvFile(titles.map(script), rows(), ';');
  }
  async function* lines(): AsyncGenerator<SheetLine> {
    for await (const row of tasks) yield { kind: 'row', cells: COLUMNS.map(({ cell }) => text(cell(row))) };
  }
  return workbookStream({
    name: say(WORDS.waitsForYou),
    columns: COLUMNS.map(({ title, kind, width }) => ({ title: say(title), kind, width })),
    lines: lines(),
    ...written,
    at: context.now(),
  });
}
