import { useQuery } from '@tanstack/react-query';
import type { OrganizationRow } from '@pimis/contract/organizations';
import { useText } from '../../i18n/use-text.ts';
import type { Column } from '../../ui/DataTable/columns.ts';
import type { Filter } from '../../ui/DataTable/filter.ts';
import { listParameters } from '../../ui/DataTable/state.ts';
import { useTableState } from '../../ui/DataTable/use-table-state.ts';
import { organizationsQuery } from './api.ts';
import { ListPage } from './ListPage.tsx';
import { ORGANIZATION_STATUSES, OrganizationStatus } from './OrganizationStatus.tsx';

/** Requests to register and registered organizations. */
export function OrganizationsPage() {
  const { t, data: script, date } = useText();
  const [state, setState] = useTableState('organizations');
  const list = useQuery(organizationsQuery(listParameters(state)));
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
    <ListPage
      name="organizations"
      title={t('organizations.title')}
      empty={t('organizations.empty')}
      list={list}
      columns={columns}
      filters={filters}
      state={state}
      onState={setState}
      rowKey={(row) => row.id}
      rowAddress={(row) => ({ to: `/administration/organization/${row.id}` })}
    />
  );
}
