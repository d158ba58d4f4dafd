import { Button, Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiFailure, call, download, fileAddress } from '../../api/client.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import { IconCalculator, IconDownload, IconRestore } from '../../ui/icons.ts';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { ErrorPage } from '../../ui/Pages.tsx';
import { Waiting } from '../../ui/Waiting.tsx';
import { indicatorsQuery } from './api.ts';
import { IndicatorCell } from './Cell.tsx';
import { IndicatorChart } from './Chart.tsx';
import { COLUMNS, type Group, GROUPS, type IndicatorColumn, SENT_AS } from './columns.ts';
import { quarterOfRow, type Row } from './rows.ts';
import './indicators.css';
import { quarterText, shortQuarterText } from '@pimis/domain/dates/quarter-text';

/** Errors of cells, by row and column. */
type Problems = Readonly<Record<string, string | undefined>>;
const cellKey = (index: number, path: string) => `${index}.${path}`;

/** The cell that the server names: "inactivity.0.projectEvaluationDays". */
function cellOf(field: string): { index: number; path: string } | undefined {
  const match = /^\w+\.(\d+)\.(\w+)$/.exec(field);
  return match?.[1] && match[2] ? { index: Number(match[1]), path: match[2] } : undefined;
}

/** One group: its table, what-if calculation and chart. Leaving the tab restores the stored rows. */
function GroupPanel({ group, stored }: { group: Group; stored: Row[] }) {
  const text = useText();
  const { t } = text;
  const [rows, setRows] = useState(stored);
  const [problems, setProblems] = useState<Problems>({});
  const [calculated, setCalculated] = useState(false);
  const [resets, setResets] = useState(0);
  const [busy, setBusy] = useState(false);
  const columns = COLUMNS[group];
  const mark = (key: string, code: string | undefined) => setProblems((before) => ({ ...before, [key]: code }));
  const nameOf = (index: number, column: IndicatorColumn) =>
    [
      t(`indicators.${column.label}`),
      ...rows.slice(index, index + 1).map((row) => text.pair(quarterText(quarterOfRow(row)))),
    ].join(', ');
  const labelOf = (field: string) => {
    const cell = cellOf(field);
    const column = columns.find(({ path }) => path === cell?.path);
    return cell && column && nameOf(cell.index, column);
  };
  const calculate = async () => {
    setBusy(true);
    try {
      const { payload } = await call('POST /projects/success-key-indicator/calculate', {
        body: { [SENT_AS[group]]: rows },
      });
      setRows(payload);
      setProblems({});
      setCalculated(true);
    } catch (failure) {
      if (failure instanceof ApiFailure) {
        for (const error of failure.errors) {
          const cell = typeof error === 'object' && 'field' in error ? cellOf(error.field) : undefined;
          if (cell && typeof error === 'object' && 'code' in error) mark(cellKey(cell.index, cell.path), error.code);
        }
      }
      notifyFailure(failure, text, labelOf);
    } finally {
      setBusy(false);
    }
  };
  const wrong = Object.values(problems).some((code) => code !== undefined);
  return (
    <>
      <div className="indicator-tools">
        <Button
          leftSection={<IconCalculator size={16} />}
          onClick={() => void calculate()}
          loading={busy}
          disabled={rows.length === 0 || wrong}
        >
          {t('indicators.calculate')}
        </Button>
        {calculated && (
          <>
            <Button
              variant="default"
              leftSection={<IconRestore size={16} />}
              onClick={() => {
                setRows(stored);
                setProblems({});
                setCalculated(false);
                setResets(resets + 1);
              }}
            >
              {t('indicators.reset')}
            </Button>
            <span className="meta" role="status">
              {t('indicators.whatIf')}
            </span>
          </>
        )}
      </div>
      <IndicatorTable
        group={group}
        rows={rows}
        resets={resets}
        problems={problems}
        nameOf={nameOf}
        onProblem={mark}
        onChange={(index, changes) =>
          setRows((before) => before.map((old, at) => (at === index ? { ...old, ...changes } : old)))
        }
      />
      {rows.length > 0 && <IndicatorChart group={group} rows={rows} />}
    </>
  );
}

