const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Seconds until the next attempt after each failed one: about three days in all. */
export const WEBHOOK_PAUSES: readonly number[] = [
  5,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];

/** The pause in seconds after this many failed attempts (at least one); null when there is no further attempt. */
export const webhookPause = (failures: number): number | null => WEBHOOK_PAUSES[failures - 1] ?? null;

/** How long a receiver may take for its whole answer. */
export const WEBHOOK_ANSWER_SECONDS = 10;
/** How much of an answer is read. */
export const WEBHOOK_ANSWER_BYTES = 64 * 1024;
/** How long the log keeps a delivery. */
export const WEBHOOK_LOG_DAYS = 30;

/**
 * The outcome of an attempt. `refused`: an address in the internal network, where nothing was sent. `unsigned`: none of
 * the secrets can be read, so nothing was sent either.
 */
export const WEBHOOK_OUTCOMES = [
  'delivered',
  'status',
  'redirect',
  'gone',
  'timeout',
  'unreachable',
  'refused',
  'unsigned',
] as const;
export type WebhookOutcome = (typeof WEBHOOK_OUTCOMES)[number];

const GONE = 410;

/**
 * The outcome by the status of an answer. A receiver that answers 410 wants no further messages (Standard Webhooks
 * 1.0).
 */
export function outcomeOfStatus(httpStatus: number): WebhookOutcome {
  if (httpStatus >= 200 && httpStatus < 300) return 'delivered';
  if (httpStatus >= 300 && httpStatus < 400) return 'redirect';
  return httpStatus === GONE ? 'gone' : 'status';
}

/** The consequence of an attempt. `once`: it was requested by hand, as a test or again. */
export type AfterAttempt = { kind: 'delivered' | 'failed' | 'off' } | { kind: 'again'; seconds: number };

/**
 * A delivery that was requested by hand has one attempt. After the last attempt of any other, the webhook is switched
 * off, unless the receiver has `accepted` anything since the event: then it refuses only this one.
 */
export function afterAttempt(
  outcome: WebhookOutcome,
  attempts: number,
  { once, accepted }: { once: boolean; accepted: boolean },
): AfterAttempt {
  if (outcome === 'delivered') return { kind: 'delivered' };
  if (once) return { kind: 'failed' };
  if (outcome === 'gone') return { kind: 'off' };
  const seconds = webhookPause(attempts);
  if (seconds === null) return { kind: accepted ? 'failed' : 'off' };
  return { kind: 'again', seconds };
}
