import type pg from 'pg';
import type { TokenSecrets } from '../../platform/access/token-secrets.ts';
import type { PlainStatements } from '../../platform/database/plain-statements.ts';
import { encryptedAnew } from './second-factor/totp.ts';

/* Access in restored data, changed in the transaction of the restore. */

/**
 * Ends all sessions, mailed links and calendar addresses: people may still have some that were revoked after the
 * backup.
 */
export async function endRestoredAccess(client: PlainStatements): Promise<{ sessions: number; links: number }> {
  const sessions = await client.query(
    `update sessions set ended_at = now(), end_reason = 'restored' where ended_at is null`,
  );
  const links = await client.query('update user_tokens set used_at = now() where used_at is null');
  // A backup of an earlier version has no such table.
  const { rows } = await client.query<{ found: boolean }>(
    `select to_regclass('calendar_addresses') is not null as found`,
  );
  if (rows[0]?.found) await client.query('delete from calendar_addresses');
  return { sessions: sessions.rowCount ?? 0, links: links.rowCount ?? 0 };
}

/** Replaces the addresses of all people by ones of this host. */
export async function replaceAddressesOfPeople(client: pg.Client, host: string): Promise<void> {
  await client.query(`update users set email = 'user-' || id || '@' || $1::text where email is not null`, [host]);
}

/** Encrypts second factors with the first of these secrets; those without a first code must be set up again. */
export async function encryptRestoredSecondFactors(client: pg.Client, secrets: TokenSecrets): Promise<void> {
  const { rows } = await client.query<{ user_id: number; secret: Buffer }>(
    'select user_id, secret from second_factors where secret is not null',
  );
  for (const { user_id: userId, secret } of rows) {
    const anew = encryptedAnew(secrets, secret);
    if (!Buffer.isBuffer(anew)) continue;
    await client.query('update second_factors set secret = $2, pending = null, pending_at = null where user_id = $1', [
      userId,
      anew,
    ]);
  }
}
