import type pg from 'pg';

/** Replaces the e-mail addresses of all organizations by addresses of this host, in the transaction of a restore. */
export async function replaceAddressesOfBodies(client: pg.Client, host: string): Promise<void> {
  await client.query(
    `update organizations set email = case when email is not null then 'body-' || id || '@' || $1::text end,
       admin_email = case when admin_email is not null then 'administrator-' || id || '@' || $1::text end,
       support_emails = '{}'`,
    [host],
  );
}
