import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Column, RowAddress } from '../../ui/DataTable/columns.ts';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import type { Filter } from '../../ui/DataTable/filter.ts';
import type { TableState } from '../../ui/DataTable/state.ts';

interface ListPageProps<Row> {
  /** Names the table for stored column choices. */
  name: string;
  title: string;
  empty: string;
  list: Pick<UseQueryResult<{ rows: Row[]; totalRows: number }>, 'data' | 'error' | 'refetch'>;
  /** The text of the row count, if it is not simply a number. */
  count?: ReactNode;
  columns: Column<Row>[];
  filters: Filter[];
  state: TableState;
  onState: (state: TableState) => void | Promise<void>;
  rowKey: (row: Row) => string;
  rowAddress?: (row: Row) => RowAddress;
  /** Buttons next to the heading. */
  children?: ReactNode;
}

/** A list of administration: a heading with the number of rows, buttons, and the table. */
export function ListPage<Row>({ title, empty, list, count, children, ...table }: ListPageProps<Row>) {
  const { data, error, refetch } = list;
  return (
    <>
      <div className="page-head">
        <h1>
          {title} {data && <span className="count">{count ?? data.totalRows}</span>}
        </h1>
        {children}
      </div>
      <DataTable
        {...table}
        caption={title}
        rows={data?.rows}
        totalRows={data?.totalRows ?? 0}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: empty }}
      />
    </>
  );
}
