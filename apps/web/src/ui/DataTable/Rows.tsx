import { Button } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { Link, useNavigate, useRouter } from '@tanstack/react-router';
import { memo, type MouseEvent, type ReactNode } from 'react';
import { ApiFailure } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { Empty } from '../Empty.tsx';
import { IconArrowDown, IconArrowUp } from '../icons.ts';
import { Waiting } from '../Waiting.tsx';
import { CARD_LINES, type Column, type Groups, type RowActions, type RowAddress } from './columns.ts';
import type { SetOptimistic } from '../use-optimistic-value.ts';
import type { TableState } from './state.ts';
import { Failed } from '../Failed.tsx';
import { useReportsFailure } from '../reported-failures.ts';

/** Where rows become cards; the styles of the table change there too. */
const NARROW = '(max-width: 700px)';
/** Parameters of a call that order its rows or choose a page of them. */
const PLACES = ['sort_by', 'page', 'after', 'before'];

interface DrawnProps<Row> {
  columns: Column<Row>[];
  rows: Row[];
  rowKey: (row: Row) => string;
  rowAddress: ((row: Row) => RowAddress) | undefined;
  rowActions: RowActions<Row> | undefined;
  groups: Groups<Row> | undefined;
}

interface HeadProps<Row> {
  columns: Column<Row>[];
  sortBy: string | undefined;
  descending: boolean;
  ask: SetOptimistic<TableState>;
}

interface RowsProps<Row> extends Omit<DrawnProps<Row>, 'rows'>, HeadProps<Row> {
  caption: string;
  rows: Row[] | undefined;
  /** The present filters leave rows out. */
  filtered: boolean;
  error: unknown;
  onRetry: (() => void) | undefined;
  empty: { title: string; hint?: string };
}

/** Consecutive rows of one group. */
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

/** The row above a group: its name, and the sum in its column. */
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

function ClearAll({ ask }: { ask: SetOptimistic<TableState> }) {
  const { t } = useText();
  return (
    <Button variant="default" onClick={() => ask((before) => ({ ...before, page: 1, filters: {} }))}>
      {t('common.clearAll')}
    </Button>
  );
}

/** The rows of a table, or a text if there are none. */
export function Rows<Row>({
  caption,
  columns,
  rows,
  filtered,
  sortBy,
  descending,
  ask,
  error,
  onRetry,
  empty,
  ...drawn
}: RowsProps<Row>) {
  const text = useText();
  const { t } = text;
  // Rows are rendered once, as cards where the table would not fit; decided before the first paint.
  const narrow = useMediaQuery(NARROW, false, { getInitialValueInEffect: false });
  const refused = error instanceof ApiFailure && error.name === 'ValidationError';
  useReportsFailure(refused ? error : null);
  // A refused request would be refused again: a filter, order or page may no longer exist in this table. It comes from
  // the URL, a saved view or the stored state, and may have no control on the screen.
  if (refused) {
    const isFilter = filtered && PLACES.every((field) => error.problemOf(field) === undefined);
    return (
      <div role="alert">
        {isFilter ? (
          <Empty title={t('table.badFilter')} hint={t('table.badFilterHint')}>
            <ClearAll ask={ask} />
          </Empty>
        ) : (
          <Empty title={t('table.badOrder')}>
            <Button
              variant="default"
              onClick={() => ask((before) => ({ ...before, page: 1, sortBy: undefined, descending: false }))}
            >
              {t('table.startAgain')}
            </Button>
          </Empty>
        )}
      </div>
    );
  }
  if (error) return <Failed error={error} onRetry={onRetry} />;
  if (!rows) return <Waiting />;
  if (rows.length === 0) {
    return (
      <Empty title={empty.title} {...(empty.hint ? { hint: empty.hint } : {})}>
        {filtered && <ClearAll ask={ask} />}
      </Empty>
    );
  }
  if (narrow) return <Cards {...drawn} columns={columns} rows={rows} />;
  return (
    <div className="scroll-x table-wide" tabIndex={0} role="group" aria-label={caption}>
      <table className="plain">
        <caption className="visually-hidden">{caption}</caption>
        <Head columns={columns} sortBy={sortBy} descending={descending} ask={ask} />
        <Body {...drawn} columns={columns} rows={rows} />
      </table>
    </div>
  );
}

