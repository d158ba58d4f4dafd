import type { PlainStatements } from '../platform/database/plain-statements.ts';
import { noteRestoredProjects } from '../modules/projects/restored-changes.ts';
import { forgetTurns } from '../platform/storage/backup-sender.ts';
import { endRestoredAccess } from '../modules/identity/restored-access.ts';

/*
 * Changes to the rows of a restored installation, in the transaction that makes it exist. The time since the backup is
 * lost here, but people outside still have its links, numbers and revoked sessions.
 */

const ACCOUNTS_DAYS = 7;
const MOST_ACCOUNTS = 100;

/** A change of an account shortly before the restored moment. A later one may be lost. */
export interface ChangedAccount {
  login: string;
  operation: string;
  at: Date;
}

export interface Aftermath {
  sessions: number;
  links: number;
  /** By how much official numbers and ids are raised. */
  gap: number;
  accounts: ChangedAccount[];
}

/**
 * Ends sessions and links of mails, makes readers of changes read all projects again, lets backups go on in their
 * places, raises the sequences of all numbers that may have been issued since, and lists accounts that changed within a
 * week before the moment. Errors: those of the database.
 */
export async function afterRestore(
  client: PlainStatements,
  { at, gap }: { at: string; gap: number },
): Promise<Aftermath> {
  const ended = await endRestoredAccess(client);
  await noteRestoredProjects(client);
  await forgetTurns(client);
  await client.query(
    `select setval(format('%I.%I', schemaname, sequencename)::regclass, least(coalesce(last_value, 0) + $1, max_value))
     from pg_sequences where schemaname = 'public'`,
    [gap],
  );
  const { rows: accounts } = await client.query<ChangedAccount>(
    `select coalesce(users.login, log.subject_id) as login, log.operation, log.at
     from audit_log log left join users on users.id::text = log.subject_id
     where log.subject_type = 'user' and log.operation like 'user.%'
       and log.at between $1::timestamptz - make_interval(days => ${ACCOUNTS_DAYS}) and $1::timestamptz
     order by log.at desc, log.id desc limit ${MOST_ACCOUNTS}`,
    [at],
  );
  return { ...ended, gap, accounts };
}
