import { createHmac, timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Config } from '../../config.ts';
import type { Tx } from '../database/database.ts';

/**
 * The server signs each row of the audit log: HMAC-SHA-256 over the text that the chain seals, which includes number
 * and time. The database does not have the key (docs/decisions/0156-signed-audit-rows.md).
 */

type Secret = Pick<Config, 'auditSecret'>;
/** The present secret signs; rows of former ones, the newest first, can be verified. */
export type AuditSecrets = Secret & Pick<Config, 'formerAuditSecrets'>;

export const auditSecretsOf = ({ auditSecret, formerAuditSecrets }: AuditSecrets) => [
  auditSecret,
  ...formerAuditSecrets,
];

/** The number of rows whose text one statement reads. */
export const SIGNED_AT_ONCE = 2_000;

/** The key of this process. A server or a command sets it before it writes anything. */
let key: Buffer | undefined;

const keyOf = ({ auditSecret }: Secret) => createHmac('sha256', auditSecret).update('audit-row').digest();

export function signAuditWith(config: Secret): void {
  key = keyOf(config);
}

/**
 * Returns a function that finds the secret with which a row was signed: its place among the secrets, 0 for the present
 * one, null for none of them.
 */
export function signatureCheck(config: AuditSecrets): (text: string, signature: Buffer | null) => number | null {
  const keys = auditSecretsOf(config).map((auditSecret) => keyOf({ auditSecret }));
  return (text, signature) => {
    const found = keys.findIndex((own) => {
      const right = createHmac('sha256', own).update(text, 'utf8').digest();
      return signature?.length === right.length && timingSafeEqual(signature, right);
    });
    return found === -1 ? null : found;
  };
}

/** For this long servers may switch to a new secret one after the other; then a former one signs nothing any more. */
export const CHANGE_OF_SECRET_MS = 86_400_000;

/**
 * Returns a function that decides, for the rows of the log in order, whether each was written by the product: signed
 * with the secret of its time. A former secret may be known to others; after the change it proves nothing.
 */
export function writtenCheck(
  config: AuditSecrets,
): (row: { text: string; signature: Buffer | null; at: Date }) => boolean {
  const signedWith = signatureCheck(config);
  /** For each secret, the time of the first row of a newer one. */
  const replaced = new Map<number, number>();
  // A row with an earlier time than the one before it gains nothing by that.
  let latest = 0;
  return ({ text, signature, at }) => {
    const place = signedWith(text, signature);
    if (place === null) return false;
    latest = Math.max(latest, at.getTime());
    if (latest > (replaced.get(place) ?? latest) + CHANGE_OF_SECRET_MS) return false;
    for (let older = place + 1; older <= config.formerAuditSecrets.length; older += 1) {
      if (!replaced.has(older)) replaced.set(older, latest);
    }
    return true;
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
