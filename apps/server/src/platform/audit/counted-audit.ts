import { type AuditEntry, type AuditOrigin, audit } from './audit.ts';
import type { Context } from '../context.ts';
import { countHit } from '../limits/rate-limits.ts';

/**
 * Rows of the audit log are kept for ever, and refused calls cost their caller nothing. Therefore refusals with the
 * same key are counted by day, and only some of them get a row (docs/decisions/0230-cost-of-anonymous-calls.md).
 */

const DAY_SECONDS = 86_400;

/**
 * Whether the refusal of this number gets a row: the first ones, then each whose number is ten times that of the last.
 */
export const getsRow = (number: number, first: number): boolean =>
  number <= first || (number % 10 === 0 && Number.isInteger(Math.log10(number)));

/**
 * Counts a refusal, and writes a row for some of them. A row that represents several refusals contains their number on
 * that day so far (`times`).
 */
export async function auditCounted(
  { db, now }: Pick<Context, 'db' | 'now'>,
  key: string,
  first: number,
  origin: AuditOrigin,
  entry: AuditEntry,
): Promise<void> {
  const times = await countHit(db, `refused:${key}`, DAY_SECONDS, now());
  if (!getsRow(times, first)) return;
  const detail = times > first ? { ...entry.detail, times } : entry.detail;
  await audit(db, origin, { ...entry, detail } as AuditEntry);
}
