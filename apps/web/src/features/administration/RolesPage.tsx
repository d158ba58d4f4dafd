import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { RoleRow } from '@pimis/contract/roles';
import { can } from '@pimis/domain/access/policies';
import { roleText } from '@pimis/domain/access/role-text';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Column } from '../../ui/DataTable/columns.ts';
import type { Filter } from '../../ui/DataTable/filter.ts';
import { listParameters } from '../../ui/DataTable/state.ts';
import { useTableState } from '../../ui/DataTable/use-table-state.ts';
import { IconPlus } from '../../ui/icons.ts';
import { rolesQuery } from './api.ts';
import { ListPage } from './ListPage.tsx';
import { ROLE_TYPES, roleTypeText } from './role-text.ts';

/** Roles of the system and of the own organization. */
export function RolesPage() {
  const text = useText();
  const { t, data: script, date } = text;
  const user = useUser();
  const [state, setState] = useTableState('roles');
  const list = useQuery(rolesQuery(listParameters(state)));
  const columns: Column<RoleRow>[] = [
    { id: 'id', header: t('administration.roles.id'), cell: (row) => row.id, sortable: true, hidden: true },
    {
      id: 'name',
      header: t('administration.roles.name'),
      cell: (row) => script(row.name),
      sortable: true,
      card: 'title',
    },
    {
      id: 'description',
      header: t('administration.roles.description'),
      cell: (row) => roleText(row.description, text),
      sortable: true,
      card: 'left',
    },
    {
      id: 'roleType',
      header: t('administration.roles.type'),
      cell: (row) => roleTypeText(row.roleType, text),
      sortable: true,
      card: 'meta',
    },
    {
      id: 'organizationName',
      header: t('administration.roles.organization'),
      cell: (row) => script(row.organizationName) || t('common.noValue'),
      sortable: true,
    },
    {
      id: 'createdDate',
      header: t('administration.roles.created'),
      cell: (row) => date(row.createdDate),
      sortable: true,
    },
  ];
  const filters: Filter[] = [
    { id: 'search', kind: 'search', label: t('administration.roles.search') },
    { id: 'name', kind: 'text', label: t('administration.roles.name') },
    { id: 'description', kind: 'text', label: t('administration.roles.description') },
    {
      id: 'roleType',
      kind: 'multi',
      label: t('administration.roles.type'),
      options: ROLE_TYPES.map((type) => ({ value: String(type), label: roleTypeText(type, text) })),
    },
    { id: 'createdDate', kind: 'dateRange', label: t('administration.roles.created') },
  ];
  return (
    <ListPage
      name="roles"
      title={t('administration.roles.title')}
      empty={t('administration.roles.empty')}
      list={list}
      columns={columns}
      filters={filters}
      state={state}
      onState={setState}
      rowKey={(row) => String(row.id)}
      rowAddress={(row) => ({ to: `/administration/role/${row.id}` })}
    >
      {can(user, 'role.manage') && (
        <Button component={Link} to="/administration/role/create" leftSection={<IconPlus size={16} />}>
          {t('administration.roles.create')}
        </Button>
      )}
    </ListPage>
  );
}