interface IndicatorTableProps {
  group: Group;
  rows: readonly Row[];
  /** Counts how often the stored rows were restored: cells then take their values anew. */
  resets: number;
  problems: Problems;
  nameOf: (index: number, column: IndicatorColumn) => string;
  onProblem: (key: string, code: string | undefined) => void;
  onChange: (index: number, changes: Row) => void;
}

/** The cells of a group, by quarter; the editable ones take values for the what-if calculation. */
function IndicatorTable({ group, rows, resets, problems, nameOf, onProblem, onChange }: IndicatorTableProps) {
  const text = useText();
  const { t } = text;
  const columns = COLUMNS[group];
  return (
    <div className="scroll-x form-table" tabIndex={0} role="group" aria-label={t(`indicators.tabs.${group}`)}>
      <table className="plain indicator-table">
        <thead>
          <tr>
            <th>{t('indicators.quarter')}</th>
            {columns.map((column) => (
              <th key={column.path} className={column.kind === 'limit' ? undefined : 'amount'}>
                {t(`indicators.${column.label}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.length === 0 && (
            <tr>
              <td colSpan={columns.length + 1} className="second">
                {t('indicators.none')}
              </td>
            </tr>
          )}
          {rows.map((row, index) => (
            <tr
              key={`${row.year}-${row.quarter}-${resets}`}
              data-wrong={columns.some(({ path }) => problems[cellKey(index, path)]) || undefined}
            >
              <th scope="row">{text.pair(shortQuarterText(quarterOfRow(row)))}</th>
              {columns.map((column) => {
                const key = cellKey(index, column.path);
                return (
                  <td key={column.path} className={column.kind === 'limit' ? undefined : 'amount'}>
                    <IndicatorCell
                      column={column}
                      row={row}
                      editable={column.editable === 'all' || (column.editable === 'first' && index === 0)}
                      label={nameOf(index, column)}
                      problem={problemText(problems[key], text)}
                      onProblem={(code) => onProblem(key, code)}
                      onChange={(changes) => {
                        onProblem(key, undefined);
                        onChange(index, changes);
                      }}
                    />
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function problemText(code: string | undefined, { t, status }: Text): string | undefined {
  if (code === undefined) return undefined;
  return code === 'EmptyField' || code === 'InvalidField' ? t(`indicators.problems.${code}`) : status(code);
}

/** Success key indicators of a project in reporting, for administrators. */
export function Indicators({ code, phaseId }: { code: string; phaseId: number }) {
  const text = useText();
  const { t } = text;
  const { data, error } = useQuery(indicatorsQuery(code, phaseId));
  if (error && !data) return <ErrorPage error={error} />;
  if (!data) return <Waiting />;
  const save = (format: 'pdf' | 'json') =>
    download(
      fileAddress('GET /reporting/projects/:projectCode/success-key-indicators/:phaseId', {
        params: { projectCode: code, phaseId },
        query: { format, ...text.paper },
      }),
      `${code}-pokazatelji.${format}`,
    ).catch((failure: unknown) => notifyFailure(failure, text));
  return (
    <Tabs defaultValue={GROUPS[0] ?? null} keepMounted={false}>
      <div className="indicator-head">
        <Tabs.List aria-label={t('indicators.title')} className="indicator-groups">
          {GROUPS.map((group) => (
            <Tabs.Tab key={group} value={group}>
              {t(`indicators.tabs.${group}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Menu
          opener={
            <Button variant="subtle" size="compact-sm" leftSection={<IconDownload size={16} />}>
              {t('common.export')}
            </Button>
          }
        >
          <MenuItem onClick={() => void save('pdf')}>PDF</MenuItem>
          <MenuItem onClick={() => void save('json')}>JSON</MenuItem>
        </Menu>
      </div>
      {GROUPS.map((group) => (
        <Tabs.Panel key={group} value={group} pt={12}>
          <GroupPanel group={group} stored={data[group]} />
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}
