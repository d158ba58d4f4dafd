import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ListedUser } from '@pimis/contract/users';
import { can } from '@pimis/domain/access/policies';
import { roleText } from '@pimis/domain/access/role-text';
import { useUser } from '../../api/session.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import type { Column } from '../../ui/DataTable/columns.ts';
import type { Filter } from '../../ui/DataTable/filter.ts';
import { listParameters } from '../../ui/DataTable/state.ts';
import { useTableState } from '../../ui/DataTable/use-table-state.ts';
import { IconPlus } from '../../ui/icons.ts';
import { Away } from '../daily/absences/Away.tsx';
import { usersQuery } from './api.ts';
import { ListPage } from './ListPage.tsx';
import { LockedChip } from './UserLock.tsx';
import { UserStatus } from './UserStatus.tsx';

const STATUSES = [1, 2, 3, 4] as const;

/** Columns of the table; `all`: users of all organizations are shown. */
function columnsOf(text: Text, all: boolean): Column<ListedUser>[] {
  const { t, data: script, instant } = text;
  const organization: Column<ListedUser>[] = [
    {
      id: 'organizationName',
      header: t('administration.users.organization'),
      cell: (row) => script(row.organizationName),
      sortable: true,
      card: 'left',
    },
    {
      id: 'organizationId',
      header: t('administration.users.organizationId'),
      cell: (row) => row.organizationId,
      sortable: true,
    },
  ];
  return [
    {
      id: 'name',
      header: t('administration.users.name'),
      cell: (row) => (
        <>
          {script(row.name)}
          <Away away={row.away} />
        </>
      ),
      sortable: true,
      card: 'title',
    },
    {
      id: 'login',
      header: t('administration.users.login'),
      cell: (row) => row.login,
      sortable: true,
      card: 'meta',
    },
    {
      id: 'email',
      header: t('administration.users.email'),
      cell: (row) => row.email,
      sortable: true,
      // The column of the organization needs the space.
      hidden: all,
    },
    {
      id: 'phoneNumber',
      header: t('administration.users.phone'),
      cell: (row) => row.phoneNumber ?? t('common.noValue'),
      sortable: true,
      hidden: true,
    },
    {
      id: 'roleDescription',
      header: t('administration.users.role'),
      cell: (row) => roleText(row.roleDescription, text),
      sortable: true,
      card: 'left',
    },
    ...(all ? organization : []),
    {
      id: 'lastLoginDate',
      header: t('administration.users.lastLogin'),
      cell: (row) => (row.lastLoginDate ? instant(row.lastLoginDate) : t('common.noValue')),
      sortable: true,
    },
    {
      id: 'status',
      header: t('administration.users.status'),
      cell: (row) => (
        <>
          <UserStatus status={row.status} /> {row.locked && <LockedChip />}
        </>
      ),
      sortable: true,
      card: 'right',
    },
  ];
}

function filtersOf({ t }: Text, all: boolean): Filter[] {
  return [
    { id: 'search', kind: 'search', label: t('administration.users.search') },
    {
      id: 'status',
      kind: 'multi',
      label: t('administration.users.status'),
      options: STATUSES.map((status) => ({
        value: String(status),
        label: t(`administration.users.statuses.${status}`),
      })),
    },
    { id: 'locked', kind: 'yesNo', label: t('administration.users.locked') },
    { id: 'roleDescription', kind: 'text', label: t('administration.users.role') },
    ...(all
      ? [
          { id: 'organizationName', kind: 'text' as const, label: t('administration.users.organization') },
          { id: 'organizationId', kind: 'text' as const, label: t('administration.users.organizationId') },
        ]
      : []),
    { id: 'lastLoginDate', kind: 'dateRange', label: t('administration.users.lastLogin') },
  ];
}

/** Users of the user's own organization, or of all organizations for users who may see them. */
export function UsersPage() {
  const text = useText();
  const { t } = text;
  const user = useUser();
  const [state, setState] = useTableState('users');
  const list = useQuery(usersQuery(listParameters(state)));
  const all = can(user, 'user.viewAll');
  const columns = columnsOf(text, all);
  const filters = filtersOf(text, all);
  return (
    <ListPage
      name="users"
      title={t('administration.users.title')}
      empty={t('administration.users.empty')}
      list={list}
      columns={columns}
      filters={filters}
      state={state}
      onState={setState}
      rowKey={(row) => row.login}
      rowAddress={(row) => ({ to: `/administration/user/${encodeURIComponent(row.login)}` })}
    >
      {can(user, 'user.manage') && (
        <Button component={Link} to="/administration/user/create" leftSection={<IconPlus size={16} />}>
          {t('administration.users.create')}
        </Button>
      )}
    </ListPage>
  );
}
