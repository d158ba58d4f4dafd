import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClientRow } from '@pimis/contract/clients';
import { can } from '@pimis/domain/access/policies';
import { configurationQuery } from '../../api/common.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Column } from '../../ui/DataTable/columns.ts';
import { DataTable } from '../../ui/DataTable/DataTable.tsx';
import type { Filter } from '../../ui/DataTable/filter.ts';
import { listParameters } from '../../ui/DataTable/state.ts';
import { useTableState } from '../../ui/DataTable/use-table-state.ts';
import { Empty } from '../../ui/Empty.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { clientsQuery } from './api.ts';
import { ClientDialog } from './ClientDialog.tsx';
import { ClientStateChip } from './client-text.tsx';
import { Webhooks } from './Webhooks.tsx';

/** Other systems that are connected: each kind of connection is a section of its own. */
export function ConnectionsPage() {
  const { t, status } = useText();
  const user = useUser();
  if (!can(user, 'client.view')) return <Empty page title={status('Forbidden')} />;
  return (
    <>
      <div className="page-head">
        <h1>{t('connections.title')}</h1>
      </div>
      <Clients />
      <Webhooks />
    </>
  );
}

function Clients() {
  const text = useText();
  const { t, data: script, date, instant } = text;
  const user = useUser();
  const [state, setState] = useTableState();
  const { data, error, refetch } = useQuery(clientsQuery(listParameters(state)));
  const { data: configuration } = useQuery(configurationQuery);
  const [creating, setCreating] = useState(false);
  const today = configuration?.today ?? '';
  const columns: Column<ClientRow>[] = [
    { id: 'name', header: t('connections.name'), cell: (row) => script(row.name), sortable: true, card: 'title' },
    {
      id: 'organizationId',
      header: t('connections.organization'),
      cell: (row) => script(row.organizationName),
      sortable: true,
      card: 'left',
    },
    {
      id: 'expiresOn',
      header: t('connections.expiresOn'),
      cell: (row) => date(row.expiresOn),
      sortable: true,
      card: 'meta',
    },
    {
      id: 'lastUsedDate',
      header: t('connections.lastUsed'),
      cell: (row) => (row.lastUsedDate === null ? t('connections.never') : instant(row.lastUsedDate)),
      sortable: true,
      card: 'meta',
    },
    {
      id: 'state',
      header: t('connections.state'),
      cell: (row) => <ClientStateChip client={row} today={today} />,
      card: 'right',
    },
  ];
  const filters: Filter[] = [
    { id: 'search', kind: 'search', label: t('connections.search') },
    { id: 'revoked', kind: 'yesNo', label: t('connections.states.revoked') },
  ];
  return (
    <section aria-labelledby="clients">
      <div className="page-head">
        <div style={{ marginRight: 'auto' }}>
          <h2 id="clients">
            {t('connections.clients')} {data && <span className="count">{data.totalRows}</span>}
          </h2>
          <p className="meta">{t('connections.clientsHint')}</p>
        </div>
        {can(user, 'client.administrate') && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
            {t('connections.create')}
          </Button>
        )}
      </div>
      <DataTable
        name="clients"
        caption={t('connections.clients')}
        rows={data?.rows}
        totalRows={data?.totalRows ?? 0}
        error={error}
        onRetry={() => void refetch()}
        empty={{ title: t('connections.empty') }}
        columns={columns}
        filters={filters}
        state={state}
        onState={setState}
        rowKey={(row) => String(row.id)}
        rowAddress={(row) => ({ to: `/administration/connections/${row.id}` })}
      />
      {creating && today !== '' && <ClientDialog today={today} onClose={() => setCreating(false)} />}
    </section>
  );
}
