import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import type { RegistryRow } from '@pimis/contract/registries';
import { REGISTRY_SEARCH_MAX } from '@pimis/domain/constants';
import { findRegistry } from '@pimis/domain/registries/catalogue';
import type { Registry, RegistryColumn } from '@pimis/domain/registries/types';
import { download, fileAddress } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { NotFoundPage } from '../../ui/Pages.tsx';
import type { RowAddress } from '../../ui/DataTable/columns.ts';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import { TableSwitch } from '../../ui/DataTable/TableSwitch.tsx';
import type { Filter } from '../../ui/DataTable/filter.ts';
import { listParameters, type TableState, writeTableState } from '../../ui/DataTable/state.ts';
import { useTotal } from '../../ui/DataTable/total.ts';
import { useTableState } from '../../ui/DataTable/use-table-state.ts';
import { IconDownload, IconPlus, IconUpload } from '../../ui/icons.ts';
import { Menu, MenuItem } from '../../ui/Menu.tsx';
import { notifyFailure } from '../../ui/notify.tsx';
import { rowsQuery, tableOf } from './api.ts';
import { tableColumns } from './columns.ts';
import { RowEditDialog } from './RowEditDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { useAddress } from '../../ui/address.ts';
import './registries.css';

/** Requests ended rows too; part of the address like other filters. */
const VALIDITY = 'validAt';
const ALL = 'all';

function filterOf(column: RegistryColumn, label: string): Filter {
  const kind = column.kind === 'amount' ? 'moneyRange' : column.kind === 'date' ? 'dateRange' : 'text';
  return { id: column.name, kind, label, ...(column.scale === undefined ? {} : { decimals: column.scale }) };
}

/** The address of a row: a legal entity has a page, other rows open above their table. */
function addressOf(registry: Registry, row: RegistryRow, state: TableState): RowAddress {
  const id = encodeURIComponent(String(row.id));
  return registry.code === 'organizations'
    ? { to: `/registry/organization/${id}` }
    : { to: `/registry/${registry.code}/${id}`, search: writeTableState(state) };
}

/** A code table: valid rows or all rows; with maintenance for users who may. */
export function RegistryPage() {
  const { registryCode = '' } = useAddress();
  const registry = findRegistry(registryCode);
  return registry ? <RegistryTable key={registry.code} registry={registry} /> : <NotFoundPage />;
}

function RegistryTable({ registry }: { registry: Registry }) {
  const text = useText();
  const { t, pair } = text;
  const total = useTotal();
  const [state, setState] = useTableState(tableOf(registry.code), `/registry/${registry.code}`);
  const ended = state.filters[VALIDITY] === ALL;
  const [dialog, setDialog] = useState<'create' | 'import' | null>(null);
  const { data, error, refetch } = useQuery(rowsQuery(registry.code, listParameters(state)));
  const save = (format: 'csv' | 'local' | 'xlsx') =>
    download(
      fileAddress('GET /registry/:registry/export', {
        params: { registry: registry.code },
        query: { format, ...text.paper, ...(ended ? { validAt: ALL } : {}) },
      }),
      `${registry.code}.${format === 'xlsx' ? 'xlsx' : 'csv'}`,
    ).catch((failure: unknown) => notifyFailure(failure, text));
  const showEnded = (shown: boolean) => {
    const { [VALIDITY]: _, ...filters } = state.filters;
    return setState({ ...state, page: 1, filters: shown ? { ...filters, [VALIDITY]: ALL } : filters });
  };
  const filters: Filter[] = [
    { id: 'search', kind: 'search', label: t('registries.search'), maxLength: REGISTRY_SEARCH_MAX },
    ...registry.columns.map((column) => filterOf(column, pair(column.label))),
  ];
  return (
    <>
      <div className="page-head">
        <h1>
          {pair(registry.title)}{' '}
          {data && <span className="count">{total({ totalRows: data.totalRows, long: data })}</span>}
        </h1>
        <Menu
          opener={
            <Button variant="default" leftSection={<IconDownload size={16} />}>
              {t('common.export')}
            </Button>
          }
        >
          <MenuItem onClick={() => void save('xlsx')}>XLSX</MenuItem>
          <MenuItem onClick={() => void save('local')}>{t('registries.export.local')}</MenuItem>
          <MenuItem onClick={() => void save('csv')}>{t('registries.export.csv')}</MenuItem>
        </Menu>
        {data?.canWrite && (
          <>
            <Button variant="default" leftSection={<IconUpload size={16} />} onClick={() => setDialog('import')}>
              {t('registries.import.open')}
            </Button>
            <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog('create')}>
              {t('registries.create')}
            </Button>
          </>
        )}
      </div>
      <p className="second" style={{ marginBottom: 12 }}>
        {pair(registry.description)}
      </p>
      <DataTable
        name={tableOf(registry.code)}
        caption={pair(registry.title)}
        columns={tableColumns(registry, text, { ended, names: data?.names ?? {} })}
        filters={filters}
        rows={data?.rows}
        totalRows={data?.totalRows ?? 0}
        long={data}
        state={state}
        onState={setState}
        rowKey={(row) => String(row.id)}
        rowAddress={(row) => addressOf(registry, row, state)}
        error={error}
        onRetry={() => void refetch()}
        empty={
          Object.keys(state.filters).length > 0
            ? { title: t('common.nothingFound') }
            : { title: t('registries.empty'), ...(data?.canWrite ? { hint: t('registries.emptyHint') } : {}) }
        }
        toolbar={<TableSwitch label={t('registries.withEnded')} checked={ended} onChange={showEnded} />}
      />
      <Outlet />
      {dialog === 'create' && <RowEditDialog registry={registry} onClose={() => setDialog(null)} />}
      {dialog === 'import' && <ImportDialog registry={registry} onClose={() => setDialog(null)} />}
    </>
  );
}
