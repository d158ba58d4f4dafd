import { sql } from 'kysely';
import { CLIENT_STATUS } from '@pimis/domain/constants';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { secondStepDetail } from '../queries.ts';
import { providerIn } from '../sign-in/provider-session.ts';

/** A person at a provider. */
export interface ProviderAccount {
  issuer: string;
  subject: string;
}

/** If a person signs in twice at once, the second sign-in waits until the first has its account. */
export async function holdSubject(tx: Tx, { issuer, subject }: ProviderAccount): Promise<void> {
  await sql`select pg_advisory_xact_lock(7136412, hashtext(${`${issuer} ${subject}`}))`.execute(tx);
}

/** The linked account; undefined if there is none. */
export function findLinked(db: Database | Tx, { issuer, subject }: ProviderAccount) {
  return db
    .selectFrom('oidc_links')
    .innerJoin('users', 'users.id', 'oidc_links.user_id')
    .select(['users.id', sql<string>`users.login::text`.as('login')])
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

/** Users whom a claim names, two at most: a claim that names several identifies nobody. */
export function findNamed(tx: Tx, { by, value }: { by: 'email' | 'loginAd'; value: string }) {
  return tx
    .selectFrom('users')
    .select(['id', sql<string>`login::text`.as('login'), 'status'])
    .where((eb) => (by === 'email' ? sql<boolean>`lower(email) = lower(${value})` : eb('login_ad', '=', value)))
    .where('status', '<>', CLIENT_STATUS)
    .where('erased_at', 'is', null)
    .orderBy('id')
    .limit(2)
    .execute();
}

/** Adds a link; false if the person is linked already, or the user has a link with the provider. */
export async function insertLink(tx: Tx, account: ProviderAccount, userId: number, now: Date): Promise<boolean> {
  const row = await tx
    .insertInto('oidc_links')
    .values({ ...account, user_id: userId, created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export function linksOf(db: Database | Tx, userId: number) {
  return db
    .selectFrom('oidc_links')
    .select(['issuer', 'subject', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .execute();
}

/** Removes the user's link with a provider; returns the subject, or null. */
export async function removeLink(tx: Tx, userId: number, issuer: string): Promise<string | null> {
  const row = await tx
    .deleteFrom('oidc_links')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .returning('subject')
    .executeTakeFirst();
  return row?.subject ?? null;
}

export async function removeLinks(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('oidc_links').where('user_id', '=', userId).execute();
}

/**
 * Ends sign-ins by a provider that wait for their second step: of a person, or with the provider's session number.
 * Called before their sessions end: a step taken at the same time fails here, or its session is found.
 */
export async function endWaitingSteps(
  tx: Tx,
  { issuer, sid, userId }: { issuer: string; sid: string | null; userId: number | null },
  now: Date,
): Promise<void> {
  const waiting = await tx
    .selectFrom('user_tokens')
    .select(['token_hash as hash', 'user_id as userId', 'detail'])
    .where('kind', '=', 'second_step')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .execute();
  const ended = waiting.filter((step) => {
    const provider = providerIn(secondStepDetail(step.detail).passwordKey);
    if (provider?.issuer !== issuer) return false;
    return sid === null || provider.sid === null ? step.userId === userId : provider.sid === sid;
  });
  if (ended.length === 0) return;
  await tx
    .updateTable('user_tokens')
    .set({ used_at: now })
    .where(
      'token_hash',
      'in',
      ended.map(({ hash }) => hash),
    )
    .where('used_at', 'is', null)
    .execute();
}

/** The user linked with a person at a provider; null without a link. */
async function linkedUser(tx: Tx, issuer: string, subject: string | null): Promise<number | null> {
  return subject === null ? null : ((await findLinked(tx, { issuer, subject }))?.id ?? null);
}

const ENDED = ['user_id as userId', 'agent', 'address'] as const;

/**
 * Ends the sessions that a provider has opened, and waiting sign-ins: those with this session number of the provider,
 * or without a number all of the person. Returns the sessions.
 */
export async function endProviderSessions(
  tx: Tx,
  { issuer, sid, subject }: { issuer: string; sid: string | null; subject: string | null },
  now: Date,
) {
  await endWaitingSteps(tx, { issuer, sid, userId: await linkedUser(tx, issuer, subject) }, now);
  const ofPerson = tx
    .selectFrom('oidc_links')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject);
  return tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'ended by the provider' })
    .where('oidc_issuer', '=', issuer)
    .where('ended_at', 'is', null)
    .where((eb) =>
      sid === null
        ? eb('user_id', 'in', ofPerson)
        : eb.or([eb('oidc_sid', '=', sid), eb.and([eb('oidc_sid', 'is', null), eb('user_id', 'in', ofPerson)])]),
    )
    .returning(ENDED)
    .execute();
}

/** Ends the sessions of a user that a provider has opened, except one, and the sign-ins that wait. */
export async function endSessionsBy(
  tx: Tx,
  { userId, issuer, except }: { userId: number; issuer: string; except: string },
  now: Date,
): Promise<void> {
  await endWaitingSteps(tx, { issuer, sid: null, userId }, now);
  await tx
    .updateTable('sessions')
    .set({ ended_at: now, end_reason: 'link with the provider removed' })
    .where('user_id', '=', userId)
    .where('oidc_issuer', '=', issuer)
    .where('ended_at', 'is', null)
    .where('id', '!=', except)
    .execute();
}
