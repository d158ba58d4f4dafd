import { createHmac } from 'node:crypto';
import { type AuditSecrets, auditSecretsOf } from '../../../platform/audit/audit-signature.ts';
import type { Tx } from '../../../platform/database/database.ts';

/*
 * Everything that identifies a person is removed with the contact data of a revoked account, so a provider or a group
 * of the directory could open a new account for them. Only a keyed hash remains: it shows whether a given address or
 * login was removed, but does not reveal any.
 */

interface Person {
  email: string;
  loginAd: string | null;
}

const markOf = (secret: Uint8Array, text: string) =>
  createHmac('sha256', secret).update(`removed-person ${text.toLowerCase()}`).digest();

const textsOf = ({ email, loginAd }: Person): string[] =>
  [email === '' ? null : `email ${email}`, loginAd === null ? null : `login ${loginAd}`].filter(
    (text) => text !== null,
  );

/** Stores the hashes of a person whose data are being removed. */
export async function markRemoved(tx: Tx, { auditSecret }: AuditSecrets, person: Person, at: Date): Promise<void> {
  const rows = textsOf(person).map((text) => ({ mark: markOf(auditSecret, text), removed_at: at }));
  if (rows.length === 0) return;
  await tx
    .insertInto('removed_people')
    .values(rows)
    .onConflict((found) => found.doNothing())
    .execute();
}

/** Whether the data of somebody with this address or login were removed, also under a former secret. */
export async function isRemoved(tx: Tx, config: AuditSecrets, person: Person): Promise<boolean> {
  const marks = auditSecretsOf(config).flatMap((secret) => textsOf(person).map((text) => markOf(secret, text)));
  if (marks.length === 0) return false;
  const found = await tx.selectFrom('removed_people').select('mark').where('mark', 'in', marks).executeTakeFirst();
  return found !== undefined;
}
