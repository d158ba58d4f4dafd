import type { Context } from '../../platform/context.ts';
import { networkOf } from '../../platform/http/networks.ts';
import { TimeShare } from '../../platform/limits/time-share.ts';

/** The share of a process's time that public responses may take. */
const LIMITS = { share: 0.15, savedMs: 1_000, waiting: 200, waitingOfOne: 60, waitMs: 5_000 };

const shares = new WeakMap<Context, TimeShare>();

/**
 * Computes an answer for the public within its share of the process's time, in turn with other networks
 * (docs/decisions/0187-time-of-the-public.md). Error: ServiceUnavailable.
 */
export function inPublicTime<Result>(
  context: Context,
  { ip }: { ip: string },
  work: () => Promise<Result>,
): Promise<Result> {
  const share = shares.get(context) ?? new TimeShare(LIMITS);
  shares.set(context, share);
  return share.run(work, networkOf(ip));
}
