import type { Context } from '../../../platform/context.ts';
import type { KeptFile } from '../../../platform/file-store.ts';
import { FOLDER } from '../uploads/upload.ts';
import { dropUploads, PIECES_FOLDER } from '../uploads/uploads.ts';

const HOUR_MS = 3_600_000;
/** A file may lie so long without a row: longer than any call lasts. */
const GRACE_HOURS = 24;
/** An upload may rest so long: over a weekend. */
const RESTING_HOURS = 72;

/** So many revisions without their files are named in the log; how many there are is told. */
const TOLD = 100;

/** What the sweeper found: files that it removed, revisions whose file is not there, halves of files. */
export interface CleanupResult {
  removed: number;
  partial: number;
  missing: number[];
  /** Uploads with which nobody has gone on. */
  uploads: number;
}

interface Row {
  id: number | string;
  storage_key: string;
  created_at: Date;
}

/** The rows that name files of a folder, from one key (not it) to another (it too), or to the end. */
type RowsBetween = (from: string, to: string | null) => Promise<Row[]>;

/**
 * Holds the store against the rows, both in the order of their keys, a page at a time. What no row names after the grace
 * time is removed; a row without its file is told, and stays: the file may come back from a copy.
 */
export async function removeOrphanFiles(context: Context): Promise<CleanupResult> {
  const now = context.now().getTime();
  const before = new Date(now - GRACE_HOURS * HOUR_MS);
  const uploads = await sweepUploads(context, new Date(now - RESTING_HOURS * HOUR_MS));
  const partial = await context.files.removePartial(before);
  const contents = await sweepFolder(context, FOLDER, before, revisionsBetween(context));
  const pieces = await sweepFolder(context, PIECES_FOLDER, before, piecesBetween(context));
  const removed = contents.removed + pieces.removed;
  const missing = contents.missing.map(Number);
  const swept: CleanupResult = { removed, partial, missing, uploads };
  if (removed > 0 || partial > 0 || uploads > 0) {
    context.log.info({ swept }, 'files that no document names were removed');
  }
  if (missing.length > 0) {
    context.log.error({ count: missing.length, revisions: missing.slice(0, TOLD) }, 'revisions without their files');
  }
  return swept;
}

/** Drops the uploads that were not touched since. */
async function sweepUploads(context: Context, before: Date): Promise<number> {
  const rows = await context.db.selectFrom('uploads').select('id').where('touched_at', '<', before).execute();
  const ids = rows.map((row) => row.id);
  await dropUploads(context, ids);
  return ids.length;
}

function revisionsBetween({ db }: Context): RowsBetween {
  return (from, to) => {
    const after = db
      .selectFrom('document_revisions')
      .select(['id', 'storage_key', 'created_at'])
      .where('storage_key', '>', from);
    return (to === null ? after : after.where('storage_key', '<=', to)).execute();
  };
}

function piecesBetween({ db }: Context): RowsBetween {
  return (from, to) => {
    const after = db
      .selectFrom('upload_pieces')
      .select(['upload_id as id', 'storage_key', 'created_at'])
      .where('storage_key', '>', from);
    return (to === null ? after : after.where('storage_key', '<=', to)).execute();
  };
}

async function sweepFolder(context: Context, folder: string, before: Date, between: RowsBetween) {
  const swept = { removed: 0, missing: [] as Row['id'][] };
  let from = '';
  for await (const page of context.files.pages(folder)) {
    const to = page.at(-1)?.key;
    if (to === undefined) continue;
    await sweepPage(context, page, await between(from, to), before, swept);
    from = to;
  }
  await sweepPage(context, [], await between(from, null), before, swept);
  return swept;
}

async function sweepPage(
  context: Context,
  page: readonly KeptFile[],
  rows: readonly Row[],
  before: Date,
  swept: { removed: number; missing: Row['id'][] },
): Promise<void> {
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
