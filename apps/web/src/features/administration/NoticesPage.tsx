import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ListedNotice } from '@pimis/contract/notices';
import { can } from '@pimis/domain/access/policies';
import { NOTICE_PRIORITIES, priorityOf } from '@pimis/domain/notices/notices';
import { configurationQuery } from '../../api/common.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Column } from '../../ui/DataTable/columns.ts';
import type { Filter } from '../../ui/DataTable/filter.ts';
import { listParameters } from '../../ui/DataTable/state.ts';
import { useTableState } from '../../ui/DataTable/use-table-state.ts';
import { Empty } from '../../ui/Empty.tsx';
import { IconPencil, IconPlus } from '../../ui/icons.ts';
import { noticePeriod } from '../../ui/notice-period.ts';
import { Chip } from '../../ui/StatusChip.tsx';
import { allNoticesQuery } from './api.ts';
import { ListPage } from './ListPage.tsx';
import { NoticeDialog } from './NoticeDialog.tsx';

const FAMILIES = { coming: 'waiting', current: 'approved', past: 'entry' } as const;

function stateOf(notice: ListedNotice, today: string): keyof typeof FAMILIES {
  if (notice.startDate > today) return 'coming';
  return notice.endDate < today ? 'past' : 'current';
}

/** Notices of the sign-in page and the dashboard, for their editors. */
export function NoticesPage() {
  const { status } = useText();
  const user = useUser();
  return can(user, 'notice.manage') ? <Notices /> : <Empty page title={status('Forbidden')} />;
}

function Notices() {
  const text = useText();
  const { t, data: script } = text;
  const [state, setState] = useTableState('notices');
  const list = useQuery(allNoticesQuery(listParameters(state)));
  const { data: configuration } = useQuery(configurationQuery);
  const [dialog, setDialog] = useState<ListedNotice | 'new' | null>(null);
  const today = configuration?.today ?? '';
  const opened = dialog === 'new' || !dialog ? undefined : dialog;
  // The last version read: it may no longer be on this page of the list.
  const read = list.data?.rows.find(({ id }) => id === opened?.id);
  if (read && opened && read.revision !== opened.revision) setDialog(read);
  const columns: Column<ListedNotice>[] = [
    { id: 'title', header: t('notices.heading'), cell: (row) => script(row.title), sortable: true, card: 'title' },
    {
      id: 'startDate',
      header: t('notices.start'),
      cell: (row) => noticePeriod(row, text),
      sortable: true,
      card: 'meta',
    },
    {
      id: 'priority',
      header: t('notices.priority'),
      cell: (row) => t(`notices.priorities.${priorityOf(row)}`),
      sortable: true,
      card: 'meta',
    },
    {
      id: 'state',
      header: t('notices.state'),
      cell: (row) => <Chip family={FAMILIES[stateOf(row, today)]} text={t(`notices.states.${stateOf(row, today)}`)} />,
      card: 'left',
    },
    {
      id: 'edit',
      header: t('notices.edit'),
      cell: (row) => (
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<IconPencil size={16} />}
          onClick={() => setDialog(row)}
          aria-label={t('notices.editNamed', { title: script(row.title) })}
        >
          {t('notices.edit')}
        </Button>
      ),
      card: 'right',
    },
  ];
  const filters: Filter[] = [
    { id: 'search', kind: 'search', label: t('notices.search') },
    {
      id: 'priority',
      kind: 'multi',
      label: t('notices.priority'),
      options: NOTICE_PRIORITIES.map((one) => ({ value: String(one), label: t(`notices.priorities.${one}`) })),
    },
    { id: 'startDate', kind: 'dateRange', label: t('notices.start') },
    { id: 'endDate', kind: 'dateRange', label: t('notices.end') },
  ];
  return (
    <>
      <ListPage
        name="notices"
        title={t('notices.title')}
        empty={t('notices.empty')}
        list={list}
        columns={columns}
        filters={filters}
        state={state}
        onState={setState}
        rowKey={(row) => String(row.id)}
      >
        <Button leftSection={<IconPlus size={16} />} onClick={() => setDialog('new')}>
          {t('notices.create')}
        </Button>
      </ListPage>
      {dialog !== null && (
        <NoticeDialog today={today} onClose={() => setDialog(null)} {...(opened ? { notice: opened } : {})} />
      )}
    </>
  );
}
