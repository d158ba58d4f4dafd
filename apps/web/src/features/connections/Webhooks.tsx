import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MadeWebhook, WebhookRow } from '@pimis/contract/webhooks';
import { useText } from '../../i18n/use-text.ts';
import type { Column } from '../../ui/DataTable/columns.ts';
import { listParameters } from '../../ui/DataTable/state.ts';
import { useOwnTableState } from '../../ui/DataTable/use-table-state.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { webhooksQuery } from './api.ts';
import { ConnectionSection } from './ConnectionSection.tsx';
import { MadeSecret } from './MadeSecret.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import { WebhookStateChip } from './webhook-text.tsx';

const addressOf = (id: number) => `/administration/connections/webhooks/${id}`;

/** Webhooks, below the clients: their table keeps its state to itself, because the address has that of the clients. */
export function Webhooks() {
  const { t, instant } = useText();
  const [state, setState] = useOwnTableState('webhooks');
  const { data, error, refetch } = useQuery(webhooksQuery(listParameters(state)));
  const [creating, setCreating] = useState(false);
  const [made, setMade] = useState<MadeWebhook | null>(null);
  const columns: Column<WebhookRow>[] = [
    {
      id: 'lastDeliveredDate',
      header: t('connections.webhooks.lastDelivered'),
      cell: (row) =>
        row.lastDeliveredDate === null ? t('connections.webhooks.neverDelivered') : instant(row.lastDeliveredDate),
      sortable: true,
      card: 'about',
      labelled: true,
    },
    {
      id: 'waiting',
      header: t('connections.webhooks.waiting'),
      cell: (row) => String(row.waiting),
      card: 'about',
      labelled: true,
    },
    {
      id: 'state',
      header: t('connections.state'),
      cell: (row) => <WebhookStateChip webhook={row} />,
      card: 'right',
    },
  ];
  return (
    <ConnectionSection
      kind="webhooks"
      title={t('connections.webhooks.title')}
      hint={t('connections.webhooks.hint')}
      create={t('connections.webhooks.create')}
      onCreate={() => setCreating(true)}
      list={data}
      error={error}
      onRetry={() => void refetch()}
      empty={t('connections.webhooks.empty')}
      columns={columns}
      state={state}
      onState={setState}
      pagesLabel={t('connections.webhooks.pages')}
      addressOf={addressOf}
    >
      {creating && <WebhookDialog onMade={setMade} onClose={() => setCreating(false)} />}
      {made && <MadeDialog made={made} onClose={() => setMade(null)} />}
    </ConnectionSection>
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
      footer={
        <>
          <Button variant="default" onClick={onClose}>
            {t('common.close')}
          </Button>
          <Button component={Link} to={addressOf(made.id)}>
            {t('connections.webhooks.open')}
          </Button>
        </>
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
