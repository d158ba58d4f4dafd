import type { Context } from '../../../platform/context.ts';
import type { ListedFile } from '../../../platform/storage/file-store.ts';
import { FOLDER } from '../uploads/upload.ts';
import { dropUploads, PIECES_FOLDER } from '../uploads/uploads.ts';

const HOUR_MS = 3_600_000;
/** How long a file may exist without a row: longer than any call lasts. */
const GRACE_HOURS = 24;
/** How long an upload may pause: over a weekend. */
const RESTING_HOURS = 72;

/** How many revisions without files the log names; it also gives their number. */
const MAX_LOGGED = 100;

/** The result: removed files, removed partial files, revisions without a file. */
export interface CleanupResult {
  removed: number;
  partial: number;
  missing: number[];
  /** Uploads that nobody has continued. */
  uploads: number;
}

interface Row {
  id: number | string;
  storage_key: string;
  created_at: Date;
}

/**
 * Returns the rows whose keys lie between two keys of a folder: after `from`, up to and including `to`, or to the end
 * if that is null.
 */
type RowsBetween = (from: string, to: string | null) => Promise<Row[]>;

/**
 * Compares the store with the rows, both in key order, page by page. A file without a row is removed after the grace
 * time. A row without a file is reported and stays: the file may return from a backup.
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
    context.log.error(
      { count: missing.length, revisions: missing.slice(0, MAX_LOGGED) },
      'revisions without their files',
    );
  }
  return swept;
}

/** Removes uploads that have not been touched since. */
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
  page: readonly ListedFile[],
  rows: readonly Row[],
  before: Date,
  swept: { removed: number; missing: Row['id'][] },
): Promise<void> {
  const named = new Set(rows.map((row) => row.storage_key));
  const stored = new Set(page.map(({ key }) => key));
  // A row newer than the listing has its file as well.
  const lost = rows.filter((row) => !stored.has(row.storage_key) && row.created_at < before);
  swept.missing.push(...lost.map(({ id }) => id));
  for (const { key, storedAt } of page) {
    if (named.has(key) || storedAt >= before) continue;
    await context.files.remove(key);
    swept.removed += 1;
  }
}
