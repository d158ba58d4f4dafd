import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { AuditRow } from '@pimis/contract/audit';
import { download, fileAddress } from '../../api/client.ts';
import type { MessagesOf } from '../../i18n/areas.ts';
import { hasText } from '../../i18n/i18n.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import type { Column } from '../../ui/DataTable/columns.ts';
import type { Filter } from '../../ui/DataTable/filter.ts';
import { listParameters } from '../../ui/DataTable/state.ts';
import { useTotal } from '../../ui/DataTable/total.ts';
import { useTableState } from '../../ui/DataTable/use-table-state.ts';
import { IconDownload } from '../../ui/icons.ts';
import { notifyFailure } from '../../ui/notify.tsx';
import { auditQuery } from './api.ts';
import { AuditDetail } from './AuditDetail.tsx';
import { registryOf } from './audit-subject.ts';
import { ListPage } from './ListPage.tsx';

type Words = MessagesOf<'audit'>;

/** The text of an operation's code: its area and act. An unknown code is shown itself. */
function actText(operation: string, { t }: Text): string {
  const [area = '', act = ''] = operation.split('.');
  if (!hasText(`audit.areas.${area}`) || !hasText(`audit.acts.${act}`)) return operation;
  return `${t(`audit.areas.${area as keyof Words['areas']}`)}: ${t(`audit.acts.${act as keyof Words['acts']}`)}`;
}

/** Shows the number with the name, because the log is filtered by number and names change. */
function subjectText(row: AuditRow, { t, pair, data }: Text): string {
  const { subjectType, subjectId, subjectName } = row;
  const registry = registryOf(row);
  if (registry) return `${pair(registry.title)} ${subjectId}`;
  const known = hasText(`audit.subjects.${subjectType}`);
  const kind = known ? t(`audit.subjects.${subjectType as keyof Words['subjects']}`) : subjectType;
  return subjectName === null ? `${kind} ${subjectId}` : `${kind} ${data(subjectName)} (${subjectId})`;
}

/** A word of the log that no column breaks. */
function Whole({ children }: { children: string }) {
  return <span className="audit-whole">{children}</span>;
}

/** The audit log, for administrators. */
export function AuditPage() {
  const text = useText();
  const { t, instant } = text;
  const [state, setState] = useTableState('audit');
  const parameters = listParameters(state);
  const list = useQuery(auditQuery(parameters));
  const total = useTotal();
  const columns: Column<AuditRow>[] = [
    { id: 'at', header: t('audit.at'), cell: (row) => <Whole>{instant(row.at)}</Whole>, sortable: true, card: 'meta' },
    {
      id: 'login',
      header: t('audit.who'),
      // Without an address no user made the call.
      cell: (row) => row.login ?? t(row.address === null ? 'audit.system' : 'audit.visitor'),
      sortable: true,
      card: 'left',
    },
    {
      id: 'operation',
      header: t('audit.what'),
      cell: (row) => <span title={row.operation}>{actText(row.operation, text)}</span>,
      sortable: true,
      card: 'title',
    },
    { id: 'subject', header: t('audit.subject'), cell: (row) => subjectText(row, text), card: 'right' },
    {
      id: 'organizationId',
      header: t('audit.organization'),
      cell: (row) => row.organizationId ?? t('common.noValue'),
      sortable: true,
      hidden: true,
    },
    { id: 'address', header: t('audit.address'), cell: (row) => <Whole>{row.address ?? t('common.noValue')}</Whole> },
    {
      id: 'detail',
      header: t('audit.detail'),
      cell: (row) => <AuditDetail row={row} />,
      card: 'right',
    },
    {
      id: 'sealed',
      header: t('audit.sealed'),
      cell: (row) => t(row.sealed ? 'audit.sealedYes' : 'audit.sealedNo'),
      hidden: true,
    },
  ];
  const filters: Filter[] = [
    { id: 'at', kind: 'dateRange', label: t('audit.at') },
    { id: 'login', kind: 'text', label: t('audit.who') },
    { id: 'operation', kind: 'text', label: t('audit.code') },
    { id: 'subjectId', kind: 'text', label: t('audit.subject') },
    { id: 'address', kind: 'text', label: t('audit.address') },
  ];
  const save = () => {
    const query = Object.fromEntries([...new URLSearchParams(parameters)].filter(([key]) => key.startsWith('filter')));
    download(
      fileAddress('GET /administration/audit/export', { query: { ...query, ...text.paper } }),
      `${t('audit.fileName')}.xlsx`,
    ).catch((failure: unknown) => notifyFailure(failure, text));
  };
  return (
    <ListPage
      name="audit"
      title={t('audit.title')}
      empty={t('audit.empty')}
      list={list}
      count={list.data && total(list.data)}
      columns={columns}
      filters={filters}
      state={state}
      onState={setState}
      rowKey={(row) => row.id}
    >
      <Button variant="default" leftSection={<IconDownload size={16} />} onClick={save}>
        {t('audit.export')}
      </Button>
    </ListPage>
  );
}
