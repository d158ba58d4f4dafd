import type { PlainStatements } from '../database/plain-statements.ts';

/*
 * The turns that an installation has taken at its places of backups: each is a number and a mark that nobody else has.
 * It is a row of the database, so that all servers of an installation share it.
 */

const KEY = 'backup.turns';

export interface Turns {
  /** The newest turn; its number is one more than any before it. */
  newest: number;
  /** The marks of the last turns, by number. */
  marks: Record<string, string>;
}

/** The turns of an installation; null: it has taken none, or was restored since. */
export async function readTurns(client: PlainStatements): Promise<Turns | null> {
  const { rows } = await client.query<{ value: Turns }>('select value from settings where key = $1', [KEY]);
  return rows[0]?.value ?? null;
}

export async function keepTurns(client: PlainStatements, turns: Turns): Promise<void> {
  await client.query(
    `insert into settings (key, value) values ($1, $2::jsonb)
     on conflict (key) do update set value = excluded.value, changed_at = now()`,
    [KEY, JSON.stringify(turns)],
  );
}

/** Forgets the turns: a restored installation goes on in its places as it finds them. */
export async function forgetTurns(client: PlainStatements): Promise<void> {
  await client.query('delete from settings where key = $1', [KEY]);
}
