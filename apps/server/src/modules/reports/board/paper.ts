import { formatDay } from '@pimis/domain/dates/dates';
import { GROUP_TITLES, type ReportGroup } from '@pimis/domain/reports/board-reports';
import { type ReportColumnKey, reportColumn } from '@pimis/domain/reports/columns';
import type { Script } from '@pimis/domain/text/transliterate';
import { type Context, today } from '../../../platform/context.ts';
import type { Block, Column, PdfDocument, Row } from '../../../platform/pdf/model.ts';
import { pageHeader } from '../../../platform/pdf/page-header.ts';
import type { Line, Report } from './report-rows.ts';
import type { Values } from './queries.ts';
import { captionOf, groupText, textOf } from './texts.ts';

const RIGHT: readonly string[] = ['money', 'percent', 'count'];
const NUMBER = 'Р. бр.';
const NUMBER_WIDTH = 8;

function columnOf(column: ReportColumnKey): Column {
  const { title, kind, width } = reportColumn(column);
  return { title: title.sr, align: RIGHT.includes(kind) ? 'right' : 'left', weight: width };
}

const cell = (column: ReportColumnKey, values: Values) => textOf(reportColumn(column).kind, values[column] ?? null);

/** Reports of projects: numbered rows under their groups, in one table whose head comes on each page. */
async function projectTable({ report, lines }: Report): Promise<Block[]> {
  const rows: Row[] = [];
  let number = 0;
  const sums = (values: Values, title: string) => {
    const cells = report.columns.map((column) => (report.sums.includes(column) ? cell(column, values) : ''));
    // The title stands where the names stand: there it has room.
    const at = Math.max(0, report.columns.indexOf('name'));
    return ['', ...cells.map((text, index) => (index === at ? title : text))];
  };
  const rowOf = (line: Line): Row => {
    switch (line.kind) {
      case 'group':
        return { band: groupText(line.group, line.value), level: line.level };
      case 'row':
        number += 1;
        return [String(number), ...report.columns.map((column) => cell(column, line.values))];
      case 'sum':
        return { sum: sums(line.values, `Укупно (${line.values.projects ?? '0'})`) };
      case 'total':
        return { sum: sums(line.values, `УКУПНО (${line.values.projects ?? '0'})`) };
    }
  };
  for await (const line of lines) rows.push(rowOf(line));
  if (number === 0) return [{ kind: 'paragraph', text: 'На тај дан нема пројеката за овај извештај.' }];
  const columns: Column[] = [
    { title: NUMBER, align: 'right', weight: NUMBER_WIDTH },
    ...report.columns.map((column) => columnOf(column)),
  ];
  return [{ kind: 'table', columns, rows }];
}

/** Reports of groups: a table for each kind of group, each with the same sum. */
async function summaryTables({ report, lines }: Report): Promise<Block[]> {
  const sections: { group: ReportGroup; rows: string[][] }[] = [];
  let total: string[] = [];
  const first = report.columns[0];
  for await (const line of lines) {
    if (line.kind === 'group') sections.push({ group: line.group, rows: [] });
    else if (line.kind === 'row') {
      const group = line.group;
      sections
        .at(-1)
        ?.rows.push(
          report.columns.map((column) =>
            column === first && group ? groupText(group, line.values.group ?? null) : cell(column, line.values),
          ),
        );
    } else {
      total = report.columns.map((column) => (column === first ? 'Укупно' : cell(column, line.values)));
    }
  }
  const columns = report.columns.map((column) => columnOf(column));
  return sections.flatMap(({ group, rows }): Block[] => [
    { kind: 'heading', level: 2, text: GROUP_TITLES[group].sr },
    {
      kind: 'table',
      columns: columns.map((column, index) =>
        index === 0 ? { ...column, title: reportColumn(group).title.sr } : column,
      ),
      rows,
      foot: total,
    },
  ]);
}

/** A report on paper, as it is laid before a session: head, day, groups with sums, place for signature and stamp. */
export async function reportPaper(
  context: Context,
  made: Report,
  institution: string,
  script?: Script,
): Promise<PdfDocument> {
  const { report, asked } = made;
  const day = formatDay(asked.day);
  const caption = captionOf(asked);
  return {
    head: pageHeader(institution, `${report.codeName}/${asked.day.slice(0, 4)}`, formatDay(today(context))),
    title: report.title.sr,
    subtitle: `Стање на дан ${day}${caption === '' ? '' : ` · ${caption}`}`,
    blocks: report.shape === 'summary' ? await summaryTables(made) : await projectTable(made),
    signatures: ['Обрадио', 'Одобрио'],
    footer: `${report.codeName} · ${report.title.sr} · ${day}`,
    landscape: true,
    script,
  };
}
