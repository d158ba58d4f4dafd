import { ActionIcon, Popover } from '@mantine/core';
import { useDisclosure, useLocalStorage } from '@mantine/hooks';
import { memo, type ReactNode, useCallback, useMemo, useState } from 'react';
import { useText } from '../../i18n/use-text.ts';
import { IconColumns3 } from '../icons.ts';
import type { Column, Groups, RowActions, RowAddress } from './columns.ts';
import type { Filter } from './filter.ts';
import { FilterBar } from './FilterBar.tsx';
import { type LongList, Pager } from './Pager.tsx';
import { dropSecondPress, POPUP } from '../popup.ts';
import { Rows } from './Rows.tsx';
import type { TableState } from './state.ts';
import { useOptimisticValue } from '../use-optimistic-value.ts';
import { Views } from './Views.tsx';
import { type OfferedView, ViewTabs } from './ViewTabs.tsx';
import { ApiFailure } from '../../api/client.ts';
import { ownKey } from '../../api/own-key.ts';
import { Failed } from '../Failed.tsx';
import { objectIn } from '../json-in.ts';
import './table.css';

/** The stored choice of columns: whether each is shown. */
const readChoice = (kept?: string) => objectIn(kept) as Record<string, boolean>;

interface DataTableProps<Row> {
  /** Names the table for stored column choices. */
  name: string;
  caption: string;
  columns: Column<Row>[];
  rows: Row[] | undefined;
  totalRows: number;
  /** Data from the server for a list that is too long to be counted and paged by number. */
  long?: LongList | undefined;
  state: TableState;
  /** A promise resolves when the requested state is shown. */
  onState: (state: TableState) => void | Promise<void>;
  rowKey: (row: Row) => string;
  /** The address of a row: a link in the row opens it by keyboard, a click anywhere in the row too. */
  rowAddress?: (row: Row) => RowAddress;
  rowActions?: RowActions<Row>;
  filters?: Filter[];
  /** Views offered as tabs above the table, before the saved ones. */
  views?: readonly OfferedView[] | undefined;
  /** Why the rows could not be read; a missing right offers no retry. */
  error?: unknown;
  onRetry?: () => void;
  empty: { title: string; hint?: string };
  /** How many rows other filters would leave; shown while the user chooses them. */
  count?: ((state: TableState) => Promise<number>) | undefined;
  toolbar?: ReactNode;
  /** Names the pages where a screen has several tables. */
  pagesLabel?: string;
  /** Groups of consecutive rows. */
  groups?: Groups<Row> | undefined;
}

/** The table of every list: the server pages, sorts and filters; the caller holds the state. */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { name, columns, state, filters = NO_FILTERS, toolbar } = props;
  const { shown: now, ask } = useOptimisticValue(state, props.onState);
  const [choice, setChoice] = useLocalStorage<Record<string, boolean>>({
    key: ownKey(`pimis.columns.${name}`),
    defaultValue: {},
    deserialize: readChoice,
  });
  const [chosen, setChosen] = useState<string | null>(null);
  const { columns: wanted } = state;
  const shown = useMemo(() => {
    const wantedColumns = wanted && columns.filter((column) => wanted.includes(column.id));
    return wantedColumns?.length ? wantedColumns : columns.filter((column) => choice[column.id] ?? !column.hidden);
  }, [columns, wanted, choice]);
  const usable = useMemo(() => {
    const offered = (props.views ?? []).flatMap((view) => Object.keys(view.filters));
    return { columns, filters, offered };
  }, [columns, filters, props.views]);
  const shownIds = useMemo(() => shown.map((column) => column.id), [shown]);
  const choose = useCallback(
    (ids: readonly string[]) => {
      const changed = columns.filter((column) => ids.includes(column.id) !== shown.includes(column));
      // The columns of an address become the user's own choice when they change one.
      const chosen = wanted ? columns : changed;
      setChoice({ ...choice, ...Object.fromEntries(chosen.map(({ id }) => [id, ids.includes(id)])) });
      if (wanted) ask((before) => ({ ...before, columns: undefined }));
    },
    [columns, wanted, shown, choice, setChoice, ask],
  );
  // Without the right there is nothing to filter, to choose or to page.
  if (props.error instanceof ApiFailure && props.error.httpStatus === FORBIDDEN) return <Failed error={props.error} />;
  return (
    <>
      <ViewTabs
        table={name}
        offered={props.views}
        columns={columns}
        filters={filters}
        state={now}
        ask={ask}
        chosen={chosen}
        onChosen={setChosen}
      />
      <div className="table-bar">
        <FilterBar filters={filters} values={now.filters} ask={ask} state={state} count={props.count} />
        <div style={{ marginLeft: 'auto', display: 'flex', flexWrap: 'wrap', gap: 8, alignItems: 'center' }}>
          {toolbar}
          <ColumnChoice columns={columns} shown={shownIds} onChange={choose} />
          <Views table={name} state={state} columns={shownIds} usable={usable} ask={ask} onChosen={setChosen} />
        </div>
      </div>
      <div className="panel">
        <Rows
          caption={props.caption}
          columns={shown}
          rows={props.rows}
          filtered={Object.keys(now.filters).length > 0}
          sortBy={now.sortBy}
          descending={now.descending}
          ask={ask}
          rowKey={props.rowKey}
          rowAddress={props.rowAddress}
          rowActions={props.rowActions}
          groups={props.groups}
          error={props.error}
          onRetry={props.onRetry}
          empty={props.empty}
        />
        <Pager
          page={now.page}
          perPage={now.perPage}
          at={now.at}
          shownRows={props.rows?.length}
          totalRows={props.totalRows}
          long={props.long}
          label={props.pagesLabel}
          ask={ask}
        />
      </div>
    </>
  );
}

const NO_FILTERS: Filter[] = [];
const FORBIDDEN = 403;

interface ColumnChoiceProps {
  columns: readonly { id: string; header: string }[];
  shown: readonly string[];
  onChange: (shown: readonly string[]) => void;
}

const ColumnChoice = memo(function ColumnChoice({ columns, shown, onChange }: ColumnChoiceProps) {
  const { t } = useText();
  const [opened, { close, toggle }] = useDisclosure(false);
  const { shown: chosen, ask } = useOptimisticValue(shown, onChange);
  return (
    <Popover {...POPUP} opened={opened} onChange={close} position="bottom-end">
      <Popover.Target>
        <ActionIcon
          variant="default"
          size={32}
          aria-label={t('table.columns')}
          onClickCapture={dropSecondPress}
          onClick={toggle}
          className="hide-narrow"
        >
          <IconColumns3 size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown className="popup">
        <fieldset style={{ border: 0, padding: 0, margin: 0 }}>
          <legend className="strong">{t('table.columns')}</legend>
          {columns.map((column) => (
            <label key={column.id} className="table-column">
              <input
                type="checkbox"
                checked={chosen.includes(column.id)}
                onChange={({ currentTarget: { checked } }) =>
                  ask((ids) => (checked ? [...ids, column.id] : ids.filter((id) => id !== column.id)))
                }
              />
              {column.header}
            </label>
          ))}
        </fieldset>
      </Popover.Dropdown>
    </Popover>
  );
});
