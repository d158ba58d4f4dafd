import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WebhookDelivery } from '@pimis/contract/webhooks';
import { type DeliveryKind, TEST_KIND, WEBHOOK_KIND_NAMES } from '@pimis/domain/webhooks/kinds';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Column } from '../../ui/DataTable/columns.ts';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import type { Filter } from '../../ui/DataTable/filter.ts';
import { listParameters } from '../../ui/DataTable/state.ts';
import { useTableState } from '../../ui/DataTable/use-table-state.ts';
import { deliveriesQuery } from './api.ts';
import { useConnectionCall } from './use-connection-call.ts';
import { DeliveryStateChip, kindText, outcomeText } from './webhook-text.tsx';

const KINDS: readonly DeliveryKind[] = [...WEBHOOK_KIND_NAMES, TEST_KIND];
const STATES = ['waiting', 'delivered', 'failed'] as const;

/** The log of the deliveries of a webhook, the newest first. */
export function WebhookDeliveries({ webhookId, changes }: { webhookId: number; changes: boolean }) {
  const text = useText();
  const { t, instant } = text;
  const [state, setState] = useTableState('webhook-deliveries');
  const { data, error, refetch } = useQuery(deliveriesQuery(webhookId, listParameters(state)));
  const { busy, run } = useConnectionCall('webhooks');
  const resend = ({ id }: WebhookDelivery) =>
    run(
      () =>
        call('POST /administration/webhooks/:id/deliveries/:deliveryId/resend', {
          params: { id: webhookId, deliveryId: id },
        }),
      { done: t('connections.webhooks.resent') },
    );
  const columns: Column<WebhookDelivery>[] = [
    {
      id: 'created',
      header: t('connections.webhooks.created'),
      cell: (row) => instant(row.createdDate),
      card: 'meta',
    },
    { id: 'kind', header: t('connections.webhooks.event'), cell: (row) => kindText(row.kind, text), card: 'title' },
    {
      id: 'projectCode',
      header: t('connections.webhooks.project'),
      cell: (row) => row.projectCode && <Link to={`/projects/${row.projectCode}`}>{row.projectCode}</Link>,
      card: 'meta',
    },
    {
      id: 'state',
      header: t('connections.webhooks.state'),
      cell: (row) => <DeliveryStateChip state={row.state} />,
      card: 'left',
    },
    {
      id: 'attempts',
      header: t('connections.webhooks.attempts'),
      cell: (row) => String(row.attempts),
    },
    {
      id: 'outcome',
      header: t('connections.webhooks.outcome'),
      cell: (row) => outcomeText(row, text),
      card: 'about',
    },
    ...(changes
      ? [
          {
            id: 'resend',
            header: t('connections.webhooks.resend'),
            cell: (row: WebhookDelivery) => (
              <Button variant="subtle" size="compact-sm" disabled={busy} onClick={() => void resend(row)}>
                {t('connections.webhooks.resend')}
              </Button>
            ),
            card: 'right' as const,
            tools: true,
          },
        ]
      : []),
  ];
  const filters: Filter[] = [
    { id: 'projectCode', kind: 'search', label: t('connections.webhooks.project') },
    {
      id: 'state',
      kind: 'multi',
      label: t('connections.webhooks.state'),
      options: STATES.map((value) => ({ value, label: t(`connections.webhooks.deliveryStates.${value}`) })),
    },
    {
      id: 'kind',
      kind: 'multi',
      label: t('connections.webhooks.event'),
      options: KINDS.map((value) => ({ value, label: kindText(value, text) })),
    },
  ];
  return (
    <section aria-labelledby="deliveries">
      <div className="page-head">
        <div>
          <h2 id="deliveries">{t('connections.webhooks.log')}</h2>
          <p className="meta">{t('connections.webhooks.logHint')}</p>
        </div>
      </div>
      <DataTable
        name="webhook-deliveries"
        caption={t('connections.webhooks.log')}
        rows={data?.rows}
        totalRows={data?.totalRows ?? 0}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('connections.webhooks.logEmpty') }}
        columns={columns}
        filters={filters}
        state={state}
        onState={setState}
        rowKey={(row) => row.id}
      />
    </section>
  );
}