interface HeadCellProps {
  id: string;
  header: string;
  sortable: boolean;
  tools: boolean;
  right: boolean;
  sorted: 'ascending' | 'descending' | undefined;
  ask: SetOptimistic<TableState>;
}

/** A new order renders only two header cells again. */
const HeadCell = memo(function HeadCell({ id, header, sortable, tools, right, sorted, ask }: HeadCellProps) {
  const { t } = useText();
  const sort = () =>
    ask((before) => ({
      ...before,
      page: 1,
      sortBy: id,
      descending: before.sortBy === id ? !before.descending : false,
    }));
  return (
    <th
      scope="col"
      className={tools ? 'no-print' : undefined}
      style={right ? { textAlign: 'right' } : undefined}
      aria-sort={sorted}
    >
      {sortable ? (
        <button type="button" className="table-sort" onClick={sort} title={t('table.sortBy', { name: header })}>
          {header}
          {sorted &&
            (sorted === 'descending' ? <IconArrowDown size={14} aria-hidden /> : <IconArrowUp size={14} aria-hidden />)}
        </button>
      ) : (
        header
      )}
    </th>
  );
});

function Head<Row>({ columns, sortBy, descending, ask }: HeadProps<Row>) {
  return (
    <thead>
      <tr>
        {columns.map((column) => (
          <HeadCell
            key={column.id}
            id={column.id}
            header={column.header}
            sortable={column.sortable === true}
            tools={column.tools === true}
            right={column.align !== undefined}
            sorted={sortBy === column.id ? (descending ? 'descending' : 'ascending') : undefined}
            ask={ask}
          />
        ))}
      </tr>
    </thead>
  );
}

const MIDDLE_BUTTON = 1;

/** Links, buttons and fields in a row keep their own meaning. */
const isOwn = ({ target }: MouseEvent) =>
  target instanceof Element && target.closest('a, button, input, label') !== null;

/** Whether text of this row is selected: a drag over text ends with a click, which must not open the row. */
function hasSelection(row: Element): boolean {
  const selection = window.getSelection();
  return selection !== null && !selection.isCollapsed && selection.containsNode(row, true);
}

/** A click opens the row; with Ctrl, or with the middle button, it opens a tab. Selected text can be copied. */
function useRowEvents<Row>({ rowAddress, rowActions }: Pick<DrawnProps<Row>, 'rowAddress' | 'rowActions'>) {
  const navigate = useNavigate();
  const router = useRouter();
  const openTab = (address: RowAddress) =>
    window.open(router.buildLocation(address as never).href, '_blank', 'noopener');
  return (row: Row) => ({
    onClick: (event: MouseEvent) => {
      if (event.shiftKey || isOwn(event) || hasSelection(event.currentTarget)) return;
      const inTab = event.ctrlKey || event.metaKey;
      if (!rowAddress) {
        if (!inTab) rowActions?.click(row);
      } else if (inTab) openTab(rowAddress(row));
      else void navigate(rowAddress(row));
    },
    onMouseDown: (event: MouseEvent) => {
      // Windows would start to scroll with the middle button.
      if (rowAddress && event.button === MIDDLE_BUTTON && !isOwn(event)) event.preventDefault();
    },
    onAuxClick: (event: MouseEvent) => {
      if (!rowAddress || event.button !== MIDDLE_BUTTON || isOwn(event)) return;
      event.preventDefault();
      openTab(rowAddress(row));
    },
    onContextMenu: (event: MouseEvent) => {
      // The menu of the browser copies selected text.
      const modified = event.ctrlKey || event.metaKey || event.shiftKey;
      if (!rowActions || modified || isOwn(event) || hasSelection(event.currentTarget)) return;
      event.preventDefault();
      rowActions.menu(row);
    },
  });
}

