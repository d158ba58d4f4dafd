import pg from 'pg';
import { PartFailed } from '../process/part-failed.ts';
import { Refused } from '../process/refused.ts';

/** The oldest PostgreSQL, as server_version_num has it. */
const OLDEST = 160_000;
const EXTENSIONS = ['citext', 'pg_trgm'];
const CONNECT_MS = 10_000;

/** Properties of a database. */
export interface DatabaseFacts {
  version: number;
  shown: string;
  encoding: string;
  icu: boolean;
  /** Extensions that are neither in the database nor at hand on its machine. */
  missing: string[];
  account: string;
  /** Whether the account may make schemas, and tables in the schema public. */
  mayMakeSchemas: boolean;
  mayMakeTables: boolean;
  /** The owner of the product's tables, if the account is not a member of that role. */
  foreignOwner: string | null;
  standby: boolean;
}

/** Columns of `DatabaseFacts`, for one row. */
export const DATABASE_FACTS = `
  current_setting('server_version_num')::integer as version, current_setting('server_version') as shown,
  current_setting('server_encoding') as encoding,
  (select count(distinct collname) = 2 from pg_collation where collname in ('sr-x-icu', 'sr-Latn-x-icu')) as icu,
  array(select name from unnest(array[${EXTENSIONS.map((name) => `'${name}'`).join(', ')}]) name
        where not exists (select from pg_available_extensions known where known.name = name)
          and not exists (select from pg_extension made where made.extname = name)) as missing,
  current_user::text as account,
  has_database_privilege(current_database(), 'CREATE') as "mayMakeSchemas",
  coalesce(has_schema_privilege(to_regnamespace('public')::oid, 'CREATE'), false) as "mayMakeTables",
  (select pg_get_userbyid(relowner)::text from pg_class
   where oid = to_regclass('public.migrations') and not pg_has_role(relowner, 'USAGE')) as "foreignOwner",
  pg_is_in_recovery() as standby`;

/** Why the product cannot work with a database, a clause each. A standby is only read from. */
export function databaseProblems(facts: DatabaseFacts): string[] {
  const { account, foreignOwner } = facts;
  const rights = [
    ...(facts.mayMakeSchemas ? [] : [`the account ${account} may not create schemas in it: grant create on database`]),
    ...(facts.mayMakeTables ? [] : [`the account ${account} may not create tables in the schema public`]),
    ...(foreignOwner === null ? [] : [`its tables belong to ${foreignOwner}, not to the account ${account}`]),
  ];
  return [
    ...(facts.version < OLDEST ? [`PostgreSQL ${facts.shown} is too old: 16 or newer`] : []),
    ...(facts.encoding === 'UTF8' ? [] : [`its encoding is ${facts.encoding}, not UTF8`]),
    ...(facts.icu ? [] : ['it was built without ICU']),
    ...(facts.missing.length === 0 ? [] : [`extensions are missing: ${facts.missing.join(', ')}`]),
    ...(facts.standby ? [] : rights),
  ];
}

/** Error: PartFailed if the database does not respond, Refused if it is unsuitable; both name the setting. */
export async function requireFitDatabase(url: string, setting = 'DATABASE_URL'): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: CONNECT_MS });
  client.on('error', () => undefined);
  let facts: DatabaseFacts | undefined;
  try {
    await client.connect();
    facts = (await client.query<DatabaseFacts>(`select ${DATABASE_FACTS}`)).rows[0];
  } catch (error) {
    throw new PartFailed(setting, error);
  } finally {
    await client.end();
  }
  const problems = facts ? databaseProblems(facts) : [];
  if (problems.length > 0) throw new Refused(`${setting}: the database cannot be used: ${problems.join('; ')}.`);
}
