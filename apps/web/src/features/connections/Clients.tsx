import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ClientRow } from '@pimis/contract/clients';
import { configurationQuery } from '../../api/common.ts';
import { useText } from '../../i18n/use-text.ts';
import type { Column } from '../../ui/DataTable/columns.ts';
import { listParameters } from '../../ui/DataTable/state.ts';
import { useTableState } from '../../ui/DataTable/use-table-state.ts';
import { clientsQuery } from './api.ts';
import { ClientDialog } from './ClientDialog.tsx';
import { ClientStateChip } from './client-text.tsx';
import { ConnectionSection } from './ConnectionSection.tsx';

/** Clients; the address of the page has the state of their table. */
export function Clients() {
  const { t, date, instant } = useText();
  const [state, setState] = useTableState('clients');
  const { data, error, refetch } = useQuery(clientsQuery(listParameters(state)));
  const { data: configuration } = useQuery(configurationQuery);
  const [creating, setCreating] = useState(false);
  const today = configuration?.today ?? '';
  const columns: Column<ClientRow>[] = [
    {
      id: 'expiresOn',
      header: t('connections.expiresOn'),
      cell: (row) => date(row.expiresOn),
      sortable: true,
      card: 'about',
      labelled: true,
    },
    {
      id: 'lastUsedDate',
      header: t('connections.lastUsed'),
      cell: (row) => (row.lastUsedDate === null ? t('connections.never') : instant(row.lastUsedDate)),
      sortable: true,
      card: 'about',
      labelled: true,
    },
    {
      id: 'state',
      header: t('connections.state'),
      cell: (row) => <ClientStateChip client={row} today={today} />,
      card: 'right',
    },
  ];
  return (
    <ConnectionSection
      kind="clients"
      title={t('connections.clients')}
      hint={t('connections.clientsHint')}
      create={t('connections.create')}
      onCreate={() => setCreating(true)}
      list={data}
      error={error}
      onRetry={() => void refetch()}
      empty={t('connections.empty')}
      columns={columns}
      filters={[{ id: 'revoked', kind: 'yesNo', label: t('connections.states.revoked') }]}
      state={state}
      onState={setState}
      addressOf={(id) => `/administration/connections/${id}`}
    >
      {creating && today !== '' && <ClientDialog today={today} onClose={() => setCreating(false)} />}
    </ConnectionSection>
  );
}
