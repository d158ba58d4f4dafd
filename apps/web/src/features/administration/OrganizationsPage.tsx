import { useQuery } from '@tanstack/react-query';
import type { OrganizationRow } from '@pimis/contract/organizations';
import { useText } from '../../i18n/use-text.ts';
import type { Column } from '../../ui/DataTable/columns.ts';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import type { Filter } from '../../ui/DataTable/FilterBar.tsx';
import { listParameters } from '../../ui/DataTable/state.ts';
import { useTableState } from '../../ui/DataTable/use-table-state.ts';
import { organizationsQuery } from './api.ts';
import { ORGANIZATION_STATUSES, OrganizationStatus } from './OrganizationStatus.tsx';

/** Requests to register and registered organizations. */
export function OrganizationsPage() {
  const { t, data: script, date } = useText();
  const [state, setState] = useTableState();
  const { data, error, refetch } = useQuery(organizationsQuery(listParameters(state)));
  const columns: Column<OrganizationRow>[] = [
    { id: 'id', header: t('organizations.id'), cell: (row) => row.id, sortable: true, card: 'meta' },
    {
      id: 'name',
      header: t('organizations.name'),
      cell: (row) => script(row.name),
      sortable: true,
      card: 'title',
    },
    {
      id: 'adminName',
      header: t('organizations.admin'),
      cell: (row) => script(row.adminName) || t('common.noValue'),
      sortable: true,
      card: 'left',
    },
    {
      id: 'createdDate',
      header: t('organizations.created'),
      cell: (row) => date(row.createdDate),
      sortable: true,
      card: 'meta',
    },
    {
      id: 'status',
      header: t('organizations.status'),
      cell: (row) => <OrganizationStatus status={row.status} />,
      sortable: true,
      card: 'right',
    },
  ];
  const filters: Filter[] = [
    { id: 'search', kind: 'search', label: t('organizations.search') },
    {
      id: 'status',
      kind: 'multi',
      label: t('organizations.status'),
      options: ORGANIZATION_STATUSES.map((status) => ({
        value: String(status),
        label: t(`organizations.statuses.${status}`),
      })),
    },
    { id: 'name', kind: 'text', label: t('organizations.name') },
    { id: 'adminName', kind: 'text', label: t('organizations.admin') },
    { id: 'createdDate', kind: 'dateRange', label: t('organizations.created') },
  ];
  return (
    <>
      <div className="page-head">
        <h1>
          {t('organizations.title')} {data && <span className="count">{data.totalRows}</span>}
        </h1>
      </div>
      <DataTable
        name="organizations"
        caption={t('organizations.title')}
        columns={columns}
        filters={filters}
        rows={data?.rows}
        totalRows={data?.totalRows ?? 0}
        state={state}
        onState={setState}
        rowKey={(row) => row.id}
        rowAddress={(row) => ({ to: `/administration/organization/${row.id}` })}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('organizations.empty') }}
      />
    </>
  );
}
