import type { Context } from '../../platform/context.ts';
import type { KeptFile } from '../../platform/file-store.ts';
import { FOLDER } from './upload.ts';

const HOUR_MS = 3_600_000;
/** A file may lie so long without a row: longer than any call lasts. */
const GRACE_HOURS = 24;

/** What the sweeper found: files that it removed, revisions whose file is not there, halves of files. */
export interface Swept {
  removed: number;
  partial: number;
  missing: number[];
}

/**
 * Holds the store against the rows, both in the order of their keys, a page at a time. What no row names after the grace
 * time is removed; a row without its file is told, and stays: the file may come back from a copy.
 */
export async function sweepFiles(context: Context): Promise<Swept> {
  const before = new Date(context.now().getTime() - GRACE_HOURS * HOUR_MS);
  const swept: Swept = { removed: 0, partial: await context.files.removePartial(before), missing: [] };
  let from = '';
  for await (const page of context.files.pages(FOLDER)) {
    const to = page.at(-1)?.key;
    if (to === undefined) continue;
    await sweepPage(context, page, { from, to }, before, swept);
    from = to;
  }
  await sweepPage(context, [], { from, to: null }, before, swept);
  if (swept.removed > 0 || swept.partial > 0) context.log.info({ swept }, 'files that no document names were removed');
  if (swept.missing.length > 0) context.log.error({ revisions: swept.missing }, 'revisions without their files');
  return swept;
}

async function sweepPage(
  context: Context,
  page: readonly KeptFile[],
  { from, to }: { from: string; to: string | null },
  before: Date,
  swept: Swept,
): Promise<void> {
  let query = context.db
    .selectFrom('document_revisions')
    .select(['id', 'storage_key', 'created_at'])
    .where('storage_key', '>', from);
  if (to !== null) query = query.where('storage_key', '<=', to);
  const rows = await query.execute();
  const named = new Set(rows.map((row) => row.storage_key));
  const kept = new Set(page.map(({ key }) => key));
  // A row that is younger than the listing has its file as well.
  const lost = rows.filter((row) => !kept.has(row.storage_key) && row.created_at < before);
  swept.missing.push(...lost.map(({ id }) => id));
  for (const { key, storedAt } of page) {
    if (named.has(key) || storedAt >= before) continue;
    await context.files.remove(key);
    swept.removed += 1;
  }
}
