import { sql } from 'kysely';
import { CLIENT_EXPIRY_NOTICE_DAYS } from '@pimis/domain/access/clients';
import { addDays, formatDay } from '@pimis/domain/dates/dates';
import { type Context, today } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { addJobs } from '../../../platform/jobs/jobs.ts';
import { composeMail } from '../../../platform/mail/mail-page.ts';
import { clientAdministrators } from './administrators.ts';

/** Clients that expire soon and whose expiry was not announced yet; the same statement marks them as announced. */
async function takeExpiring(tx: Tx, day: string) {
  const { rows } = await sql<{ id: number; name: string; organizationId: string; expiresOn: string }>`
    update clients set announced_on = expires_on
    from users
    where users.id = clients.user_id and clients.revoked_at is null
      and clients.expires_on between ${day}::date and ${addDays(day, CLIENT_EXPIRY_NOTICE_DAYS)}::date
      and clients.announced_on is distinct from clients.expires_on
    returning clients.user_id as id, clients.name, users.organization_id as "organizationId",
              clients.expires_on::text as "expiresOn"`.execute(tx);
  return rows;
}

/** Announces the expiry of clients to their administrators, once for each day of expiry. */
export async function mailExpiringClients(context: Context): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    for (const client of await takeExpiring(tx, today(context))) {
      const mails = (await clientAdministrators(tx, client.organizationId)).map((to) =>
        composeMail({
          to,
          subject: `ПИМИС: клијент ${client.name} ускоро истиче`,
          paragraphs: [
            `Клијент ${client.name} ради још до ${formatDay(client.expiresOn)} закључно. После тога његови позиви се одбијају.`,
            'Ако је и даље потребан, продужите га. Ако није, опозовите га.',
          ],
          link: {
            label: 'Отвори клијента',
            address: `${context.config.publicUrl}/administration/connections/${client.id}`,
          },
        }),
      );
      if (mails.length > 0) await addJobs(tx, 'sendMail', mails);
    }
  });
}
