import type { Context } from '../../platform/context.ts';
import type { Tx } from '../../platform/database.ts';
import { clearHits, hitsOf } from '../../platform/rate-limits.ts';
import { passwordKey, secondStepKey } from './judged-attempts.ts';
import { MAX_FAILURES } from './passwords.ts';

/** What is counted of an account: wrong passwords, by either name, wrong codes, and wrong passwords of who is signed in. */
const countersOf = ({ id, login, loginAd }: { id: number; login: string; loginAd: string | null }) => [
  passwordKey(login.toLowerCase()),
  ...(loginAd === null ? [] : [passwordKey(loginAd.toLowerCase())]),
  secondStepKey(id),
  `password:${id}`,
];

/** Lifts every lock of the account. True when there was one. */
export async function liftLock(
  context: Context,
  tx: Tx,
  account: { id: number; login: string; loginAd: string | null },
): Promise<boolean> {
  const counters = countersOf(account);
  const now = context.now();
  const hits: number[] = [];
  for (const counter of counters) hits.push(await hitsOf(tx, counter, now));
  await clearHits(tx, counters);
  return hits.some((tried) => tried >= MAX_FAILURES);
}
