import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Tx } from '../database/database.ts';

/**
 * The server signs each row of the audit log: HMAC-SHA-256 over the text that the chain seals, which includes number
 * and time. The database does not have the key (docs/decisions/0156-signed-audit-rows.md).
 */

type Secret = Pick<Config, 'auditSecret'>;

/** The number of rows whose text one statement reads. */
export const SIGNED_AT_ONCE = 2_000;

/** The key of this process. A server or a command sets it before it writes anything. */
let key: Buffer | undefined;

const keyOf = ({ auditSecret }: Secret) => createHmac('sha256', auditSecret).update('audit-row').digest();

export function signAuditWith(config: Secret): void {
  key = keyOf(config);
}

/** Returns whether a signature fits the text of a row. */
export function signatureCheck(config: Secret): (text: string, signature: Buffer | null) => boolean {
  const own = keyOf(config);
  return (text, signature) => {
    const right = createHmac('sha256', own).update(text, 'utf8').digest();
    return signature?.length === right.length && timingSafeEqual(signature, right);
  };
}

/** Keeps the signatures of rows that were written in this transaction. Error: Error when the process has no key. */
export async function keepSignatures(tx: Tx, rows: readonly { id: string; text: string }[]): Promise<void> {
  if (rows.length === 0) return;
  const own = key;
  if (!own) throw new Error('Nobody has said what the rows of the audit log are signed with.');
  const signatures = rows.map(({ text }) => createHmac('sha256', own).update(text, 'utf8').digest());
  await sql`insert into audit_signatures (audit_id, signature)
    select * from unnest(${rows.map(({ id }) => id)}::bigint[], ${signatures}::bytea[])`.execute(tx);
}

/** The same for many rows, given only their ids. */
export async function signRows(tx: Tx, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += SIGNED_AT_ONCE) {
    const batch = ids.slice(from, from + SIGNED_AT_ONCE);
    const { rows } = await sql<{ id: string; text: string }>`
      select log.id::text as id, audit_text(log) as text
      from audit_log log where log.id = any(${batch}::bigint[])`.execute(tx);
    await keepSignatures(tx, rows);
  }
}
