import { ActionIcon, Button, Checkbox, Popover } from '@mantine/core';
import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { Link, useNavigate } from '@tanstack/react-router';
import type { MouseEvent, ReactNode } from 'react';
import { ApiFailure } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { Empty } from '../Empty.tsx';
import { failureText } from '../failure-text.ts';
import { Waiting } from '../Waiting.tsx';
import { IconArrowDown, IconArrowUp, IconColumns3 } from '../icons.ts';
import { type Filter, FilterBar } from './FilterBar.tsx';
import { type LongList, Pager } from './Pager.tsx';
import type { TableSearch, TableState } from './state.ts';
import { Views } from './Views.tsx';
import './table.css';

const FORBIDDEN = 403;
/** Where rows become cards; the styles of the table change there too. */
const NARROW = '(max-width: 700px)';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  align?: 'right';
  /** Hidden until chosen. */
  hidden?: boolean;
  /** Its cell holds the link to the row; without such a column the first one becomes it. */
  links?: boolean;
  /** Place on the card of a narrow screen; columns without one are left out there. */
  card?: 'title' | 'meta' | 'left' | 'right';
  /** On a card the value stands behind the header of its column. */
  labelled?: boolean;
  /** It holds what can be done with a row, which is nothing on paper. */
  tools?: boolean;
}

/** Where a row leads. */
export interface RowAddress {
  to: string;
  search?: TableSearch;
}

interface DataTableProps<Row> {
  /** Names the table for stored column choices. */
  name: string;
  caption: string;
  columns: Column<Row>[];
  rows: Row[] | undefined;
  totalRows: number;
  /** What a list tells that is too long to be counted and paged by number. */
  long?: LongList | undefined;
  state: TableState;
  onState: (state: TableState) => void;
  rowKey: (row: Row) => string;
  /** The address of a row: a link in the row opens it by keyboard too, a click anywhere in the row does the same. */
  rowAddress?: (row: Row) => RowAddress;
  /** What a click in a row without an address does, and a click with the other button. A button in the row does the same. */
  rowActions?: { click: (row: Row) => void; menu: (row: Row) => void };
  filters?: Filter[];
  /** Why the rows could not be read; a missing right is said as such, and is not asked for again. */
  error?: unknown;
  onRetry?: () => void;
  empty: { title: string; hint?: string };
  /** How many rows other filters would leave; told while one chooses them. */
  count?: ((state: TableState) => Promise<number>) | undefined;
  toolbar?: ReactNode;
  /** Rows stand in groups, in the order in which they come. */
  groups?: Groups<Row> | undefined;
}

/** How rows are put together, and what is said above each group. */
export interface Groups<Row> {
  of: (row: Row) => string;
  head: (group: string) => { label: string; about?: string | undefined; sum?: string | undefined };
  /** Column whose sum it is. */
  sums: string;
}

/** Rows that follow one another and belong together. */
function runsOf<Row>(rows: readonly Row[], groups: Groups<Row> | undefined): { group: string | null; rows: Row[] }[] {
  const runs: { group: string | null; rows: Row[] }[] = [];
  for (const row of rows) {
    const group = groups?.of(row) ?? null;
    const last = runs.at(-1);
    if (last && last.group === group) last.rows.push(row);
    else runs.push({ group, rows: [row] });
  }
  return runs;
}

/** The row above a group: its name across the columns before the sum, which stands in its own. */
function GroupRow<Row>({ group, groups, columns }: { group: string; groups: Groups<Row>; columns: Column<Row>[] }) {
  const { label, about, sum } = groups.head(group);
  const at = columns.findIndex((column) => column.id === groups.sums);
  const before = at > 0 && sum !== undefined ? at : columns.length;
  return (
    <tr className="table-group">
      <th scope="rowgroup" colSpan={before}>
        {label} {about && <span className="meta">{about}</span>}
      </th>
      {before < columns.length && <td className="amount strong">{sum}</td>}
      {before + 1 < columns.length && <td colSpan={columns.length - before - 1} />}
    </tr>
  );
}

