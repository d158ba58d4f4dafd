import { Checkbox, TextInput } from '@mantine/core';
import type { MadeWebhook, WebhookDetails } from '@pimis/contract/webhooks';
import { can, type PolicyUser } from '@pimis/domain/access/policies';
import { WEBHOOK_KIND_NAMES, type WebhookKind } from '@pimis/domain/webhooks/kinds';
import { WEBHOOK_NAME_LENGTH, WEBHOOK_URL_LENGTH } from '@pimis/domain/webhooks/rights';
import { call } from '../../api/client.ts';
import { useUser } from '../../api/session.ts';
import { type Text, useText } from '../../i18n/use-text.ts';
import { EditDialog } from '../editing/EditDialog.tsx';
import { OrganizationField } from './OrganizationField.tsx';
import { kindText } from './webhook-text.tsx';
import '../administration/administration.css';

interface WebhookFields {
  name: string;
  organizationId: string;
  organizationName: string;
  url: string;
  kinds: WebhookKind[];
}

const LABELS = {
  name: 'connections.name',
  organizationId: 'connections.organization',
  organizationName: 'connections.organization',
  url: 'connections.webhooks.url',
  kinds: 'connections.webhooks.kinds',
} as const satisfies Record<keyof WebhookFields, string>;

function labelOf(field: string, { t }: Text): string | undefined {
  const name = field.split('.')[0] ?? '';
  return Object.hasOwn(LABELS, name) ? t(LABELS[name as keyof WebhookFields]) : undefined;
}

function problemsOf(values: WebhookFields, { t }: Text): Partial<Record<keyof WebhookFields, string>> {
  return {
    ...(values.name.trim() === '' ? { name: t('common.required') } : {}),
    ...(values.organizationId === '' ? { organizationId: t('common.required') } : {}),
    ...(values.url.trim() === '' ? { url: t('common.required') } : {}),
    ...(values.kinds.length === 0 ? { kinds: t('common.required') } : {}),
  };
}

interface WebhookDialogProps {
  /** The webhook to change; undefined for a new one. */
  webhook?: WebhookDetails;
  onClose: () => void;
  /** Gets a new webhook, with the secret that is shown once. */
  onMade?: (made: MadeWebhook) => void;
}

/** Makes or changes a webhook. */
export function WebhookDialog({ webhook, onClose, onMade }: WebhookDialogProps) {
  const text = useText();
  const { t, data } = text;
  const user = useUser();
  const stored: WebhookFields = {
    name: webhook?.name ?? '',
    organizationId: webhook?.organizationId ?? user.organizationId,
    organizationName: webhook?.organizationName ?? '',
    url: webhook?.url ?? '',
    kinds: webhook?.kinds ?? ['step'],
  };
  const save = async (values: WebhookFields, revision: string | null) => {
    const { kinds, organizationId } = values;
    const body = { name: values.name.trim(), url: values.url.trim(), kinds };
    if (webhook && revision !== null) {
      const { id, enabled } = webhook;
      return call('PUT /administration/webhooks/:id', { params: { id }, body: { ...body, enabled, revision } });
    }
    const { payload } = await call('POST /administration/webhooks', { body: { ...body, organizationId } });
    onMade?.(payload);
    return payload;
  };
  return (
    <EditDialog
      title={t(webhook ? 'connections.webhooks.editTitle' : 'connections.webhooks.create')}
      place={webhook ? `webhook/${webhook.id}` : 'new-webhook'}
      width="decide"
      saved={t('connections.webhooks.saved')}
      queryKey={['webhooks']}
      onClose={onClose}
      stored={stored}
      revision={webhook?.revision ?? null}
      valueText={(field) => data(String(stored[field]))}
      itemText={(_, kind) => kindText(kind as WebhookKind, text)}
      problemsOf={(values) => problemsOf(values, text)}
      label={(field) => labelOf(field, text)}
      save={save}
    >
      {({ values, problems, change }) => (
        <Fields values={values} problems={problems} onChange={change} user={user} isNew={!webhook} />
      )}
    </EditDialog>
  );
}

interface FieldsProps {
  values: WebhookFields;
  problems: Partial<Record<keyof WebhookFields, string>>;
  onChange: (change: Partial<WebhookFields>) => void;
  user: PolicyUser;
  isNew: boolean;
}

function Fields({ values, problems, onChange, user, isNew }: FieldsProps) {
  const text = useText();
  const { t } = text;
  return (
    <div className="webhook-fields">
      <TextInput
        label={t('connections.name')}
        required
        maxLength={WEBHOOK_NAME_LENGTH}
        placeholder={t('connections.webhooks.nameExample')}
        value={values.name}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
        error={problems.name}
      />
      {isNew && (
        <OrganizationField
          id={values.organizationId}
          name={values.organizationName}
          hint={t('connections.webhooks.organizationHint')}
          problem={problems.organizationId}
          onChange={onChange}
          everywhere={can(user, 'client.administrate', { organizationId: '' })}
        />
      )}
      <TextInput
        label={t('connections.webhooks.url')}
        description={t('connections.webhooks.urlHint')}
        required
        type="url"
        maxLength={WEBHOOK_URL_LENGTH}
        value={values.url}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
        error={problems.url}
      />
      <Checkbox.Group
        label={t('connections.webhooks.kinds')}
        description={t('connections.webhooks.kindsHint')}
        error={problems.kinds}
        value={values.kinds}
        onChange={(kinds) => onChange({ kinds: WEBHOOK_KIND_NAMES.filter((kind) => kinds.includes(kind)) })}
      >
        <div className="claim-groups" style={{ marginTop: 8 }}>
          {WEBHOOK_KIND_NAMES.map((kind) => (
            <Checkbox key={kind} value={kind} label={kindText(kind, text)} />
          ))}
        </div>
      </Checkbox.Group>
    </div>
  );
}
