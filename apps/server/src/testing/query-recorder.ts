import pg from 'pg';
import { vi } from 'vitest';

type Query = string | { text: string; values?: unknown[] };

export interface RecordedQuery {
  text: string;
  values: unknown[];
  /** Whether a transaction was open on its connection. */
  inTransaction: boolean;
}

const BEGINS = /^(begin|start transaction)/i;
const OF_TRANSACTIONS = /^(begin|start transaction|commit|rollback|set )/i;

/** Records the server's queries during the work, without begin and commit. Error: if there was none. */
export async function queriesOf(work: () => Promise<unknown>): Promise<RecordedQuery[]> {
  const recorded: RecordedQuery[] = [];
  const open = new WeakSet<pg.Client>();
  const real: (...args: unknown[]) => unknown = Reflect.get(pg.Client.prototype, 'query');
  const hear = function (this: pg.Client, ...args: unknown[]): unknown {
    const query = args[0] as Query;
    const text = typeof query === 'string' ? query : query.text;
    const values = typeof query === 'string' ? (args[1] as unknown[] | undefined) : query.values;
    const inTransaction = open.has(this);
    if (!OF_TRANSACTIONS.test(text))
      recorded.push({ text, values: Array.isArray(values) ? values : [], inTransaction });
    else if (BEGINS.test(text)) open.add(this);
    else if (!text.startsWith('set ')) open.delete(this);
    return Reflect.apply(real, this, args);
  };
  const spy = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(hear);
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  if (recorded.length === 0) throw new Error('No query was recorded');
  return recorded;
}
