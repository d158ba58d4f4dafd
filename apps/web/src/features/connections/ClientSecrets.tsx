import { Button, Textarea } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import type { ClientDetails, ClientSecret } from '@pimis/contract/clients';
import { CLIENT_SECRETS } from '@pimis/domain/access/clients';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { Dialog } from '../../ui/Dialog.tsx';
import { IconPlus } from '../../ui/icons.ts';
import { ConfirmCall } from './ConfirmCall.tsx';
import { MadeSecret } from './MadeSecret.tsx';
import { useConnectionCall } from './use-connection-call.ts';
import './connections.css';

interface ClientSecretsProps {
  client: ClientDetails;
  /** May the viewer add secrets, and remove them? */
  changes: boolean;
  removes: boolean;
}

/** Secrets and public keys of a client. A new secret is shown until the page is left. */
export function ClientSecrets({ client, changes, removes }: ClientSecretsProps) {
  const { t } = useText();
  const [made, setMade] = useState<string | null>(null);
  const [addingKey, setAddingKey] = useState(false);
  const [removed, setRemoved] = useState<ClientSecret | null>(null);
  const { busy, run } = useConnectionCall('clients');
  const add = async () => {
    const params = { id: client.id };
    const { payload } = await call('POST /administration/clients/:id/secrets', { params, body: {} });
    setMade(payload.secret);
  };
  const isFull = client.secrets.length >= CLIENT_SECRETS;
  return (
    <section className="panel" style={{ padding: 16 }} aria-labelledby="secrets">
      <h2 id="secrets" style={{ marginBottom: 4 }}>
        {t('connections.secrets')}
      </h2>
      <p className="meta" style={{ marginBottom: 12 }}>
        {client.secrets.length === 0 ? t('connections.noSecrets') : t('connections.secretsHint')}
      </p>
      {made !== null && (
        <MadeSecret secret={made} hint={t('connections.secretMade')} label={t('connections.secretValue')} />
      )}
      <ul className="client-secrets">
        {client.secrets.map((secret) => (
          <Secret key={secret.id} secret={secret} {...(removes ? { onRemove: () => setRemoved(secret) } : {})} />
        ))}
      </ul>
      {changes && (
        <div className="client-secret-buttons">
          <Button leftSection={<IconPlus size={16} />} loading={busy} disabled={isFull} onClick={() => void run(add)}>
            {t('connections.newSecret')}
          </Button>
          <Button variant="default" disabled={isFull || busy} onClick={() => setAddingKey(true)}>
            {t('connections.newKey')}
          </Button>
        </div>
      )}
      {addingKey && <KeyDialog clientId={client.id} onClose={() => setAddingKey(false)} />}
      {removed && <RemoveDialog clientId={client.id} secret={removed} onClose={() => setRemoved(null)} />}
    </section>
  );
}

function Secret({ secret, onRemove }: { secret: ClientSecret; onRemove?: () => void }) {
  const { t, data, date, instant } = useText();
  const kind = t(`connections.kinds.${secret.kind}`);
  return (
    <li>
      <span style={{ marginRight: 'auto' }}>
        <span className="strong">{kind}</span>
        {secret.keyId !== null && ` ${t('connections.keyId', { id: secret.keyId })}`}
        <span className="meta" style={{ display: 'block' }}>
          {t('connections.createdBy', { date: date(secret.createdDate), name: data(secret.createdBy) })}
          {' · '}
          {t('connections.lastUsed')}:{' '}
          {secret.lastUsedDate === null ? t('connections.never') : instant(secret.lastUsedDate)}
        </span>
      </span>
      {onRemove && (
        <Button
          variant="subtle"
          size="compact-sm"
          onClick={onRemove}
          aria-label={t('connections.removeNamed', { kind, date: date(secret.createdDate) })}
        >
          {t('connections.removeSecret')}
        </Button>
      )}
    </li>
  );
}

/** The entered JSON object; null for any other text. */
function readJson(typed: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(typed);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : null;
  } catch {
    return null;
  }
}

function KeyDialog({ clientId, onClose }: { clientId: number; onClose: () => void }) {
  const { t } = useText();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const { busy, run } = useConnectionCall('clients');
  const publicKey = readJson(typed);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!publicKey || busy) return;
    const add = async () => {
      await call('POST /administration/clients/:id/secrets', { params: { id: clientId }, body: { publicKey } });
      onClose();
    };
    await run(add, { done: t('connections.keyAdded'), label: () => t('connections.key') });
  };
  return (
    <Dialog
      opened
      onClose={onClose}
      title={t('connections.keyTitle')}
      confirm={
        <Button type="submit" form="client-key" loading={busy}>
          {t('connections.newKey')}
        </Button>
      }
    >
      <form id="client-key" onSubmit={(event) => void submit(event)} noValidate inert={busy}>
        <Textarea
          label={t('connections.key')}
          description={t('connections.keyHint')}
          required
          autosize
          minRows={5}
          maxRows={14}
          maxLength={4000}
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={tried && !publicKey ? t('connections.keyNotJson') : undefined}
        />
      </form>
    </Dialog>
  );
}

function RemoveDialog({ clientId, secret, onClose }: { clientId: number; secret: ClientSecret; onClose: () => void }) {
  const { t, date } = useText();
  const params = { id: clientId, secretId: secret.id };
  return (
    <ConfirmCall
      kind="clients"
      title={t('connections.removeTitle')}
      confirm={t('connections.removeSecret')}
      call={() => call('DELETE /administration/clients/:id/secrets/:secretId', { params })}
      done={t('connections.secretRemoved')}
      onClose={onClose}
    >
      <p className="strong">
        {t(`connections.kinds.${secret.kind}`)}, {date(secret.createdDate)}
      </p>
      <p>{t('connections.removeText')}</p>
    </ConfirmCall>
  );
}
