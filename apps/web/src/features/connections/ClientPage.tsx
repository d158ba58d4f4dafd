import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { ClientDetails } from '@pimis/contract/clients';
import { can } from '@pimis/domain/access/policies';
import { call } from '../../api/client.ts';
import { configurationQuery } from '../../api/common.ts';
import { useUser } from '../../api/session.ts';
import { useText } from '../../i18n/use-text.ts';
import { isRowNumber, useAddress } from '../../ui/address.ts';
import { IconBan, IconPencil } from '../../ui/icons.ts';
import { ErrorPage, NotFoundPage } from '../../ui/Pages.tsx';
import { useCrumbs, useTitle } from '../../ui/title.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { claimText } from '../administration/role-text.ts';
import { NamedValues } from '../administration/NamedValues.tsx';
import { clientQuery } from './api.ts';
import { ClientDialog } from './ClientDialog.tsx';
import { ClientSecrets } from './ClientSecrets.tsx';
import { ClientStateChip } from './client-text.tsx';
import { ConfirmCall } from './ConfirmCall.tsx';

/** A client with its rights and secrets. */
export function ClientPage() {
  const { clientId = '' } = useAddress();
  return isRowNumber(clientId) ? <Client id={Number(clientId)} /> : <NotFoundPage />;
}

function Client({ id }: { id: number }) {
  const { data: client, error } = useQuery(clientQuery(id));
  if (error && !client) return <ErrorPage error={error} />;
  return client ? <Details client={client} /> : <Waiting />;
}

function Details({ client }: { client: ClientDetails }) {
  const text = useText();
  const { t, data, status } = text;
  const name = data(client.name);
  useTitle(`${name} – ${t('connections.title')}`);
  useCrumbs(useMemo(() => [{ text: name }], [name]));
  const user = useUser();
  const { data: configuration } = useQuery(configurationQuery);
  const today = configuration?.today ?? '';
  const [dialog, setDialog] = useState<'edit' | 'revoke' | null>(null);
  const administers = can(user, 'client.administrate', { organizationId: client.organizationId });
  const isRevoked = client.revokedDate !== null;
  const changes = administers && client.changeRefusal === null;
  return (
    <>
      <div className="page-head">
        <h1 style={{ marginRight: 'auto' }}>
          {name} <ClientStateChip client={client} today={today} large />
        </h1>
        {administers && !isRevoked && (
          <Button variant="default" leftSection={<IconBan size={16} />} onClick={() => setDialog('revoke')}>
            {t('connections.revoke')}
          </Button>
        )}
        {changes && (
          <Button leftSection={<IconPencil size={16} />} onClick={() => setDialog('edit')}>
            {t('connections.edit')}
          </Button>
        )}
      </div>
      {administers && client.changeRefusal !== null && !isRevoked && (
        <p className="second" style={{ marginBottom: 12 }}>
          {client.changeRefusal === 'ClientOfAllBodies' ? status('ClientOfAllBodies') : t('connections.beyondOwn')}
        </p>
      )}
      <Facts client={client} />
      {!isRevoked && <ClientSecrets client={client} changes={changes} removes={administers} />}
      {dialog === 'edit' && today !== '' && (
        <ClientDialog client={client} today={today} onClose={() => setDialog(null)} />
      )}
      {dialog === 'revoke' && <RevokeDialog client={client} onClose={() => setDialog(null)} />}
    </>
  );
}

function Facts({ client }: { client: ClientDetails }) {
  const text = useText();
  const { t, data, date, instant } = text;
  const used =
    client.lastUsedDate === null
      ? t('connections.never')
      : t('connections.usedFrom', { at: instant(client.lastUsedDate), address: client.lastUsedFrom ?? '' });
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }}>
      <NamedValues
        items={[
          [t('connections.clientId'), <code key="id">{client.clientId}</code>],
          [t('connections.organization'), `${client.organizationId} · ${data(client.organizationName)}`],
          [t('connections.expiresOn'), date(client.expiresOn)],
          [t('connections.addresses'), client.addresses.join(', ') || t('connections.anywhere')],
          [t('connections.lastUsed'), used],
          [
            t('connections.created'),
            t('connections.createdBy', { date: date(client.createdDate), name: data(client.createdBy) }),
          ],
          ...(client.revokedDate === null
            ? []
            : [
                [
                  t('connections.states.revoked'),
                  t('connections.createdBy', { date: date(client.revokedDate), name: data(client.revokedBy) ?? '' }),
                ] as const,
              ]),
          [
            t('connections.claims'),
            <ul key="claims" className="client-claims">
              {client.claims.map((claim) => (
                <li key={claim}>
                  {claimText(claim, text)} <code className="meta">{claim}</code>
                </li>
              ))}
            </ul>,
          ],
        ]}
      />
    </section>
  );
}

function RevokeDialog({ client, onClose }: { client: ClientDetails; onClose: () => void }) {
  const { t, data } = useText();
  return (
    <ConfirmCall
      kind="clients"
      title={t('connections.revokeTitle')}
      confirm={t('connections.revoke')}
      call={() => call('DELETE /administration/clients/:id', { params: { id: client.id } })}
      done={t('connections.revokeDone')}
      onClose={onClose}
    >
      <p>{t('connections.revokeText', { name: data(client.name) })}</p>
    </ConfirmCall>
  );
}
