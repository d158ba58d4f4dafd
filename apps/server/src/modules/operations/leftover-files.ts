import { sql } from 'kysely';
import type { Context } from '../../platform/context.ts';

/** Folders of the input and result files of operations. */
const FOLDERS = ['archives/', 'imports/'];
/** How long a file may exist without its operation: a call stores the file first, then adds the operation. */
const GRACE_MS = 86_400_000;

/**
 * Removes files that no operation needs: their server died before it added the operation, or the store failed to remove
 * them in time. Returns their number.
 */
export async function removeLeftoverFiles(context: Context): Promise<number> {
  const before = context.now().getTime() - GRACE_MS;
  let removed = 0;
  for (const folder of FOLDERS) {
    for await (const page of context.files.pages(folder)) {
      const old = page.filter(({ storedAt }) => storedAt.getTime() < before).map(({ key }) => key);
      const needed = await neededOf(context, old);
      for (const key of old.filter((one) => !needed.has(one))) {
        await context.files.remove(key);
        removed += 1;
      }
    }
  }
  if (removed > 0) context.log.info({ removed }, 'files that no operation needs were removed');
  return removed;
}

/** The keys that are inputs of unfinished operations, or results that have not expired. */
async function neededOf({ db }: Context, keys: readonly string[]): Promise<Set<string>> {
  if (keys.length === 0) return new Set();
  const { rows } = await sql<{ key: string }>`
    select storage_key as key from operations where storage_key = any(${[...keys]}::text[])
    union all
    select input ->> 'key' from operations
    where state in ('waiting', 'running') and input ->> 'key' = any(${[...keys]}::text[])`.execute(db);
  return new Set(rows.map(({ key }) => key));
}
