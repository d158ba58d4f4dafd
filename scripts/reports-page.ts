import { formatDay } from '@pimis/domain/dates/dates';
import { formatAmount, fromHundredths, percentOf, toHundredths } from '@pimis/domain/money/decimal';
import {
  BOARD_REPORTS,
  type BoardReport,
  GROUP_TITLES,
  groupsOf,
  type ReportGroup,
} from '@pimis/domain/reports/board-reports';
import {
  labelOf,
  PHASE_ORDER,
  REPORT_COLUMNS,
  type ReportColumnKey,
  reportColumn,
} from '@pimis/domain/reports/columns';
import { phaseInfo } from '@pimis/domain/workflow/phases';
import { table } from './markdown-table.ts';

type Example = Partial<Record<ReportColumnKey, string>> & { phase: string; projectStatus: string };

const WATER = { organization: 'Град Прокупље', proposer: 'Министарство заштите животне средине', sector: '5' };
const ROADS = { organization: 'Путеви Србије', proposer: 'Министарство грађевинарства', sector: '2' };

/** Projects of an invented 30.9.2026. */
const EXAMPLES: readonly Example[] = [
  {
    ...WATER,
    code: 'PPOV-PK',
    number: '2026-000031',
    name: 'ППОВ Прокупље',
    stage: 'realization',
    phase: '5',
    phaseStatus: '12',
    since: '2026-09-28',
    projectStatus: '0',
    important: 'false',
    foreignFunds: 'true',
    created: '2026-02-03',
    totalValue: '2110000000.00',
    plannedStart: '2026-04-01',
    plannedEnd: '2027-03-31',
    plannedToDay: '1055000000.00',
    realized: '527500000.00',
    lastQuarter: '2026-2',
    listType: '5',
    listName: '2026-1',
    decided: '2026-03-12',
  },
  {
    ...ROADS,
    code: 'OBILAZNICA-KG',
    number: '2025-000114',
    name: 'Обилазница око Крагујевца',
    stage: 'realization',
    phase: '5',
    phaseStatus: '1',
    since: '2026-07-08',
    projectStatus: '0',
    important: 'true',
    foreignFunds: 'false',
    created: '2025-05-19',
    totalValue: '6400000000.00',
    plannedStart: '2026-01-01',
    plannedEnd: '2028-12-31',
    plannedToDay: '1600000000.00',
    realized: '1720000000.00',
    lastQuarter: '2026-2',
    listType: '4',
    listName: '2025-3',
    decided: '2025-11-20',
  },
  {
    ...ROADS,
    code: 'MOST-DU',
    number: '2026-000058',
    name: 'Мост на Дунаву',
    stage: 'preparation',
    phase: '10',
    phaseStatus: '1',
    since: '2026-09-10',
    projectStatus: '0',
    important: 'false',
    foreignFunds: 'false',
    created: '2026-06-01',
    totalValue: '3250000000.00',
    realized: '0.00',
    listType: '3',
    listName: '2026-2',
    decided: '2026-09-10',
  },
  {
    ...WATER,
    code: 'KOLEKTOR-NI',
    number: '2024-000009',
    name: 'Колектор Ниш',
    stage: 'finished',
    phase: '8',
    phaseStatus: '4',
    since: '2026-05-14',
    projectStatus: '1',
    important: 'false',
    foreignFunds: 'false',
    created: '2024-01-22',
    totalValue: '480000000.00',
    plannedStart: '2024-07-01',
    plannedEnd: '2025-12-31',
    plannedToDay: '480000000.00',
    realized: '474350000.00',
    lastQuarter: '2025-4',
    listType: '5',
    listName: '2024-1',
    decided: '2024-04-18',
  },
];

const hundredths = (value: string | undefined) => toHundredths(value ?? '0') ?? 0n;
const total = (rows: readonly Example[], column: ReportColumnKey) =>
  rows.reduce((sum, row) => sum + hundredths(row[column]), 0n);

function valueOf(row: Example, column: ReportColumnKey): string | null {
  if (column === 'remaining') return fromHundredths(hundredths(row.totalValue) - hundredths(row.realized));
  if (column === 'realizedPercent') return percentOf(hundredths(row.realized), hundredths(row.totalValue));
  return row[column] ?? null;
}

function text(column: ReportColumnKey, value: string | null): string {
  const { kind } = reportColumn(column);
  const label = labelOf(kind, value);
  if (label) return label.sr;
  if (value === null) return '';
  if (kind === 'day') return formatDay(value);
  return kind === 'money' || kind === 'percent' ? formatAmount(value) : value;
}

function sum(rows: readonly Example[], column: ReportColumnKey): string {
  if (column === 'projects') return String(rows.length);
  if (column === 'importantProjects') return String(rows.filter((row) => row.important === 'true').length);
  if (column === 'foreignProjects') return String(rows.filter((row) => row.foreignFunds === 'true').length);
  if (column === 'realizedPercent')
    return formatAmount(percentOf(total(rows, 'realized'), total(rows, 'totalValue')) ?? '0.00');
  if (column === 'remaining') return formatAmount(fromHundredths(total(rows, 'totalValue') - total(rows, 'realized')));
  return formatAmount(fromHundredths(total(rows, column)));
}

function holds({ scope }: BoardReport, row: Example): boolean {
  return (
    scope.statuses.includes(Number(row.projectStatus)) &&
    (scope.phases?.includes(Number(row.phase)) ?? true) &&
    (!scope.important || row.important === 'true') &&
    (!scope.accepted || row.decided !== undefined)
  );
}