/** The content of a cell; the cell that identifies the row is a link. */
function contentOf<Row>(
  column: Column<Row>,
  row: Row,
  link: Column<Row> | undefined,
  rowAddress: ((row: Row) => RowAddress) | undefined,
): ReactNode {
  return rowAddress && column === link && !column.links ? (
    <Link
      {...rowAddress(row)}
      className="row-link"
      // A drag over the link selects its text instead of taking the link along.
      draggable={false}
      onClick={(event) => hasSelection(event.currentTarget) && event.preventDefault()}
    >
      {column.cell(row)}
    </Link>
  ) : (
    column.cell(row)
  );
}

const linkColumn = <Row,>(shown: readonly Column<Row>[]) => shown.find((column) => column.links) ?? shown[0];

function RowsOfTable<Row>({ columns, rows, rowKey, rowAddress, rowActions, groups }: DrawnProps<Row>): ReactNode {
  const events = useRowEvents({ rowAddress, rowActions });
  // Screen readers read the row's name with each cell.
  const head = linkColumn(columns);
  const pressed = rowAddress !== undefined || rowActions !== undefined;
  return runsOf(rows, groups).map(({ group, rows: own }, index) => (
    <tbody key={group ?? index}>
      {groups && group !== null && <GroupRow group={group} groups={groups} columns={columns} />}
      {own.map((row) => (
        <tr
          key={rowKey(row)}
          data-link={pressed ? true : undefined}
          style={pressed ? { cursor: 'pointer' } : undefined}
          {...events(row)}
        >
          {columns.map((column) => {
            const props = column.tools ? { className: 'no-print' } : column.align ? { className: 'amount' } : {};
            return column === head ? (
              <th key={column.id} scope="row" {...props}>
                {contentOf(column, row, head, rowAddress)}
              </th>
            ) : (
              <td key={column.id} {...props}>
                {contentOf(column, row, head, rowAddress)}
              </td>
            );
          })}
        </tr>
      ))}
    </tbody>
  ));
}

/** Rows are rendered again only when they or their columns change. */
const Body = memo(RowsOfTable) as typeof RowsOfTable;

function CardsOfRows<Row>({ columns, rows, groups, ...drawn }: DrawnProps<Row>): ReactNode {
  return runsOf(rows, groups).map(({ group, rows: own }, index) => {
    const said = groups && group !== null ? groups.head(group) : null;
    return (
      <section key={group ?? index} {...(said ? { 'aria-label': said.label } : {})}>
        {said && (
          <p className="table-group-card">
            {said.label} <span className="meta">{said.about}</span> {said.sum && <strong>{said.sum}</strong>}
          </p>
        )}
        <CardList {...drawn} columns={columns} rows={own} />
      </section>
    );
  });
}

/** The same on a narrow screen: a card for each row. */
const Cards = memo(CardsOfRows) as typeof CardsOfRows;

function CardList<Row>({ columns, rows, rowKey, rowAddress, rowActions }: Omit<DrawnProps<Row>, 'groups'>) {
  const events = useRowEvents({ rowAddress, rowActions });
  const onCard = columns.filter((column) => column.card);
  const link = linkColumn([...onCard.filter((column) => column.card === 'title'), ...onCard]);
  const cell = (column: Column<Row>, row: Row) => (
    <>
      {column.labelled && <span className="meta">{column.header}: </span>}
      {contentOf(column, row, link, rowAddress)}
    </>
  );
  return (
    <ul className="table-cards">
      {rows.map((row) => (
        <li key={rowKey(row)} {...events(row)} onKeyDown={() => undefined}>
          {CARD_LINES.map((place) => (
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
