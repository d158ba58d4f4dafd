import { USER_STATUS } from '@pimis/domain/constants';
import { passwordMatches } from '../modules/identity/sign-in/passwords.ts';
import type { Database } from '../platform/database/database.ts';
import { Refused } from '../platform/process/refused.ts';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '../modules/system/demo-accounts.ts';
import { DEMO_ORGANIZATIONS } from './demo-people.ts';

/** Logins that demo data and `pimis seed` make; those of `seed` follow a pattern. */
const OWN: ReadonlySet<string> = new Set([
  ...DEMO_ACCOUNTS.map(({ login }) => login),
  ...DEMO_ORGANIZATIONS.flatMap(({ id }) => [`demo.${id}.m`, `demo.${id}.c`]),
]);
const OF_SEED = String.raw`^korisnik\.\d{5}\.\d+$`;

/** The first account that the demo did not make; null: none. */
async function strangerIn(db: Database): Promise<string | null> {
  const row = await db
    .selectFrom('users')
    .select('login')
    .where('login', 'not in', [...OWN])
    .where('login', '!~', OF_SEED)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.login ?? null;
}

async function isDemo(db: Database): Promise<boolean> {
  const row = await db.selectFrom('settings').select('key').where('key', '=', 'demo').executeTakeFirst();
  return row !== undefined;
}

/** Why demo data may not be made in a database; null: they may. */
export async function demoProblem(db: Database): Promise<string | null> {
  // In a database that the demo has made people may add others.
  if (await isDemo(db)) return null;
  const stranger = await strangerIn(db);
  if (stranger === null) return null;
  return `demo accounts have a published password, and the database has an account that the demo did not make: ${stranger}`;
}

/** Error: Refused for a database of people, which the published password would open to everybody. */
export async function requireDemoDatabase(db: Database): Promise<void> {
  const problem = await demoProblem(db);
  if (problem !== null) throw new Refused(`DEMO: ${problem}. Unset DEMO and use pimis serve, or use another database.`);
}

/** Active demo accounts that the published password opens, in a database that has others too. */
export async function openDemoAccounts(db: Database): Promise<string[]> {
  if ((await strangerIn(db)) === null) return [];
  const rows = await db
    .selectFrom('users')
    .select(['login', 'password_hash'])
    .where('login', 'in', [...OWN])
    .where('status', '=', USER_STATUS.active)
    .orderBy('login')
    .execute();
  const open: string[] = [];
  for (const { login, password_hash: stored } of rows) {
    if (stored !== null && (await passwordMatches(stored, DEMO_PASSWORD))) open.push(login);
  }
  return open;
}
