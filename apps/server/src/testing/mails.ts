import { sql } from 'kysely';
import type { Database } from '../platform/database/database.ts';
import type { Mail } from '../platform/mail/mail.ts';

/** The mails that wait to be sent, in the order in which they were queued; they are removed. */
export async function takeMails(db: Database): Promise<Mail[]> {
  const { rows } = await sql<{ payload: Mail }>`
    with taken as (delete from graphile_worker._private_jobs where task_id =
      (select id from graphile_worker._private_tasks where identifier = 'sendMail') returning id, payload)
    select payload from taken order by id`.execute(db);
  return rows.map(({ payload }) => payload);
}
