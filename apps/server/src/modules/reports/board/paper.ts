import { formatDay } from '@pimis/domain/dates/dates';
import { GROUP_TITLES, type ReportGroup } from '@pimis/domain/reports/board-reports';
import { type ReportColumnKey, reportColumn } from '@pimis/domain/reports/columns';
import { type Context, today } from '../../../platform/context.ts';
import type { Block, Column, PdfDocument, Row } from '../../../platform/pdf/model.ts';
import { paperHead, paperWords } from '../../../platform/pdf/paper-head.ts';
import type { Line, Report } from './lines.ts';
import type { Values } from './queries.ts';
import { captionOf, groupText, type Script, textOf } from './texts.ts';

const RIGHT: readonly string[] = ['money', 'percent', 'count'];
const NUMBER = 'Р. бр.';
const NUMBER_WIDTH = 8;

function columnOf(column: ReportColumnKey, script: Script): Column {
  const { title, kind, width } = reportColumn(column);
  return { title: script(title.sr), align: RIGHT.includes(kind) ? 'right' : 'left', weight: width };
}

const cell = (column: ReportColumnKey, values: Values, script: Script) =>
  textOf(reportColumn(column).kind, values[column] ?? null, script);

/** Reports of projects: numbered rows under their groups, in one table whose head comes on each page. */
async function projectTable({ report, lines }: Report, script: Script): Promise<Block[]> {
  const rows: Row[] = [];
  let number = 0;
  const sums = (values: Values, title: string) => {
    const cells = report.columns.map((column) => (report.sums.includes(column) ? cell(column, values, script) : ''));
    // The title stands where the names stand: there it has room.
    const at = Math.max(0, report.columns.indexOf('name'));
    return ['', ...cells.map((text, index) => (index === at ? title : text))];
  };
  const rowOf = (line: Line): Row => {
    switch (line.kind) {
      case 'group':
        return { band: groupText(line.group, line.value, script), level: line.level };
      case 'row':
        number += 1;
        return [String(number), ...report.columns.map((column) => cell(column, line.values, script))];
      case 'sum':
        return { sum: sums(line.values, `${script('Укупно')} (${line.values.projects ?? '0'})`) };
      case 'total':
        return { sum: sums(line.values, `${script('УКУПНО')} (${line.values.projects ?? '0'})`) };
    }
  };
  for await (const line of lines) rows.push(rowOf(line));
  if (number === 0) return [{ kind: 'paragraph', text: script('На тај дан нема пројеката за овај извештај.') }];
  const columns: Column[] = [
    { title: script(NUMBER), align: 'right', weight: NUMBER_WIDTH },
    ...report.columns.map((column) => columnOf(column, script)),
  ];
  return [{ kind: 'table', columns, rows }];
}

/** Reports of groups: a table for each kind of group, each with the same sum. */
async function summaryTables({ report, lines }: Report, script: Script): Promise<Block[]> {
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
            column === first && group
              ? groupText(group, line.values.group ?? null, script)
              : cell(column, line.values, script),
          ),
        );
    } else {
      total = report.columns.map((column) => (column === first ? script('Укупно') : cell(column, line.values, script)));
    }
  }
  const columns = report.columns.map((column) => columnOf(column, script));
  return sections.flatMap(({ group, rows }): Block[] => [
    { kind: 'heading', level: 2, text: script(GROUP_TITLES[group].sr) },
    {
      kind: 'table',
      columns: columns.map((column, index) =>
        index === 0 ? { ...column, title: script(reportColumn(group).title.sr) } : column,
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
  script: Script,
): Promise<PdfDocument> {
  const { report, asked } = made;
  const day = formatDay(asked.day);
  const caption = captionOf(asked);
  return {
    head: paperHead(institution, `${report.codeName}/${asked.day.slice(0, 4)}`, formatDay(today(context)), script),
    words: paperWords(script),
    title: script(report.title.sr),
    subtitle: script(`Стање на дан ${day}`) + (caption === '' ? '' : ` · ${script(caption)}`),
    blocks: report.shape === 'summary' ? await summaryTables(made, script) : await projectTable(made, script),
    signatures: [script('Обрадио'), script('Одобрио')],
    footer: script(`${report.codeName} · ${report.title.sr} · ${day}`),
    landscape: true,
  };
}
