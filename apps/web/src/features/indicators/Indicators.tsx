import { Button, Menu, Tabs, TextInput } from '@mantine/core';
import { IconCalculator, IconDownload, IconRestore } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EVALUATION_DAYS_MAX } from '@pimis/domain/indicators/constants';
import { fromHundredths, parseAmountInput, toHundredths } from '@pimis/domain/money/decimal';
import { call, download } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { DateField } from '../../ui/DateField.tsx';
import { Empty } from '../../ui/Empty.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { Chip } from '../../ui/StatusChip.tsx';
import { ErrorPage } from '../../shell/Pages.tsx';
import { IndicatorChart } from './Chart.tsx';
import { COLUMNS, type Group, GROUPS, type IndicatorColumn, type Row, SENT_AS } from './columns.ts';
import './indicators.css';

const MAX_DIGITS = String(EVALUATION_DAYS_MAX).length;
const MAX_AMOUNT_LENGTH = 20;

type Rows = Record<Group, Row[]>;

interface CellProps {
  column: IndicatorColumn;
  row: Row;
  editable: boolean;
  label: string;
  onChange: (changes: Row) => void;
}

/** A new appropriation keeps the need: what remains moves by the same difference (indicators page, 4). */
function withAppropriation(row: Row, typed: string): Row {
  const amount = parseAmountInput(typed);
  if (amount === null) return {};
  const moved = (toHundredths(amount) ?? 0n) - (toHundredths(row.appropriationAmount) ?? 0n);
  const remaining = (toHundredths(row.remainingAppropriationAmount) ?? 0n) + moved;
  return { appropriationAmount: amount, remainingAppropriationAmount: fromHundredths(remaining) };
}

function AmountCell({ row, label, onChange }: CellProps) {
  const { amount } = useText();
  const [typed, setTyped] = useState<string | null>(null);
  return (
    <TextInput
      aria-label={label}
      value={typed ?? amount(String(row.appropriationAmount ?? '0.00'))}
      maxLength={MAX_AMOUNT_LENGTH}
      inputMode="decimal"
      styles={{ input: { textAlign: 'right', minWidth: 170 } }}
      onFocus={(event) => event.currentTarget.select()}
      onChange={(event) => {
        setTyped(event.currentTarget.value);
        onChange(withAppropriation(row, event.currentTarget.value));
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

function IndicatorCell(props: CellProps) {
  const { column, row, editable, label, onChange } = props;
  const { t, amount, date } = useText();
  const value = row[column.path];
  if (editable && column.kind === 'amount') return <AmountCell {...props} />;
  if (editable && column.kind === 'date') {
    return (
      <DateField
        label=""
        aria-label={label}
        value={typeof value === 'string' ? value : null}
        onChange={(day) => onChange({ [column.path]: day })}
      />
    );
  }
  if (editable) {
    return (
      <TextInput
        aria-label={label}
        value={value === null ? '' : String(value)}
        inputMode="numeric"
        styles={{ input: { textAlign: 'right', width: 90 } }}
        onChange={(event) => {
          const digits = event.currentTarget.value.replaceAll(/\D/g, '').slice(0, MAX_DIGITS);
          onChange({ [column.path]: digits === '' ? null : Number(digits) });
        }}
      />
    );
  }
  if (value === null || value === undefined) return column.endless && row.limitReached ? '∞' : t('common.noValue');
  switch (column.kind) {
    case 'amount':
    case 'percent':
      return amount(String(value));
    case 'date':
      return date(String(value));
    case 'limit':
      return value ? (
        <Chip family="stopped" text={t('indicators.limitYes')} />
      ) : (
        <Chip family="approved" text={t('indicators.limitNo')} />
      );
    default:
      return amount(`${value}.00`).replace(/,00$/, '');
  }
}

/** One group: its table, what-if calculation and chart. Leaving the tab puts the stored rows back. */
function GroupPanel({ group, stored }: { group: Group; stored: Row[] }) {
  const text = useText();
  const { t } = text;
  const [rows, setRows] = useState(stored);
  const [calculated, setCalculated] = useState(false);
  const [busy, setBusy] = useState(false);
  const columns = COLUMNS[group];
  const calculate = async () => {
    setBusy(true);
    try {
      const { payload } = await call<Row[]>('POST', 'projects/success-key-indicator/calculate', {
        [SENT_AS[group]]: rows,
      });
      setRows(payload);
      setCalculated(true);
    } catch (failure) {
      notifyFailure(failure, text);
    } finally {
      setBusy(false);
    }
  };
  if (rows.length === 0) return <Empty title={t('indicators.none')} />;
  return (
    <>
      <div className="indicator-tools">
        <Button leftSection={<IconCalculator size={16} />} onClick={() => void calculate()} loading={busy}>
          {t('indicators.calculate')}
        </Button>
        {calculated && (
          <>
            <Button
              variant="default"
              leftSection={<IconRestore size={16} />}
              onClick={() => {
                setRows(stored);
                setCalculated(false);
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
            {rows.map((row, index) => (
              <tr key={`${row.year}-${row.quarter}`}>
                <th scope="row">{`${row.year}-${row.quarter}`}</th>
                {columns.map((column) => (
                  <td key={column.path} className={column.kind === 'limit' ? undefined : 'amount'}>
                    <IndicatorCell
                      column={column}
                      row={row}
                      editable={column.editable === 'all' || (column.editable === 'first' && index === 0)}
                      label={`${t(`indicators.${column.label}`)}, ${row.year}-${row.quarter}`}
                      onChange={(changes) =>
                        setRows((before) => before.map((old, at) => (at === index ? { ...old, ...changes } : old)))
                      }
                    />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <IndicatorChart group={group} rows={rows} />
    </>
  );
}

/** Success key indicators of a project in reporting, for administrators. */
export function Indicators({ code, phaseId }: { code: string; phaseId: number }) {
  const text = useText();
  const { t } = text;
  const { data, error } = useQuery({
    queryKey: ['project', code, 'indicators', phaseId],
    queryFn: async () => (await call<Rows>('GET', `projects/${code}/phases/${phaseId}/success-key-indicator`)).payload,
  });
  if (error) return <ErrorPage error={error} />;
  if (!data) return <p className="meta">{t('common.loading')}</p>;
  const save = (format: 'pdf' | 'json') =>
    download(
      `reporting/projects/${code}/success-key-indicators/${phaseId}?format=${format}`,
      `${code}-pokazatelji.${format}`,
    ).catch((failure: unknown) => notifyFailure(failure, text));
  return (
    <Tabs defaultValue={GROUPS[0] ?? null} keepMounted={false}>
      <div className="indicator-head">
        <Tabs.List aria-label={t('indicators.title')}>
          {GROUPS.map((group) => (
            <Tabs.Tab key={group} value={group}>
              {t(`indicators.tabs.${group}`)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="subtle" size="compact-sm" leftSection={<IconDownload size={16} />}>
              {t('common.export')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void save('pdf')}>PDF</Menu.Item>
            <Menu.Item onClick={() => void save('json')}>JSON</Menu.Item>
          </Menu.Dropdown>
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
