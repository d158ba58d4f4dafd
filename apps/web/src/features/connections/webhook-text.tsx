import type { WebhookDelivery, WebhookRow } from '@pimis/contract/webhooks';
import type { DeliveryKind } from '@pimis/domain/webhooks/kinds';
import { type WebhookState, webhookState } from '@pimis/domain/webhooks/rights';
import type { StatusFamily } from '@pimis/domain/workflow/statuses';
import { type Text, useText } from '../../i18n/use-text.ts';
import { Chip } from '../../ui/StatusChip.tsx';

/** Kinds as keys of messages, which have no dots. */
const KIND_KEYS = {
  step: 'step',
  decision: 'decision',
  'form.approved': 'form',
  'document.added': 'document',
  'publication.changed': 'publication',
  test: 'test',
} as const satisfies Record<DeliveryKind, string>;

export const kindText = (kind: DeliveryKind, { t }: Text): string => t(`connections.webhooks.kind.${KIND_KEYS[kind]}`);

const FAMILIES: Readonly<Record<WebhookState, StatusFamily>> = { on: 'approved', failing: 'waiting', off: 'paused' };

export function WebhookStateChip({ webhook, large }: { webhook: WebhookRow; large?: boolean }) {
  const { t } = useText();
  const state = webhookState({ enabled: webhook.enabled, failing: webhook.failingSince !== null });
  return (
    <Chip family={FAMILIES[state]} text={t(`connections.webhooks.states.${state}`)} {...(large ? { large } : {})} />
  );
}

const DELIVERY_FAMILIES: Readonly<Record<WebhookDelivery['state'], StatusFamily>> = {
  waiting: 'waiting',
  delivered: 'approved',
  failed: 'stopped',
};

export function DeliveryStateChip({ state }: Pick<WebhookDelivery, 'state'>) {
  const { t } = useText();
  return <Chip family={DELIVERY_FAMILIES[state]} text={t(`connections.webhooks.deliveryStates.${state}`)} />;
}

/** The outcome of the last attempt, and when the next one is due. */
export function outcomeText({ outcome, httpStatus, reason, nextDate, attempts }: WebhookDelivery, text: Text): string {
  const { t, instant } = text;
  // The time of the next attempt counts only once this one has ended.
  if (outcome === null) return attempts === 0 ? '' : t('connections.webhooks.underWay');
  const status = httpStatus === null ? '' : String(httpStatus);
  const last = t(`connections.webhooks.outcomes.${outcome}`, { status, reason: reason ?? '' });
  return nextDate === null ? last : `${last}, ${t('connections.webhooks.next', { at: instant(nextDate) })}`;
}