function grouped(rows: readonly Example[], group: ReportGroup): [string, Example[]][] {
  const found = new Map<string, Example[]>();
  for (const row of rows) {
    const key = text(group, valueOf(row, group));
    found.set(key, [...(found.get(key) ?? []), row]);
  }
  return [...found].toSorted(([one, [first]], [other, [second]]) => {
    const place = (row: Example | undefined) =>
      group === 'stage' || group === 'phase' ? PHASE_ORDER.indexOf(Number(row?.phase)) : 0;
    return place(first) - place(second) || one.localeCompare(other, 'sr');
  });
}

function sums(report: BoardReport, rows: readonly Example[], title: string): string[] {
  return report.columns.map((column, index) =>
    index === 0 ? `**${title}**` : report.sums.includes(column) ? `**${sum(rows, column)}**` : '',
  );
}

function lines(report: BoardReport, rows: readonly Example[], groups: readonly ReportGroup[]): string[][] {
  const [group, ...deeper] = groups;
  if (!group) return rows.map((row) => report.columns.map((column) => text(column, valueOf(row, column))));
  return grouped(rows, group).flatMap(([title, members]) => [
    report.columns.map((_, index) => (index === 0 ? `*${title}*` : '')),
    ...lines(report, members, deeper),
    sums(report, members, `Укупно (${members.length})`),
  ]);
}

function example(report: BoardReport): string {
  const rows = EXAMPLES.filter((row) => holds(report, row));
  if (report.shape === 'projects') {
    const [by] = report.order;
    const sign = by?.descending ? -1 : 1;
    const key = (row: Example) => (by ? (row[by.column] ?? '').padStart(20, '0') : '');
    rows.sort((one, other) => sign * key(one).localeCompare(key(other), 'sr'));
  }
  const head = report.columns.map((column) => reportColumn(column).title.sr);
  if (report.shape === 'projects') {
    return table(head, [...lines(report, rows, report.groups), sums(report, rows, `УКУПНО (${rows.length})`)]);
  }
  const [section] = report.sections;
  if (!section) return '';
  const groups = grouped(rows, section).map(([title, members]) => [
    title,
    ...report.columns.slice(1).map((column) => sum(members, column)),
  ]);
  return table([reportColumn(section).title.sr, ...head.slice(1)], [...groups, sums(report, rows, 'Укупно')]);
}

const STATUSES = ['pending', 'finished', 'archived'];

function about(report: BoardReport): string {
  const { scope } = report;
  const projects = [
    `${scope.statuses.map((status) => STATUSES[status]).join(', ')} projects`,
    ...(scope.phases ? [`in the phases ${scope.phases.map((phase) => phaseInfo(phase).title.sr).join(', ')}`] : []),
    ...(scope.important ? ['of special importance'] : []),
    ...(scope.accepted ? ['to which the commission has said yes'] : []),
  ].join(' ');
  const order =
    report.shape === 'projects'
      ? `Groups: ${report.groups.join(', then ')}. Order: ${[...report.order.map(({ column, descending }) => `${column}${descending ? ' (largest first)' : ''}`), 'code'].join(', ')}.`
      : `A table for each of: ${groupsOf(report)
          .map((group) => GROUP_TITLES[group].sr)
          .join(', ')}.`;
  return `${report.description.en} Formats: ${report.formats.join(', ')}. About: ${projects}. ${order} Sums: ${report.sums.join(', ')}.`;
}

const HEAD = `# Board reports

The nine reports that a ministry prepares for sessions of the government. Each shows the state of a day (\`atDay\`, by
default today). \`npm run docs\` generates this page from \`packages/domain/src/reports\`: to change a column, change it
there, and the server, the screen and the paper follow.

\`GET reporting/board-reports/{type}?reportFormat=pdf|xlsx&atDay=YYYY-MM-DD&organizationId=&phase=&sector=&script=cyrillic|latin\`
answers with the file; a long-running operation (202) makes a paper of more than 300 rows. \`…/{type}/preview\` answers with
the first rows. \`organizationId\` is the owner or the proposer. Only administrators may read reports (\`report.board\`).

## What a day shows

The state at the end of the day in Belgrade; for today, the present state. Name, code, phase, state, status, value,
proposer, importance and foreign funds come from \`project_history\`. The plan is the one in force on that day. "Realized" is
the actual expense of the quarterly reports approved by then, in their approved revision; a quarter that was opened again
does not count until it is approved again. "Planned to the day" is the amount that the plan foresees by the end of the last
quarter that was over by then. The decision is the last positive decision of the commission entered by then.

The database computes the sums; a share in a row of sums is the share of the sums. A project is in one group only.

## Columns
`;

/** Makes the page of the board reports: their contents, and each as an example with the same invented projects. */
export function reportsPage(): string {
  const columns = table(
    ['column', 'head', '', 'kind'],
    Object.keys(REPORT_COLUMNS).map((key) => {
      const { title, kind } = reportColumn(key as ReportColumnKey);
      return [key, title.sr, title.en, kind];
    }),
  );
  const reports = BOARD_REPORTS.map(
    (report) =>
      `## ${report.codeName} ${report.title.sr} (\`${report.type}\`)\n\n${about(report)}\n\n${example(report)}\n`,
  );
  return `${HEAD}\n${columns}\n\n${reports.join('\n')}`;
}
