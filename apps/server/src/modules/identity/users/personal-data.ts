import { sql } from 'kysely';
import type { AuditSecrets } from '../../../platform/audit/audit-signature.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { pendingEmail } from './email-change.ts';
import { linksOf, removeLinks } from '../oidc/link-queries.ts';
import { forgetBrowsers } from '../sign-in/known-browsers.ts';
import { removePasskeys } from '../second-factor/passkey-queries.ts';
import { calendarSince, removeCalendar } from './calendar-address.ts';
import { findSecondFactor, removeSecondFactor } from '../second-factor/second-factor-queries.ts';
import { markRemoved } from './removed-people.ts';
import { findUser } from './user-queries.ts';

/** The data of a user in this module, without secrets and hashes. */
export async function accountData(db: Database, login: string, now: Date) {
  const account = await findUser(db, login);
  if (!account) return null;
  const { id } = account;
  const more = await db
    .selectFrom('users')
    .select(['tags', 'known_locations as knownLocations', 'modified_comments as reasonOfStatus'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const sessions = await db
    .selectFrom('sessions')
    .select(['created_at as since', 'last_used_at as lastUsed', 'ended_at as ended', 'address', 'agent'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute();
  const passkeys = await db
    .selectFrom('passkeys')
    .select(['name', 'created_at as created', 'last_used_at as lastUsed'])
    .where('user_id', '=', id)
    .orderBy('id')
    .execute();
  const knownBrowsers = await db
    .selectFrom('known_browsers')
    .select(['created_at as since', 'last_used_at as lastUsed'])
    .where('user_id', '=', id)
    .orderBy('created_at')
    .execute();
  const absences = await db
    .selectFrom('stand_ins')
    .leftJoin('users as acting', 'acting.id', 'stand_ins.acting_user_id')
    .select(['stand_ins.first_day as firstDay', 'stand_ins.last_day as lastDay', 'acting.name as standIn'])
    .select(['stand_ins.created_at as entered', 'stand_ins.ended_at as ended'])
    .where('stand_ins.user_id', '=', id)
    .orderBy('stand_ins.id')
    .execute();
  const links = await linksOf(db, id);
  const { activeSince } = await findSecondFactor(db, id);
  const pending = await pendingEmail(db, id, now);
  return {
    id,
    account: { ...account, ...more, pendingEmail: pending },
    sessions,
    knownBrowsers,
    passkeys,
    providers: links.map(({ issuer, subject, createdAt }) => ({ issuer, subject, linked: createdAt })),
    absences,
    calendarSince: await calendarSince(db, id),
    secondFactorSince: activeSince,
  };
}

/** Removes contacts, ways to sign in and traces of sessions of a revoked user. Name and login stay. */
export async function eraseContacts(tx: Tx, config: AuditSecrets, userId: number, now: Date): Promise<void> {
  const person = await tx
    .selectFrom('users')
    .select(['email', 'login_ad as loginAd'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  await markRemoved(tx, config, person, now);
  await removeSecondFactor(tx, userId);
  await removePasskeys(tx, userId);
  await forgetBrowsers(tx, userId);
  await removeCalendar(tx, userId);
  await removeLinks(tx, userId);
  await tx.deleteFrom('user_tokens').where('user_id', '=', userId).execute();
  await tx.deleteFrom('sessions').where('user_id', '=', userId).execute();
  await tx
    .updateTable('users')
    .set({
      email: '',
      phone_number: null,
      login_ad: null,
      directory_gone_on: null,
      password_hash: null,
      known_locations: sql<string[]>`'{}'`,
      tags: sql<string[]>`'{}'`,
      erased_at: now,
    })
    .where('id', '=', userId)
    .execute();
}
