import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MadeWebhook, WebhookRow } from '@pimis/contract/webhooks';
import { can } from '@pimis/domain/access/policies';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Column } from '../../ui/DataTable/columns.ts';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import type { Filter } from '../../ui/DataTable/filter.ts';
import { FIRST_PAGE, listParameters } from '../../ui/DataTable/state.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { webhooksQuery } from './api.ts';
import { MadeSecret } from './ClientSecrets.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import { WebhookStateChip } from './webhook-text.tsx';

const addressOf = (id: number) => `/administration/connections/webhooks/${id}`;

/** Webhooks, below the clients: their table keeps its state to itself, because the address has that of the clients. */
export function Webhooks() {
  const text = useText();
  const { t, data: script, instant } = text;
  const user = useUser();
  const [state, setState] = useState(FIRST_PAGE);
  const { data, error, refetch } = useQuery(webhooksQuery(listParameters(state)));
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<MadeWebhook | null>(null);
  const columns: Column<WebhookRow>[] = [
    { id: 'name', header: t('connections.name'), cell: (row) => script(row.name), sortable: true, card: 'title' },
    {
      id: 'organizationId',
      header: t('connections.organization'),
      cell: (row) => script(row.organizationName),
      sortable: true,
      card: 'left',
    },
    {
      id: 'lastDeliveredDate',
      header: t('connections.webhooks.lastDelivered'),
      cell: (row) =>
        row.lastDeliveredDate === null ? t('connections.webhooks.neverDelivered') : instant(row.lastDeliveredDate),
      sortable: true,
      card: 'meta',
    },
    {
      id: 'waiting',
      header: t('connections.webhooks.waiting'),
      cell: (row) => String(row.waiting),
      card: 'meta',
    },
    {
      id: 'state',
      header: t('connections.state'),
      cell: (row) => <WebhookStateChip webhook={row} />,
      card: 'right',
    },
  ];
  const filters: Filter[] = [{ id: 'search', kind: 'search', label: t('connections.search') }];
  return (
    <section aria-labelledby="webhooks" style={{ marginTop: 32 }}>
      <div className="page-head">
        <div style={{ marginRight: 'auto' }}>
          <h2 id="webhooks">
            {t('connections.webhooks.title')} {data && <span className="count">{data.totalRows}</span>}
          </h2>
          <p className="meta">{t('connections.webhooks.hint')}</p>
        </div>
        {can(user, 'client.administrate') && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
            {t('connections.webhooks.create')}
          </Button>
        )}
      </div>
      <DataTable
        name="webhooks"
        caption={t('connections.webhooks.title')}
        pagesLabel={t('connections.webhooks.pages')}
        rows={data?.rows}
        totalRows={data?.totalRows ?? 0}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('connections.webhooks.empty') }}
        columns={columns}
        filters={filters}
        state={state}
        onState={setState}
        rowKey={(row) => String(row.id)}
        rowAddress={(row) => ({ to: addressOf(row.id) })}
      />
      {creating && <WebhookDialog onMade={setMade} onClose={() => setCreating(false)} />}
      {made && <MadeDialog made={made} onClose={() => setMade(null)} />}
    </section>
  );
}

/** Shows the secret of a new webhook, once. */
function MadeDialog({ made, onClose }: { made: MadeWebhook; onClose: () => void }) {
  const { t } = useText();
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('connections.webhooks.made')}
      confirm={
        <Button component={Link} to={addressOf(made.id)}>
          {t('connections.webhooks.open')}
        </Button>
      }
    >
      <MadeSecret
        secret={made.secret}
        hint={t('connections.webhooks.secretMade')}
        label={t('connections.webhooks.secretValue')}
      />
    </Dialog>
  );
}
