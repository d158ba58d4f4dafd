import { type BilingualText, pair } from './bilingual-text.ts';
import type { HealthPartName } from './words.ts';

/*
 * Texts about the health of an installation, shared by the panel, the bar of the header and the mails to
 * administrators. Error messages of libraries are shown beside them.
 */

/** Why a part needs attention. */
export const HEALTH_CAUSES = {
  fails: pair('Не ради.', 'It does not work.'),
  noAnswer: pair('Не одговара на време.', 'It does not answer in time.'),
  littleRoom: pair('Понестаје места на диску.', 'The disk is almost full.'),
  wrongStore: pair('То није складиште ове инсталације.', 'It is not the store of this installation.'),
  missing: pair('Нису примењене све измене.', 'Not all changes have run.'),
  behind: pair('Касни за главном базом.', 'It is behind the primary.'),
  never: pair('Још није направљена.', 'It was not made yet.'),
  old: pair('Последња је старија него што сме да буде.', 'The last one is older than it may be.'),
  incomplete: pair('Није потпуна.', 'It is not complete.'),
  ends: pair('Истиче за мање од три недеље.', 'It ends within three weeks.'),
  ended: pair('Истекао је.', 'It has ended.'),
  unread: pair('Не може да се прочита са овог сервера.', 'It cannot be read from this server.'),
  waits: pair('Чека дуже него што треба.', 'It waits for longer than it should.'),
  differs: pair('Разликује се од часовника базе.', 'It differs from the clock of the database.'),
};
export type HealthCause = keyof typeof HEALTH_CAUSES;

/** The administrator's next step for a part that needs attention. */
export const HEALTH_STEPS: Readonly<Record<HealthPartName, BilingualText>> = {
  database: pair(
    'Проверите да ли база ради и има ли места на њеном диску.',
    'See whether the database runs and its disk has room.',
  ),
  migrations: pair('Покрените наредбу pimis migrate.', 'Run pimis migrate.'),
  replica: pair(
    'Систем чита из главне базе. Проверите базу за читање.',
    'The primary answers instead. See whether the replica runs.',
  ),
  storage: pair('Проверите да ли је диск прикључен и има ли места.', 'See whether its disk is mounted and has room.'),
  mail: pair('Проверите сервер е-поште и поставку SMTP_URL.', 'See whether the e-mail server runs, and SMTP_URL.'),
  directory: pair('Проверите именик и поставку LDAP_URL.', 'See whether the directory runs, and LDAP_URL.'),
  clamd: pair('Проверите програм clamd и поставку CLAMD_URL.', 'See whether clamd runs, and CLAMD_URL.'),
  certificate: pair('Обновите сертификат.', 'Renew the certificate.'),
  clock: pair(
    'Укључите усклађивање часовника (NTP) на серверу и на бази.',
    'Turn on the synchronization of clocks (NTP) of server and database.',
  ),
  backup: pair('Покрените наредбу pimis doctor, она каже узрок.', 'Run pimis doctor, which names the cause.'),
  restoreTrial: pair(
    'Покрените наредбу pimis try-restore, она каже узрок.',
    'Run pimis try-restore, which names the cause.',
  ),
  archive: pair(
    'Проверите место резервних копија (BACKUP_URL), а код посебне базе њен дневник и алат који прима сегменте (archive_command).',
    'See whether the place of the backups takes files (BACKUP_URL); with a database of your own, look at its log and at the tool that takes its segments (archive_command).',
  ),
  projections: pair(
    'Погледајте неуспеле послове, па покрените наредбу pimis rebuild.',
    'Look at the failed jobs, then run pimis rebuild.',
  ),
  auditExport: pair(
    'Проверите пријемник и поставку AUDIT_SYSLOG или AUDIT_FILE.',
    'See whether the receiver runs, and AUDIT_SYSLOG or AUDIT_FILE.',
  ),
};