/** The table of every list: paging, sorting and filters are the server's; the state is the caller's. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, columns, state, onState, filters = [], toolbar } = props;
  const [choice, setChoice] = useLocalStorage<Record<string, boolean>>({
    key: `pimis.columns.${name}`,
    defaultValue: {},
  });
  const asked = state.columns && columns.filter((column) => state.columns?.includes(column.id));
  const shown = asked?.length ? asked : columns.filter((column) => choice[column.id] ?? !column.hidden);
  const choose = (id: string, visible: boolean) => {
    // What an address asked for becomes one's own choice as soon as one chooses.
    const begun = state.columns
      ? Object.fromEntries(columns.map((column) => [column.id, shown.includes(column)]))
      : choice;
    setChoice({ ...begun, [id]: visible });
    if (state.columns) onState({ ...state, columns: undefined });
  };
  return (
    <>
      <div className="table-bar">
        <FilterBar filters={filters} state={state} onState={onState} count={props.count} />
        <div style={{ marginLeft: 'auto', display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
          {toolbar}
          <ColumnChoice columns={columns} shown={shown.map((column) => column.id)} onChange={choose} />
          <Views table={name} state={state} columns={shown.map((column) => column.id)} onState={onState} />
        </div>
      </div>
      <div className="panel">
        <Rows {...props} columns={shown} />
        <Pager
          state={state}
          shownRows={props.rows?.length ?? 0}
          totalRows={props.totalRows}
          long={props.long}
          onState={onState}
        />
      </div>
    </>
  );
}

function ColumnChoice<Row>({
  columns,
  shown,
  onChange,
}: {
  columns: Column<Row>[];
  shown: string[];
  onChange: (id: string, visible: boolean) => void;
}) {
  const { t } = useText();
  return (
    <Popover position="bottom-end" withArrow trapFocus>
      <Popover.Target>
        <ActionIcon variant="default" size={32} aria-label={t('table.columns')} className="hide-narrow">
          <IconColumns3 size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
          <legend className="strong">{t('table.columns')}</legend>
          {columns.map((column) => (
            <Checkbox
              key={column.id}
              label={column.header}
              checked={shown.includes(column.id)}
              onChange={(event) => onChange(column.id, event.currentTarget.checked)}
              mt={6}
              size="xs"
            />
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
}

function Rows<Row>({
  caption,
  columns,
  rows,
  state,
  onState,
  rowKey,
  rowAddress,
  rowActions,
  error,
  onRetry,
  empty,
  groups,
}: DataTableProps<Row>) {
  const text = useText();
  const { t } = text;
  const navigate = useNavigate();
  // Each row is drawn once: as cards where the table would not fit, read before the first paint.
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  if (error) {
    const denied = error instanceof ApiFailure && error.httpStatus === FORBIDDEN;
    return (
      <Empty title={denied ? failureText(error, text) : t('table.failed')}>
        {onRetry && !denied && (
          <Button variant="default" onClick={onRetry}>
            {t('common.retry')}
          </Button>
        )}
      </Empty>
    );
  }
  if (!rows) return <Waiting />;
  if (rows.length === 0) {
    const filtered = Object.keys(state.filters).length > 0;
    return (
      <Empty title={empty.title} {...(empty.hint ? { hint: empty.hint } : {})}>
        {filtered && (
          <Button variant="default" onClick={() => onState({ ...state, page: 1, filters: {} })}>
            {t('common.clearAll')}
          </Button>
        )}
      </Empty>
    );
  }
  const sort = (column: Column<Row>) =>
    onState({
      ...state,
      page: 1,
      sortBy: column.id,
      descending: state.sortBy === column.id ? !state.descending : false,
    });
  // What stands in the row has its own meaning, and so has a click with a key held down.
  const meant = (event: MouseEvent) =>
    !(event.ctrlKey || event.metaKey || event.shiftKey) &&
    !(event.target instanceof Element && event.target.closest('a, button, input, label'));
  const openRow = (row: Row) => (event: MouseEvent) => {
    if (!meant(event)) return;
    if (rowAddress) void navigate(rowAddress(row));
    else rowActions?.click(row);
  };
  const openMenu = (row: Row) => (event: MouseEvent) => {
    if (!rowActions || !meant(event)) return;
    event.preventDefault();
    rowActions.menu(row);
  };
  const linked = (shown: readonly Column<Row>[]) =>
    rowAddress ? (shown.find((column) => column.links) ?? shown[0]) : undefined;
  const content = (column: Column<Row>, row: Row, link: Column<Row> | undefined) =>
    rowAddress && column === link && !column.links ? (
      <Link {...rowAddress(row)} className="row-link">
        {column.cell(row)}
      </Link>
    ) : (
      column.cell(row)
    );
  const tableLink = linked(columns);
  const head = columns.find((column) => column.links) ?? columns[0];
  const onCard = columns.filter((column) => column.card);
  const cardLink = linked([...onCard.filter((column) => column.card === 'title'), ...onCard]);
  const onCardAs = (column: Column<Row>, row: Row) => (
    <>
      {column.labelled && <span className="meta">{column.header}: </span>}
      {content(column, row, cardLink)}
    </>
  );
  if (narrow) {
    return runsOf(rows, groups).map(({ group, rows: own }, index) => {
      const said = groups && group !== null ? groups.head(group) : null;
      return (
        <section key={group ?? index} {...(said ? { 'aria-label': said.label } : {})}>
          {said && (
            <p className="table-group-card">
              {said.label} <span className="meta">{said.about}</span> {said.sum && <strong>{said.sum}</strong>}
            </p>
          )}
          <Cards rows={own} rowKey={rowKey} openRow={openRow} openMenu={openMenu} onCard={onCard} cell={onCardAs} />
        </section>
      );
    });
  }
  return (
    <div className="scroll-x table-wide" tabIndex={0} role="group" aria-label={caption}>
      <table className="plain">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            {columns.map((column) => {
              const active = state.sortBy === column.id;
              return (
                <th
                  key={column.id}
                  scope="col"
                  className={column.tools ? 'no-print' : undefined}
                  style={column.align ? { textAlign: 'right' } : undefined}
                  aria-sort={active ? (state.descending ? 'descending' : 'ascending') : undefined}
                >
                  {column.sortable ? (
                    <button
                      type="button"
                      className="table-sort"
                      onClick={() => sort(column)}
                      title={t('table.sortBy', { name: column.header })}
                    >
                      {column.header}
                      {active &&
                        (state.descending ? (
                          <IconArrowDown size={14} aria-hidden />
                        ) : (
                          <IconArrowUp size={14} aria-hidden />
                        ))}
                    </button>
                  ) : (
                    column.header
                  )}
                </th>
              );
            })}
          </tr>
        </thead>
        {runsOf(rows, groups).map(({ group, rows: own }, index) => (
          <tbody key={group ?? index}>
            {groups && group !== null && <GroupRow group={group} groups={groups} columns={columns} />}
            {own.map((row) => (
              <tr
                key={rowKey(row)}
                data-link={rowAddress || rowActions ? true : undefined}
                onClick={openRow(row)}
                onContextMenu={openMenu(row)}
                style={rowAddress || rowActions ? { cursor: 'pointer' } : undefined}
              >
                {columns.map((column) => {
                  const props = column.tools ? { className: 'no-print' } : column.align ? { className: 'amount' } : {};
                  // What names the row is heard with each of its cells.
                  return column === head ? (
                    <th key={column.id} scope="row" {...props}>
                      {content(column, row, tableLink)}
                    </th>
                  ) : (
                    <td key={column.id} {...props}>
                      {content(column, row, tableLink)}
                    </td>
                  );
                })}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

/** The same on a narrow screen: a card for each row. */
function Cards<Row>({
  rows,
  rowKey,
  openRow,
  openMenu,
  onCard,
  cell,
}: Pick<DataTableProps<Row>, 'rowKey'> & {
  rows: Row[];
  openRow: (row: Row) => (event: MouseEvent) => void;
  openMenu: (row: Row) => (event: MouseEvent) => void;
  onCard: readonly Column<Row>[];
  cell: (column: Column<Row>, row: Row) => ReactNode;
}) {
  return (
    <ul className="table-cards">
      {rows.map((row) => (
        <li key={rowKey(row)} onClick={openRow(row)} onContextMenu={openMenu(row)} onKeyDown={() => undefined}>
          {(['meta', 'title'] as const).map((place) => (
            <div
              key={place}
              style={{ display: 'flex', flexWrap: 'wrap', gap: '0 8px', justifyContent: 'space-between' }}
            >
              {onCard
                .filter((column) => column.card === place)
                .map((column) => (
                  <div key={column.id}>{cell(column, row)}</div>
                ))}
            </div>
          ))}
          <div style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'space-between', gap: 8, marginTop: 4 }}>
            {onCard
              .filter((column) => column.card === 'left' || column.card === 'right')
              .map((column) => (
                <div key={column.id}>{cell(column, row)}</div>
              ))}
          </div>
        </li>
      ))}
    </ul>
  );
}
