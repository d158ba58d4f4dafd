import { Button, Menu, Switch } from '@mantine/core';
import { IconDownload, IconPlus, IconUpload } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import type { RegistryRow } from '@pimis/contract/registries';
import { findRegistry } from '@pimis/domain/registries/catalogue';
import type { Registry, RegistryColumn } from '@pimis/domain/registries/types';
import { download } from '../../api/client.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import { NotFoundPage } from '../../shell/Pages.tsx';
import { type Column, DataTable } from '../../ui/DataTable/DataTable.tsx';
import type { Filter } from '../../ui/DataTable/FilterBar.tsx';
import { listParameters } from '../../ui/DataTable/state.ts';
import { useTableState } from '../../ui/DataTable/use-table-state.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { rowsQuery } from './api.ts';
import { EditDialog } from './EditDialog.tsx';
import { ImportDialog } from './ImportDialog.tsx';
import { RowDialog } from './RowDialog.tsx';
import { shownValue } from './values.ts';
import './registries.css';

const COLUMNS_SHOWN = 6;

function tableColumns(registry: Registry, text: Text): Column<RegistryRow>[] {
  return registry.columns.map((column, index) => ({
    id: column.name,
    header: text.pair(column.label),
    sortable: true,
    hidden: index >= COLUMNS_SHOWN && column.name !== 'validTo',
    ...(column.kind === 'amount' ? { align: 'right' as const } : {}),
    ...(index === 0 ? { card: 'meta' as const } : index === 1 ? { card: 'title' as const } : {}),
    cell: (row: RegistryRow) => shownValue(column, row[column.name], text),
  }));
}

function filterOf(column: RegistryColumn, label: string): Filter {
  const kind = column.kind === 'amount' ? 'moneyRange' : column.kind === 'date' ? 'dateRange' : 'text';
  return { id: column.name, kind, label };
}

/** A code table: what is valid now, or all of it; maintenance for those who may. */
export function RegistryPage() {
  const { registryCode = '' } = useParams({ strict: false });
  const registry = findRegistry(registryCode);
  return registry ? <RegistryTable key={registry.code} registry={registry} /> : <NotFoundPage />;
}

function RegistryTable({ registry }: { registry: Registry }) {
  const text = useText();
  const { t, pair } = text;
  const [state, setState] = useTableState();
  const [ended, setEnded] = useState(false);
  const [opened, setOpened] = useState<string | null>(null);
  const [dialog, setDialog] = useState<'create' | 'import' | null>(null);
  const validity: Record<string, string> = ended ? { 'filter[validAt]': 'all' } : {};
  const { data, isError, refetch } = useQuery(rowsQuery(registry.code, listParameters(state, validity)));
  const save = (format: 'csv' | 'xlsx') =>
    download(
      `registry/${registry.code}/export?format=${format}${ended ? '&validAt=all' : ''}`,
      `${registry.code}.${format}`,
    ).catch((failure: unknown) => notifyFailure(failure, text));
  const filters: Filter[] = [
    { id: 'search', kind: 'search', label: t('registries.search') },
    ...registry.columns.map((column) => filterOf(column, pair(column.label))),
  ];
  return (
    <>
      <div className="page-head">
        <h1>
          {pair(registry.title)} <span className="count">{data?.totalRows ?? 0}</span>
        </h1>
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" leftSection={<IconDownload size={16} />}>
              {t('common.export')}
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Item onClick={() => void save('csv')}>CSV</Menu.Item>
            <Menu.Item onClick={() => void save('xlsx')}>XLSX</Menu.Item>
          </Menu.Dropdown>
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
        name={`registry-${registry.code}`}
        caption={pair(registry.title)}
        columns={tableColumns(registry, text)}
        filters={filters}
        rows={data?.rows}
        totalRows={data?.totalRows ?? 0}
        state={state}
        onState={setState}
        rowKey={(row) => String(row.id)}
        onRow={(row) => setOpened(String(row.id))}
        failed={isError}
        onRetry={() => void refetch()}
        empty={{ title: t('common.nothingFound') }}
        toolbar={
          <Switch
            label={t('registries.withEnded')}
            checked={ended}
            onChange={(event) => {
              setEnded(event.currentTarget.checked);
              setState({ ...state, page: 1 });
            }}
          />
        }
      />
      {opened !== null && <RowDialog registry={registry} id={opened} onClose={() => setOpened(null)} />}
      {dialog === 'create' && <EditDialog registry={registry} onClose={() => setDialog(null)} />}
      {dialog === 'import' && <ImportDialog registry={registry} onClose={() => setDialog(null)} />}
    </>
  );
}
