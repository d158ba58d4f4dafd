import { sql } from 'kysely';
import { CLIENT_STATUS } from '@pimis/domain/constants';
import type { Database, Tx } from '../../platform/database/database.ts';
import type { LinkKind } from './sign-in/link-mails.ts';

/** How many minutes the second step may come after the password. */
const SECOND_STEP_MS = 10 * 60_000;

const OF_SIGN_IN = ['id', 'login', 'name', 'email', 'status', 'password_hash', 'known_locations'] as const;

/** The row for a sign-in whose user is known. */
export function findForSignInById(db: Database, id: number) {
  return db.selectFrom('users').select(OF_SIGN_IN).where('id', '=', id).executeTakeFirstOrThrow();
}

/** The row for a sign-in, found by login or directory login. */
export function findForSignIn(db: Database | Tx, column: 'login' | 'login_ad', login: string) {
  return db
    .selectFrom('users')
    .select(OF_SIGN_IN)
    .where(column, '=', login)
    .where('status', '<>', CLIENT_STATUS)
    .executeTakeFirst();
}

/** The same user when the session opens; the row stays locked until then. */
export function findSignedIn(tx: Tx, id: number) {
  return tx
    .selectFrom('users')
    .select(['id', 'login', 'status', 'known_locations', 'password_hash', 'email', 'last_login_at as lastLoginAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

/** Records a correct password: the second step may follow from the same place. */
export async function insertSecondStep(
  db: Database | Tx,
  step: { hash: string; userId: number; passwordKey: string; location: string },
  now: Date,
): Promise<void> {
  await db
    .insertInto('user_tokens')
    .values({
      token_hash: step.hash,
      user_id: step.userId,
      kind: 'second_step',
      detail: `${step.location} ${step.passwordKey}`,
      expires_at: new Date(now.getTime() + SECOND_STEP_MS),
      created_at: now,
    })
    .execute();
}

/** The user of a second-step token; null if it is used, expired or unknown. */
export async function findSecondStep(db: Database, hash: string, now: Date) {
  const row = await db
    .selectFrom('user_tokens')
    .innerJoin('users', 'users.id', 'user_tokens.user_id')
    .select(['users.id as userId', sql<string>`users.login::text`.as('login'), 'user_tokens.detail'])
    .select(sql<boolean>`used_at is null and expires_at > ${now}`.as('waits'))
    .where('token_hash', '=', hash)
    .where('kind', '=', 'second_step')
    .executeTakeFirst();
  if (!row) return null;
  const { detail, ...step } = row;
  return { ...step, ...secondStepDetail(detail) };
}

/** The data that insertSecondStep has kept with a second step. */
export function secondStepDetail(detail: string | null): { location: string; passwordKey: string } {
  const [location = '', ...key] = (detail ?? '').split(' ');
  return { location, passwordKey: key.join(' ') };
}

/**
 * Locks the row of an account until the transaction ends. It is locked before its links, sessions and second factor.
 */
export function lockAccount(tx: Tx, userId: number) {
  return tx
    .selectFrom('users')
    .innerJoin('published.organizations as organizations', 'organizations.id', 'users.organization_id')
    .select(['users.id', sql<string>`users.login::text`.as('login'), 'users.email', 'users.status'])
    .select('organizations.name as organization')
    .where('users.id', '=', userId)
    .forUpdate('users')
    .executeTakeFirstOrThrow();
}

/** Ends sent links and sign-ins that wait for their second step. */
export async function endLinksOf(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('user_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .execute();
}

/** Ends the links that would confirm a place of the account. */
export async function endLocationLinks(tx: Tx, userId: number, now: Date): Promise<void> {
  await tx
    .updateTable('user_tokens')
    .set({ used_at: now })
    .where('user_id', '=', userId)
    .where('kind', '=', 'location')
    .where('used_at', 'is', null)
    .execute();
}

/** The user and data of a valid single-use token, without using it up. */
export function readLinkToken(db: Database, hash: string, kind: LinkKind, now: Date) {
  return db
    .selectFrom('user_tokens')
    .innerJoin('users', 'users.id', 'user_tokens.user_id')
    .select(['users.id', sql<string>`users.login::text`.as('login'), 'users.name', 'users.status', 'detail'])
    .select('user_tokens.created_at as createdAt')
    .where('token_hash', '=', hash)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** A valid single-use token, locked together with its account; null otherwise. */
export async function takeLinkToken(
  tx: Tx,
  hash: string,
  kind: LinkKind | 'second_step',
  now: Date,
): Promise<{ userId: number; detail: string | null } | null> {
  const owner = await tx.selectFrom('user_tokens').select('user_id').where('token_hash', '=', hash).executeTakeFirst();
  if (!owner) return null;
  // Other code that ends links locks the account first; the same order here avoids a deadlock.
  await lockAccount(tx, owner.user_id);
  const row = await tx
    .selectFrom('user_tokens')
    .select(['user_id as userId', 'detail'])
    .where('token_hash', '=', hash)
    .where('kind', '=', kind)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .forUpdate()
    .executeTakeFirst();
  return row ?? null;
}
