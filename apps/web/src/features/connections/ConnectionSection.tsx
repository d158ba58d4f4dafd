import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { can } from '@pimis/domain/access/policies';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Column } from '../../ui/DataTable/columns.ts';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import type { Filter } from '../../ui/DataTable/filter.ts';
import type { TableState } from '../../ui/DataTable/state.ts';
import { IconPlus } from '../../ui/icons.ts';
import type { ConnectionKind } from './use-connection-call.ts';

interface ConnectionRow {
  id: number;
  name: string;
  organizationName: string;
}

interface ConnectionSectionProps<Row> {
  kind: ConnectionKind;
  title: string;
  hint: string;
  /** The text of the button that makes a new one. */
  create: string;
  onCreate: () => void;
  /** Undefined while it loads. */
  list: { rows: Row[]; totalRows: number } | undefined;
  error: Error | null;
  onRetry: () => void;
  empty: string;
  /** The columns after name and organization. */
  columns: readonly Column<Row>[];
  /** The filters after the search. */
  filters?: readonly Filter[];
  state: TableState;
  onState: (state: TableState) => void;
  pagesLabel?: string;
  addressOf: (id: number) => string;
  /** Dialogs of the section. */
  children: ReactNode;
}

/** One kind of connection on the page of connections: its heading, its button and its list. */
export function ConnectionSection<Row extends ConnectionRow>(props: ConnectionSectionProps<Row>) {
  const { kind, title, list, filters = [], pagesLabel, addressOf } = props;
  const { t, data } = useText();
  const user = useUser();
  return (
    <section aria-labelledby={kind} className="connection-section">
      <div className="page-head">
        <div style={{ marginRight: 'auto' }}>
          <h2 id={kind}>
            {title} {list && <span className="count">{list.totalRows}</span>}
          </h2>
          <p className="meta">{props.hint}</p>
        </div>
        {can(user, 'client.administrate') && (
          <Button leftSection={<IconPlus size={16} />} onClick={props.onCreate}>
            {props.create}
          </Button>
        )}
      </div>
      <DataTable
        name={kind}
        caption={title}
        {...(pagesLabel === undefined ? {} : { pagesLabel })}
        rows={list?.rows}
        totalRows={list?.totalRows ?? 0}
        error={props.error}
        onRetry={props.onRetry}
        empty={{ title: props.empty }}
        columns={[
          { id: 'name', header: t('connections.name'), cell: (row) => data(row.name), sortable: true, card: 'title' },
          {
            id: 'organizationId',
            header: t('connections.organization'),
            cell: (row) => data(row.organizationName),
            sortable: true,
            card: 'left',
          },
          ...props.columns,
        ]}
        filters={[{ id: 'search', kind: 'search', label: t('connections.search') }, ...filters]}
        state={props.state}
        onState={props.onState}
        rowKey={(row) => String(row.id)}
        rowAddress={(row) => ({ to: addressOf(row.id) })}
      />
      {props.children}
    </section>
  );
}
