import { Button } from '@mantine/core';
import { useState } from 'react';
import type { WebhookDetails, WebhookSecret } from '@pimis/contract/webhooks';
import { WEBHOOK_SECRETS } from '@pimis/domain/webhooks/rights';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { IconPlus } from '../../ui/icons.ts';
import { ConfirmCall } from './ConfirmCall.tsx';
import { MadeSecret } from './MadeSecret.tsx';
import { useConnectionCall } from './use-connection-call.ts';
import './connections.css';

/** Secrets that sign messages. A new one is shown until the page is left. */
export function WebhookSecrets({ webhook, changes }: { webhook: WebhookDetails; changes: boolean }) {
  const { t, data, date } = useText();
  const [made, setMade] = useState<string | null>(null);
  const [removed, setRemoved] = useState<WebhookSecret | null>(null);
  const { busy, run } = useConnectionCall('webhooks');
  const { id, secrets } = webhook;
  const add = async () => {
    const { payload } = await call('POST /administration/webhooks/:id/secrets', { params: { id } });
    setMade(payload.secret);
  };
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }} aria-labelledby="secrets">
      <h2 id="secrets" style={{ marginBottom: 4 }}>
        {t('connections.secrets')}
      </h2>
      <p className="meta" style={{ marginBottom: 12 }}>
        {t('connections.webhooks.secretsHint')}
      </p>
      {made !== null && (
        <MadeSecret
          secret={made}
          hint={t('connections.webhooks.secretMade')}
          label={t('connections.webhooks.secretValue')}
        />
      )}
      <ul className="client-secrets">
        {secrets.map((secret) => (
          <li key={secret.id}>
            <span style={{ marginRight: 'auto' }}>
              <span className="strong">{t('connections.webhooks.secret')}</span>
              <span className="meta" style={{ display: 'block' }}>
                {t('connections.createdBy', { date: date(secret.createdDate), name: data(secret.createdBy) })}
              </span>
            </span>
            {changes && secrets.length > 1 && (
              <Button
                variant="subtle"
                size="compact-sm"
                onClick={() => setRemoved(secret)}
                aria-label={t('connections.removeNamed', {
                  kind: t('connections.webhooks.secret'),
                  date: date(secret.createdDate),
                })}
              >
                {t('connections.removeSecret')}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {changes && (
        <Button
          leftSection={<IconPlus size={16} />}
          loading={busy}
          disabled={secrets.length >= WEBHOOK_SECRETS}
          onClick={() => void run(add, { done: t('connections.webhooks.saved') })}
        >
          {t('connections.webhooks.newSecret')}
        </Button>
      )}
      {removed && <RemoveDialog webhookId={id} secret={removed} onClose={() => setRemoved(null)} />}
    </section>
  );
}

interface RemoveDialogProps {
  webhookId: number;
  secret: WebhookSecret;
  onClose: () => void;
}

function RemoveDialog({ webhookId, secret, onClose }: RemoveDialogProps) {
  const { t, date } = useText();
  const params = { id: webhookId, secretId: secret.id };
  return (
    <ConfirmCall
      kind="webhooks"
      title={t('connections.removeTitle')}
      confirm={t('connections.removeSecret')}
      call={() => call('DELETE /administration/webhooks/:id/secrets/:secretId', { params })}
      done={t('connections.secretRemoved')}
      onClose={onClose}
    >
      <p className="strong">
        {t('connections.webhooks.secret')}, {date(secret.createdDate)}
      </p>
      <p>{t('connections.webhooks.removeText')}</p>
    </ConfirmCall>
  );
}
