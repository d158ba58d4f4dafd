import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReportDefinition, ReportLine } from '@pimis/contract/reports';
import { findBoardReport, GROUP_TITLES, type ReportGroup } from '@pimis/domain/reports/board-reports';
import { labelOf, REPORT_COLUMNS, type ReportColumn, type ReportColumnKey } from '@pimis/domain/reports/columns';
import { type Text, useText } from '../../i18n/use-text.ts';
import { Empty } from '../../ui/Empty.tsx';
import { failureText } from '../../ui/failure-text.ts';
import { useReportsFailure } from '../../ui/reported-failures.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { previewQuery } from './api.ts';
import type { ReportChoice } from './choice.ts';

const NUMBERS: readonly string[] = ['money', 'percent', 'count'];

/** A newer server may have columns that this page does not know: they are shown by name, as text. */
function columnOf(key: string): ReportColumn {
  return Object.hasOwn(REPORT_COLUMNS, key)
    ? REPORT_COLUMNS[key as ReportColumnKey]
    : { title: { sr: key, en: key }, kind: 'text', width: 10 };
}

/** Widths: numbers align, names get space, codes do not wrap. */
function classOf(column: string): string | undefined {
  const { kind } = columnOf(column);
  if (NUMBERS.includes(kind)) return 'number';
  return kind === 'name' ? 'long' : kind === 'text' ? 'code' : undefined;
}

function valueText(key: string, value: string | null | undefined, { pair, data, amount, date }: Text): string {
  const { kind } = columnOf(key);
  const label = labelOf(kind, value ?? null);
  if (label) return pair(label);
  if (value === null || value === undefined) return '';
  if (kind === 'day') return date(value);
  if (kind === 'money' || kind === 'percent') return amount(value);
  return kind === 'name' ? data(value) : value;
}

function Line({ line, columns, summary }: { line: ReportLine; columns: readonly string[]; summary: boolean }) {
  const text = useText();
  const { t, pair } = text;
  const groupText = () => {
    if (summary && line.group) return pair(GROUP_TITLES[line.group as ReportGroup]);
    const shown = valueText(line.group ?? '', line.value, text);
    return shown === '' ? t('reports.none') : shown;
  };
  if (line.kind === 'group') {
    return (
      <tr className={`report-group level-${line.level ?? 1}`}>
        <th colSpan={columns.length} scope="rowgroup">
          {groupText()}
        </th>
      </tr>
    );
  }
  const sum = line.kind !== 'row';
  const first = sum
    ? t(line.kind === 'total' ? 'reports.total' : 'reports.sum', { count: Number(line.cells.projects ?? 0) })
    : null;
  return (
    <tr className={sum ? 'report-sum' : undefined}>
      {columns.map((column, index) => {
        // In a summary the first column is the group of the line.
        const key = column === 'group' && line.group ? line.group : column;
        return (
          <td key={column} className={classOf(column)}>
            {index === 0 && sum ? first : valueText(key, line.cells[column], text)}
          </td>
        );
      })}
    </tr>
  );
}

/** The first rows of a report with groups and sum. */
export function Preview({ report, choice }: { report: ReportDefinition; choice: ReportChoice }) {
  const text = useText();
  const { t, pair, date } = text;
  const { data, error, refetch, isPlaceholderData } = useQuery(previewQuery(report.type, choice));
  useReportsFailure(error);
  if (error) {
    return (
      <Empty title={failureText(error, text)}>
        <Button variant="default" onClick={() => void refetch()}>
          {t('common.retry')}
        </Button>
      </Empty>
    );
  }
  if (!data || (isPlaceholderData && data.type !== report.type)) return <Waiting />;
  if (data.totalRows === 0) return <Empty title={t('reports.empty')} hint={t('reports.emptyHint')} />;
  const summary = findBoardReport(report.type)?.shape === 'summary';
  // Lines of one answer never move, so their index identifies them.
  const lines = data.lines.map((line, index) => ({ line, place: `${report.type}-${index}` }));
  const rows = data.lines.filter(({ kind }) => kind === 'row').length;
  return (
    <>
      <p className="meta report-state">
        {t('reports.state', { day: date(data.atDay) })}
        {data.more && ` · ${t('reports.more', { shown: rows, count: data.totalRows })}`}
      </p>
      <div className="scroll-x" tabIndex={0} role="group" aria-label={pair(report.title)}>
        <table className="plain report-preview" aria-busy={isPlaceholderData}>
          <thead>
            <tr>
              {data.columns.map((column) => (
                <th key={column} scope="col" className={classOf(column)}>
                  {pair(columnOf(column).title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map(({ line, place }) => (
              <Line key={place} line={line} columns={data.columns} summary={summary} />
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
