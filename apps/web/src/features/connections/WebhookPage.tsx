import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import type { WebhookDetails } from '@pimis/contract/webhooks';
import { call } from '../../api/client.ts';
import { useText } from '../../i18n/use-text.ts';
import { isRowNumber, useAddress } from '../../ui/address.ts';
import { IconPencil } from '../../ui/icons.ts';
import { ErrorPage, NotFoundPage } from '../../ui/Pages.tsx';
import { useCrumbs, useTitle } from '../../ui/title.ts';
import { Waiting } from '../../ui/Waiting.tsx';
import { NamedValues } from '../administration/NamedValues.tsx';
import { webhookQuery } from './api.ts';
import { ConfirmCall } from './ConfirmCall.tsx';
import { useConnectionCall } from './use-connection-call.ts';
import { WebhookDeliveries } from './WebhookDeliveries.tsx';
import { WebhookDialog } from './WebhookDialog.tsx';
import { WebhookSecrets } from './WebhookSecrets.tsx';
import { kindText, WebhookStateChip } from './webhook-text.tsx';

/** A webhook with its secrets and the log of its deliveries. */
export function WebhookPage() {
  const { webhookId = '' } = useAddress();
  return isRowNumber(webhookId) ? <Webhook id={Number(webhookId)} /> : <NotFoundPage />;
}

function Webhook({ id }: { id: number }) {
  const { data: webhook, error } = useQuery(webhookQuery(id));
  if (error && !webhook) return <ErrorPage error={error} />;
  return webhook ? <Details webhook={webhook} /> : <Waiting />;
}

function Details({ webhook }: { webhook: WebhookDetails }) {
  const { t, data, status, instant } = useText();
  const name = data(webhook.name);
  useTitle(`${name} – ${t('connections.title')}`);
  useCrumbs(useMemo(() => [{ text: name }], [name]));
  const [dialog, setDialog] = useState<'edit' | 'remove' | null>(null);
  const { busy, run } = useConnectionCall('webhooks');
  const { id, url, kinds, enabled, revision, offReason, failingSince, changeRefusal } = webhook;
  const changes = changeRefusal === null;
  const turn = () =>
    run(
      () =>
        call('PUT /administration/webhooks/:id', {
          params: { id },
          body: { name: webhook.name, url, kinds, enabled: !enabled, revision },
        }),
      { done: t(enabled ? 'connections.webhooks.turnedOff' : 'connections.webhooks.turnedOn') },
    );
  const test = () =>
    run(() => call('POST /administration/webhooks/:id/test', { params: { id } }), {
      done: t('connections.webhooks.tested'),
    });
  return (
    <>
      <div className="page-head">
        <h1 style={{ marginRight: 'auto' }}>
          {name} <WebhookStateChip webhook={webhook} large />
        </h1>
        {changes && (
          <>
            <Button variant="default" disabled={busy} onClick={() => setDialog('remove')}>
              {t('connections.webhooks.remove')}
            </Button>
            <Button variant="default" loading={busy} onClick={() => void turn()}>
              {t(enabled ? 'connections.webhooks.turnOff' : 'connections.webhooks.turnOn')}
            </Button>
            <Button variant="default" loading={busy} onClick={() => void test()}>
              {t('connections.webhooks.test')}
            </Button>
            <Button leftSection={<IconPencil size={16} />} onClick={() => setDialog('edit')}>
              {t('connections.edit')}
            </Button>
          </>
        )}
      </div>
      {changeRefusal === 'WebhookOfAllBodies' && (
        <p className="second" style={{ marginBottom: 12 }}>
          {status('WebhookOfAllBodies')}
        </p>
      )}
      {offReason !== null && (
        <p className="second" style={{ marginBottom: 12 }}>
          {t(`connections.webhooks.offReasons.${offReason}`)}
        </p>
      )}
      {enabled && failingSince !== null && (
        <p className="second" style={{ marginBottom: 12 }}>
          {t('connections.webhooks.failingSince', { at: instant(failingSince) })}
        </p>
      )}
      <Facts webhook={webhook} />
      <WebhookSecrets webhook={webhook} changes={changes} />
      <WebhookDeliveries webhookId={id} changes={changes} />
      {dialog === 'edit' && <WebhookDialog webhook={webhook} onClose={() => setDialog(null)} />}
      {dialog === 'remove' && <RemoveDialog webhook={webhook} onClose={() => setDialog(null)} />}
    </>
  );
}

function Facts({ webhook }: { webhook: WebhookDetails }) {
  const text = useText();
  const { t, data, date, instant } = text;
  const delivered = webhook.lastDeliveredDate;
  return (
    <section className="panel" style={{ padding: 16, marginBottom: 16 }}>
      <NamedValues
        items={[
          [
            t('connections.webhooks.url'),
            <code key="url" className="webhook-url">
              {webhook.url}
            </code>,
          ],
          [t('connections.organization'), `${webhook.organizationId} · ${data(webhook.organizationName)}`],
          [t('connections.webhooks.kinds'), webhook.kinds.map((kind) => kindText(kind, text)).join(', ')],
          [
            t('connections.webhooks.lastDelivered'),
            delivered === null ? t('connections.webhooks.neverDelivered') : instant(delivered),
          ],
          [t('connections.webhooks.waiting'), String(webhook.waiting)],
          [
            t('connections.created'),
            t('connections.createdBy', { date: date(webhook.createdDate), name: data(webhook.createdBy) }),
          ],
        ]}
      />
    </section>
  );
}

function RemoveDialog({ webhook, onClose }: { webhook: WebhookDetails; onClose: () => void }) {
  const { t, data } = useText();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const remove = async () => {
    await call('DELETE /administration/webhooks/:id', { params: { id: webhook.id } });
    // The page is left first: otherwise it would read the removed webhook again.
    await navigate({ to: '/administration/connections' });
    queries.removeQueries({ queryKey: ['webhooks'] });
  };
  return (
    <ConfirmCall
      kind="webhooks"
      title={t('connections.webhooks.removeTitle')}
      confirm={t('connections.webhooks.remove')}
      call={remove}
      done={t('connections.webhooks.removed')}
      onClose={onClose}
    >
      <p>{t('connections.webhooks.removeQuestion', { name: data(webhook.name) })}</p>
    </ConfirmCall>
  );
}
