import type pg from 'pg';

/**
 * Silences the webhooks when restored data become a copy: switches them off, and deletes their waiting deliveries and
 * the secrets that their receivers know.
 */
export async function silenceRestoredWebhooks(client: pg.Client): Promise<void> {
  // A backup of an earlier version has no such table.
  const { rows } = await client.query<{ found: boolean }>(`select to_regclass('webhooks') is not null as found`);
  if (!rows[0]?.found) return;
  await client.query('delete from webhook_secrets');
  await client.query(`delete from webhook_deliveries where state = 'waiting'`);
  await client.query(`update webhooks set enabled = false, off_reason = 'copy'`);
}
