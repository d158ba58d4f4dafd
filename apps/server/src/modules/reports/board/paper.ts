import { GROUP_TITLES, type ReportGroup } from '@pimis/domain/reports/board-reports';
import { type ReportColumnKey, reportColumn } from '@pimis/domain/reports/columns';
import { inScript } from '@pimis/domain/text/transliterate';
import { type Wording, wordingOf, type Written } from '@pimis/domain/text/wording';
import type { Context } from '../../../platform/context.ts';
import type { Block, Column, PdfDocument, Row } from '../../../platform/documents/pdf/model.ts';
import { pageHeader } from '../../../platform/documents/pdf/page-header.ts';
import type { Line, Report } from './report-rows.ts';
import type { Values } from './queries.ts';
import { captionOf, groupText, REPORT_TEXTS, textOf } from './texts.ts';

/** Names printed on a report. */
export interface ReportNames {
  /** The issuing body. */
  institution: string;
  /** The organization of the report; null for all. */
  organization: string | null;
}

const RIGHT: readonly string[] = ['money', 'percent', 'count'];
const NUMBER_WIDTH = 8;

function columnOf(column: ReportColumnKey, { say }: Wording): Column {
  const { title, kind, width } = reportColumn(column);
  return { title: say(title), align: RIGHT.includes(kind) ? 'right' : 'left', weight: width };
}

/** The texts of cells and groups. All are names, so English papers show them in Latin, as screens do. */
function textsOf(wording: Wording, { script }: Written) {
  return {
    cell: (column: ReportColumnKey, values: Values) =>
      inScript(textOf(reportColumn(column).kind, values[column] ?? null, wording), script),
    groupName: (group: ReportGroup, value: string | null) => inScript(groupText(group, value, wording), script),
  };
}

/** Reports of projects: numbered rows under their groups, in one table with a repeated head. */
async function projectTable({ report, lines }: Report, wording: Wording, written: Written): Promise<Block[]> {
  const { say } = wording;
  const { cell, groupName } = textsOf(wording, written);
  const rows: Row[] = [];
  let number = 0;
  const sums = (values: Values, title: string) => {
    const cells = report.columns.map((column) => (report.sums.includes(column) ? cell(column, values) : ''));
    // The title is in the column of names, because that is wide enough.
    const at = Math.max(0, report.columns.indexOf('name'));
    return ['', ...cells.map((text, index) => (index === at ? title : text))];
  };
  const rowOf = (line: Line): Row => {
    switch (line.kind) {
      case 'group':
        return { band: groupName(line.group, line.value), level: line.level };
      case 'row':
        number += 1;
        return [String(number), ...report.columns.map((column) => cell(column, line.values))];
      case 'sum':
        return { sum: sums(line.values, `${say(REPORT_TEXTS.total)} (${line.values.projects ?? '0'})`) };
      case 'total':
        return { sum: sums(line.values, `${say(REPORT_TEXTS.grandTotal)} (${line.values.projects ?? '0'})`) };
    }
  };
  for await (const line of lines) rows.push(rowOf(line));
  if (number === 0) return [{ kind: 'paragraph', text: say(REPORT_TEXTS.none) }];
  const columns: Column[] = [
    { title: say(REPORT_TEXTS.number), align: 'right', weight: NUMBER_WIDTH },
    ...report.columns.map((column) => columnOf(column, wording)),
  ];
  return [{ kind: 'table', columns, rows }];
}

/** Reports of groups: a table for each kind of group, each with the same sum. */
async function summaryTables({ report, lines }: Report, wording: Wording, written: Written): Promise<Block[]> {
  const { say } = wording;
  const { cell, groupName } = textsOf(wording, written);
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
            column === first && group ? groupName(group, line.values.group ?? null) : cell(column, line.values),
          ),
        );
    } else {
      total = report.columns.map((column) => (column === first ? say(REPORT_TEXTS.total) : cell(column, line.values)));
    }
  }
  const columns = report.columns.map((column) => columnOf(column, wording));
  return sections.flatMap(({ group, rows }): Block[] => [
    { kind: 'heading', level: 2, text: say(GROUP_TITLES[group]) },
    {
      kind: 'table',
      columns: columns.map((column, index) =>
        index === 0 ? { ...column, title: say(reportColumn(group).title) } : column,
      ),
      rows,
      foot: total,
    },
  ]);
}

/** A report as a paper for a session: head, day, groups with sums, place for signature and stamp. */
export async function reportPaper(
  context: Context,
  made: Report,
  names: ReportNames,
  written: Written,
): Promise<PdfDocument> {
  const { report, request } = made;
  const wording = wordingOf(written.language);
  const { say } = wording;
  const day = wording.day(request.day);
  const caption = inScript(captionOf(request, names.organization, wording), written.script);
  const institution = inScript(names.institution, written.script);
  return {
    ...written,
    head: pageHeader(institution, `${report.codeName}/${request.day.slice(0, 4)}`, context, written),
    title: say(report.title),
    subtitle: `${say(REPORT_TEXTS.stateOf)} ${day}${caption === '' ? '' : ` · ${caption}`}`,
    blocks:
      report.shape === 'summary'
        ? await summaryTables(made, wording, written)
        : await projectTable(made, wording, written),
    signatures: [say(REPORT_TEXTS.prepared), say(REPORT_TEXTS.approved)],
    footer: `${report.codeName} · ${say(report.title)} · ${day}`,
    landscape: true,
  };
}
