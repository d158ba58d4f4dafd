import { sql } from 'kysely';
import type { Database, Tx } from '../../../platform/database/database.ts';

/** A stored file of open data. */
export interface OpenDataFile {
  name: string;
  storageKey: string;
  mediaType: string;
  size: number;
  /** SHA-256, hexadecimal. */
  hash: string;
  changedAt: Date | null;
}

export async function findOpenDataFile(db: Database, name: string): Promise<OpenDataFile | undefined> {
  const row = await db
    .selectFrom('open_data_files')
    .select(['name', 'storage_key as storageKey', 'media_type as mediaType', 'size', 'hash', 'changed_at as changedAt'])
    .where('name', '=', name)
    .executeTakeFirst();
  return row && { ...row, size: Number(row.size) };
}

/** Hashes of the present files by name, and when each has changed. */
export async function hashesOf(db: Database | Tx): Promise<Map<string, { hash: string; changedAt: Date | null }>> {
  const rows = await db.selectFrom('open_data_files').select(['name', 'hash', 'changed_at as changedAt']).execute();
  return new Map(rows.map(({ name, ...file }) => [name, file]));
}

/** Keys of the files that are currently served. */
export async function keysInUse(db: Database): Promise<Set<string>> {
  const rows = await db.selectFrom('open_data_files').select('storage_key').execute();
  return new Set(rows.map((row) => row.storage_key));
}

/** The result of the last attempt, for the health panel of administrators. */
export interface OpenDataMaking {
  madeAt: Date | null;
  projects: number | null;
  problems: string[];
  failedAt: Date | null;
  failure: string | null;
}

export async function readMaking(
  db: Database | Tx,
): Promise<(OpenDataMaking & { version: string | null }) | undefined> {
  const row = await db
    .selectFrom('open_data_making')
    .select(['version', 'made_at as madeAt', 'projects', 'problems', 'failed_at as failedAt', 'failure'])
    .executeTakeFirst();
  return row && { ...row, problems: row.problems as string[] };
}

/** All files are replaced together, so that nobody reads files of different moments. */
export async function replaceFiles(
  db: Database,
  files: readonly OpenDataFile[],
  made: { version: string; projects: number; problems: readonly string[]; at: Date },
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await tx.deleteFrom('open_data_files').execute();
    await tx
      .insertInto('open_data_files')
      .values(
        files.map(({ name, storageKey, mediaType, size, hash, changedAt }) => ({
          name,
          storage_key: storageKey,
          media_type: mediaType,
          size: String(size),
          hash,
          changed_at: changedAt,
          made_at: made.at,
        })),
      )
      .execute();
    const state = {
      version: made.version,
      made_at: made.at,
      projects: made.projects,
      problems: JSON.stringify(made.problems),
      failed_at: null,
      failure: null,
    };
    await tx
      .insertInto('open_data_making')
      .values(state)
      .onConflict((conflict) => conflict.column('one').doUpdateSet(state))
      .execute();
  });
}

/** The previous files remain. */
export async function recordFailure(db: Database, failure: string, at: Date): Promise<void> {
  const state = { failed_at: at, failure };
  await db
    .insertInto('open_data_making')
    .values(state)
    .onConflict((conflict) => conflict.column('one').doUpdateSet(state))
    .execute();
}

/** A version that changes when a public fact changes, and when a project becomes public or is withheld. */
export async function versionOf(db: Database | Tx): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ', count(*), extract(epoch from max(changed_at)), sum(extract(epoch from changed_at)),
                     sum(project_id), (select projects from published.public_withheld)) as version
    from published.public_projects`.execute(db);
  return rows[0]?.version ?? '';
}
