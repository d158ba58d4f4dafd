import type { Readable } from 'node:stream';
import { formatDay } from '@pimis/domain/dates/dates';
import { type ReportColumnKey, type ReportKind, reportColumn } from '@pimis/domain/reports/columns';
import type { Script } from '@pimis/domain/text/transliterate';
import { type Context, today } from '../../../platform/context.ts';
import type { CellKind } from '../../../platform/xlsx/styles.ts';
import { type SheetLine, workbookStream } from '../../../platform/xlsx/workbook.ts';
import type { Line, Report } from './report-rows.ts';
import type { Values } from './queries.ts';
import { captionOf, groupText, textOf } from './texts.ts';

const CELL_KINDS: Partial<Record<ReportKind, CellKind>> = {
  money: 'money',
  percent: 'percent',
  count: 'count',
  day: 'day',
};
const kindOf = (column: ReportColumnKey): CellKind => CELL_KINDS[reportColumn(column).kind] ?? 'text';

function cellsOf(columns: readonly ReportColumnKey[], values: Values): (string | null)[] {
  return columns.map((column) => {
    const value = values[column] ?? null;
    return kindOf(column) === 'text' ? textOf(reportColumn(column).kind, value) : value;
  });
}

/** The first cell of a line says what it sums; the columns of sums follow. */
function sumCells(columns: readonly ReportColumnKey[], title: string, values: Values): (string | null)[] {
  return columns.map((column, index) => (index === 0 ? title : (values[column] ?? null)));
}

async function* sheetLines({ report, lines }: Report): AsyncGenerator<SheetLine> {
  const { columns } = report;
  const opened: number[] = [];
  let number = 0;
  for await (const line of lines) {
    yield sheetLine(line);
    number += 1;
  }

  function sheetLine(line: Line): SheetLine {
    switch (line.kind) {
      case 'group':
        opened[line.level] = number + 1;
        return {
          kind: 'group',
          level: line.level - 1,
          cells: columns.map((_, index) => (index === 0 ? groupText(line.group, line.value) : null)),
        };
      case 'row':
        return { kind: 'row', level: opened.length - 1, cells: cellsOf(columns, line.values) };
      case 'sum': {
        const from = opened[line.level] ?? 0;
        opened.length = line.level + 1;
        const title = `Укупно: ${groupText(line.group, line.value)}`;
        const sums = { from, to: number - 1 };
        return { kind: 'sum', level: line.level, sums, cells: sumCells(columns, title, line.values) };
      }
      case 'total':
        return {
          kind: 'total',
          sums: { from: 0, to: number - 1 },
          cells: sumCells(columns, `Укупно (${line.values.projects ?? '0'})`, line.values),
        };
    }
  }
}

/** A report as a workbook, read and written row by row. */
export function reportSheet(context: Context, made: Report, institution: string, script?: Script): Promise<Readable> {
  const { report, asked } = made;
  return workbookStream({
    name: report.title.sr,
    above: [
      report.title.sr,
      `${institution} · ${report.codeName} · стање на дан ${formatDay(asked.day)}`,
      captionOf(asked) || `Израђено ${formatDay(today(context))}`,
      '',
    ],
    columns: report.columns.map((column) => ({
      title: reportColumn(column).title.sr,
      kind: kindOf(column),
      width: reportColumn(column).width + 2,
    })),
    lines: sheetLines(made),
    script,
    at: context.now(),
  });
}
