import { clientPlaceRefusal } from '../access/clients.ts';
import { can, type PolicyUser } from '../access/policies.ts';

/** Webhooks of one organization, also those that are off. */
export const WEBHOOKS_PER_ORGANIZATION = 20;
/**
 * Secrets of a webhook at a time: with two, each delivery has both signatures, so that the receiver can change over.
 */
export const WEBHOOK_SECRETS = 2;
export const WEBHOOK_NAME_LENGTH = 80;
export const WEBHOOK_URL_LENGTH = 500;

/**
 * The error (a name of the catalogue) if the maker may not have a webhook in the organization, otherwise null. A
 * webhook sends events of the projects that its organization sees, so its maker must see projects too. Only an
 * administrator of the administration organization may make one for all projects.
 */
export function webhookPlaceRefusal(
  maker: PolicyUser,
  organizationId: string,
): 'InvalidUserPermission' | 'WebhookOfAllBodies' | null {
  const refusal = clientPlaceRefusal(maker, organizationId);
  if (refusal === 'ClientOfAllBodies') return 'WebhookOfAllBodies';
  return refusal ?? (can(maker, 'project.view') ? null : 'InvalidUserPermission');
}

export type WebhookState = 'on' | 'failing' | 'off';

/** Why a webhook is off: somebody switched it off, attempts failed for three days, or the receiver answered 410. */
export const WEBHOOK_OFF_REASONS = ['person', 'failures', 'gone', 'copy'] as const;
export type WebhookOffReason = (typeof WEBHOOK_OFF_REASONS)[number];

export function webhookState({ enabled, failing }: { enabled: boolean; failing: boolean }): WebhookState {
  if (!enabled) return 'off';
  return failing ? 'failing' : 'on';
}
