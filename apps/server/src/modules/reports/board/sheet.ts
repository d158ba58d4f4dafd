import type { Readable } from 'node:stream';
import { type BoardReport, workbookColumns } from '@pimis/domain/reports/board-reports';
import { type ReportColumnKey, type ReportKind, reportColumn } from '@pimis/domain/reports/columns';
import { type Wording, wordingOf, type Written } from '@pimis/domain/text/wording';
import { type Context, today } from '../../../platform/context.ts';
import { invalidFields } from '../../../platform/errors.ts';
import type { CellKind } from '../../../platform/documents/xlsx/styles.ts';
import { type SheetLine, workbookStream } from '../../../platform/documents/xlsx/workbook.ts';
import type { Report } from './report-rows.ts';
import type { Values } from './queries.ts';
import type { ReportNames } from './paper.ts';
import { captionOf, groupText, REPORT_TEXTS, textOf } from './texts.ts';

const CELL_KINDS: Partial<Record<ReportKind, CellKind>> = {
  money: 'money',
  percent: 'percent',
  count: 'count',
  day: 'day',
};
const kindOf = (column: ReportColumnKey): CellKind => CELL_KINDS[reportColumn(column).kind] ?? 'text';

function cellsOf(columns: readonly ReportColumnKey[], values: Values, wording: Wording): (string | null)[] {
  return columns.map((column) => {
    const value = values[column] ?? null;
    return kindOf(column) === 'text' ? textOf(reportColumn(column).kind, value, wording) : value;
  });
}

/** The title of a sum is in the first cell; the sums follow in their columns. */
function sumCells(columns: readonly ReportColumnKey[], title: string, values: Values): (string | null)[] {
  return columns.map((column, index) => (index === 0 ? title : (values[column] ?? null)));
}

/**
 * The rows come first, each with the columns of its groups, so that a filter covers only rows; the sums of the groups
 * and the total are below them. A report of groups has one row per group.
 */
async function* sheetLines(
  { lines }: Report,
  columns: readonly ReportColumnKey[],
  wording: Wording,
): AsyncGenerator<SheetLine> {
  const total = wording.say(REPORT_TEXTS.total);
  const opened: { from: number; text: string }[] = [];
  const sums: SheetLine[] = [];
  let number = 0;
  for await (const line of lines) {
    switch (line.kind) {
      case 'group':
        opened.length = line.level - 1;
        opened.push({ from: number, text: groupText(line.group, line.value, wording) });
        break;
      case 'row':
        yield { kind: 'row', cells: cellsOf(columns, line.values, wording) };
        number += 1;
        break;
      case 'sum': {
        const path = opened.slice(0, line.level);
        sums.push({
          kind: 'sum',
          sums: { from: path.at(-1)?.from ?? 0, to: number - 1 },
          cells: sumCells(columns, `${total}: ${path.map(({ text }) => text).join(' / ')}`, line.values),
        });
        break;
      }
      case 'total':
        sums.push({
          kind: 'total',
          sums: { from: 0, to: number - 1 },
          cells: sumCells(columns, `${total} (${line.values.projects ?? '0'})`, line.values),
        });
    }
  }
  yield* sums;
}

/**
 * The columns of a report and of its groups; or only the requested columns and the first one, which has the titles of
 * sums. Error: ValidationError.
 */
export function sheetColumns(report: BoardReport, names: string | undefined): readonly ReportColumnKey[] {
  const all = workbookColumns(report);
  if (names === undefined) return all;
  const wanted = new Set(names.split(','));
  const chosen = all.filter((column, index) => wanted.delete(column) || index === 0);
  if (wanted.size > 0) throw invalidFields({ columns: 'InvalidField' });
  return chosen;
}

/** The realized percentage is computed from the two sums in the same row if the workbook has both. */
function shareOf(column: ReportColumnKey, columns: readonly ReportColumnKey[]) {
  const [part, whole] = [columns.indexOf('realized'), columns.indexOf('totalValue')];
  return column === 'realizedPercent' && part >= 0 && whole >= 0 ? { share: { part, whole } } : {};
}

/** A report as a workbook, read and written row by row. */
export function reportSheet(
  context: Context,
  made: Report,
  { names, columns }: { names: ReportNames; columns: readonly ReportColumnKey[] },
  written: Written,
): Promise<Readable> {
  const { report, request } = made;
  const wording = wordingOf(written.language);
  const { say, day } = wording;
  return workbookStream({
    name: say(report.title),
    above: [
      say(report.title),
      `${names.institution} · ${report.codeName} · ${say(REPORT_TEXTS.stateOf)} ${day(request.day)}`,
      captionOf(request, names.organization, wording) || `${say(REPORT_TEXTS.made)} ${day(today(context))}`,
      '',
    ],
    columns: columns.map((column) => ({
      title: say(reportColumn(column).title),
      kind: kindOf(column),
      width: reportColumn(column).width + 2,
      ...shareOf(column, columns),
    })),
    lines: sheetLines(made, columns, wording),
    ...written,
    at: context.now(),
  });
}
