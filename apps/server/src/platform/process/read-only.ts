import type { FastifyBaseLogger } from 'fastify';
import { sql } from 'kysely';
import { audit } from '../audit/audit.ts';
import { copiedAt } from './installation-copy.ts';
import type { Database, Tx } from '../database/database.ts';

/*
 * Whether the installation can only be read, which an operator switches on for maintenance. The state is in the
 * database, so that all servers and workers have the same (docs/decisions/0321-read-only.md).
 */

const KEY = 'read-only';
/** How often a process asks the database. */
const POLL_MS = 2_000;

export interface ReadOnlyMode {
  /** The operator's text for people; null while everything can be changed. */
  text: () => string | null;
  /** The moment of the data if the installation is a copy for trials; null otherwise. */
  copiedAt: () => string | null;
  /** Calls the listener at each change; returns a function that ends this. */
  onChange: (listener: () => void) => () => void;
}

/** Errors: those of the database. */
export async function readOnlyText(db: Database | Tx): Promise<string | null> {
  const row = await db.selectFrom('settings').select('value').where('key', '=', KEY).executeTakeFirst();
  return (row?.value as { text: string } | undefined)?.text ?? null;
}

/** Switches the mode on with a text, or off with null, with an audit row. Returns the former text. */
export async function setReadOnly(db: Database, text: string | null): Promise<string | null> {
  return db.transaction().execute(async (tx) => {
    // Two commands at once run one after the other, also if there is no row yet.
    await sql`select pg_advisory_xact_lock(hashtextextended(${KEY}, 0))`.execute(tx);
    const before = await readOnlyText(tx);
    if (before === text) return before;
    if (text === null) await tx.deleteFrom('settings').where('key', '=', KEY).execute();
    else {
      const value = JSON.stringify({ text });
      await tx
        .insertInto('settings')
        .values({ key: KEY, value })
        .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, changed_at: sql`now()` }))
        .execute();
    }
    const detail = { before: { text: before }, after: { text } };
    const entry = { operation: 'system.readOnly', subjectType: 'installation', subjectId: KEY, detail } as const;
    await audit(tx, { user: null }, entry);
    return before;
  });
}

/** Reads the mode, and again every two seconds until `stop()`. While the database is away the last state stays. */
export async function watchReadOnly(
  db: Database,
  log: Pick<FastifyBaseLogger, 'warn'>,
  pollMs = POLL_MS,
): Promise<{ mode: ReadOnlyMode; stop: () => Promise<void> }> {
  const listeners = new Set<() => void>();
  let text = await readOnlyText(db);
  // A restore makes a copy before a server can start on it.
  const copy = await copiedAt(db);
  const ask = async () => {
    try {
      const next = await readOnlyText(db);
      if (next === text) return;
      text = next;
      for (const listener of listeners) listener();
    } catch (error) {
      log.warn({ err: error }, 'whether the installation can only be read was not read');
    }
  };
  let asking = Promise.resolve();
  const timer = setInterval(() => {
    asking = asking.then(ask);
  }, pollMs);
  timer.unref();
  return {
    mode: {
      text: () => text,
      copiedAt: () => copy,
      onChange: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    },
    stop: async () => {
      clearInterval(timer);
      await asking;
    },
  };
}
