import { sql } from 'kysely';
import { tokenSecretsOf } from '../../../platform/access/token-secrets.ts';
import type { Context } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { hashToken, randomTokenId, readBrowserToken, signBrowserToken } from '../../../platform/access/tokens.ts';

/**
 * Browsers in which the user has signed in before: their attempts do not count as those of strangers. The browser keeps
 * a signed cookie that scripts cannot read; the table has its hash and the account. It grants nothing else.
 */

const DAY_MS = 24 * 3_600_000;
export const BROWSER_DAYS = 180;
const MOST_OF_A_USER = 10;

const hashOf = (id: string) => hashToken(`browser ${id}`);

/**
 * The known browser of the account with this login; null for others and for invalid tokens, such as one that has
 * expired.
 */
export async function knownBrowser(
  context: Context,
  token: string | undefined,
  by: { column: 'login' | 'login_ad'; login: string } | { userId: number },
): Promise<number | null> {
  const now = context.now();
  const id = token === undefined ? null : await readBrowserToken(tokenSecretsOf(context.config), token, now);
  if (id === null) return null;
  let query = context.db
    .selectFrom('known_browsers')
    .innerJoin('users', 'users.id', 'known_browsers.user_id')
    .select('known_browsers.id')
    .where('browser_hash', '=', hashOf(id));
  query = 'userId' in by ? query.where('users.id', '=', by.userId) : query.where(`users.${by.column}`, '=', by.login);
  const row = await query.executeTakeFirst();
  return row?.id ?? null;
}

/**
 * Records a sign-in of the user by this browser; returns its cookie, and whether nobody has signed in as this user by
 * it before. Beyond the limit the browser unused for longest is removed.
 */
export async function rememberBrowser(
  context: Context,
  tx: Tx,
  userId: number,
  token: string | undefined,
): Promise<{ cookie: string; isNew: boolean }> {
  const now = context.now();
  const read = token === undefined ? null : await readBrowserToken(tokenSecretsOf(context.config), token, now);
  const id = read ?? randomTokenId();
  const { isNew } = await tx
    .insertInto('known_browsers')
    .values({ user_id: userId, browser_hash: hashOf(id), created_at: now, last_used_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'browser_hash']).doUpdateSet({ last_used_at: now }))
    .returning(sql<boolean>`xmax = 0`.as('isNew'))
    .executeTakeFirstOrThrow();
  const newest = tx
    .selectFrom('known_browsers')
    .select('id')
    .where('user_id', '=', userId)
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .limit(MOST_OF_A_USER);
  await tx.deleteFrom('known_browsers').where('user_id', '=', userId).where('id', 'not in', newest).execute();
  const until = new Date(now.getTime() + BROWSER_DAYS * DAY_MS);
  return { cookie: await signBrowserToken(context.config.tokenSecret, { id, until }, now), isNew };
}

export async function browsersOf(tx: Tx, userId: number): Promise<number[]> {
  const rows = await tx.selectFrom('known_browsers').select('id').where('user_id', '=', userId).execute();
  return rows.map(({ id }) => id);
}

export async function forgetBrowsers(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('known_browsers').where('user_id', '=', userId).execute();
}

export async function removeOldBrowsers(db: Database, now: Date): Promise<void> {
  await db
    .deleteFrom('known_browsers')
    .where('last_used_at', '<', new Date(now.getTime() - BROWSER_DAYS * DAY_MS))
    .execute();
}
