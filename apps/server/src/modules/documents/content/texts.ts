import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { addJob, addJobs, hasJob } from '../../../platform/jobs/jobs.ts';
import { spawnParser } from '../../../platform/documents/parser-process.ts';

const READ: readonly string[] = ['pdf', 'docx', 'txt', 'csv'];
/** Larger files are found by title and description only. */
const MAX_BYTES = 50 * 1024 * 1024;
/** How many characters are searched: about a hundred and fifty pages. */
const MAX_LETTERS = 400_000;
const MAX_OUTPUT = MAX_LETTERS * 4;
const MAX_MS = 60_000;
/**
 * The version of the reader and of the folding of words (pimis_fold). A higher number makes the nightly job read every
 * document again: 2 leaves out invisible characters, and reads notes, headers and footers of DOCX.
 */
const READER = 2;
/** How many old or unread revisions are read in one night. */
const NIGHTLY = 500;

/** Queues the text extraction of a revision whose type has text and which is clean. */
export async function queueText(tx: Tx, revision: { id: number; extension: string; clean: boolean }): Promise<void> {
  if (revision.clean && READ.includes(revision.extension)) await addJob(tx, 'readText', { id: revision.id });
}

/**
 * Queues revisions that have no text yet, or one of an older reader. A revision whose reading was given up waits
 * until an administrator repeats or drops its job: one more job each night would fill the queue and delay all others.
 */
export async function queueMissingTexts(context: Context): Promise<void> {
  const rows = await context.db
    .selectFrom('document_revisions')
    .select('id')
    .where('scan', '=', 'clean')
    .where('deleted_at', 'is', null)
    .where('extension', 'in', [...READ])
    .where(
      sql<boolean>`not exists (select from document_texts where revision_id = document_revisions.id and reader >= ${READER})`,
    )
    .where(sql<boolean>`not ${hasJob('readText', sql`document_revisions.id::text`)}`)
    .orderBy('id', 'desc')
    .limit(NIGHTLY)
    .execute();
  await addJobs(
    context.db,
    'readText',
    rows.map(({ id }) => ({ id })),
  );
}

/** The store failed in the middle of a content. */
class BrokenContent extends Error {}

/**
 * Returns the text of a content. A process with limits of time, memory and length reads it. Errors: BrokenContent; the
 * reason why the process ended.
 */
export async function textOf(content: Readable, extension: string, { maxMs = MAX_MS } = {}): Promise<string> {
  const script = join(import.meta.dirname, 'text-process.ts');
  const { process: child, ended } = spawnParser(script, [extension, String(MAX_LETTERS)], maxMs);
  let failure: unknown;
  content.once('error', (error) => {
    // A process that ends early also destroys the content, which is no failure of the store.
    if (!child.stdin.destroyed) failure = error;
  });
  const said: Buffer[] = [];
  let bytes = 0;
  child.stdout.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes <= MAX_OUTPUT) said.push(chunk);
    else child.kill('SIGKILL');
  });
  // A process that ended accepts no more input; its exit code says why.
  const [, outcome] = await Promise.allSettled([pipeline(content, child.stdin), ended]);
  // The process may have taken an incomplete content for a complete one.
  if (failure !== undefined) throw new BrokenContent('The content broke off', { cause: failure });
  if (outcome.status === 'rejected') throw outcome.reason;
  return Buffer.concat(said).toString('utf8');
}

/** Copies the text of another revision with the same content; false if there is none. */
async function takeOver(context: Context, id: number): Promise<boolean> {
  const { rows } = await sql<{ id: number }>`
    insert into document_texts (revision_id, words, reader)
    select wanted.id, texts.words, texts.reader
    from document_revisions wanted
    join document_revisions same on same.hash = wanted.hash and same.extension = wanted.extension and same.id <> wanted.id
    join document_texts texts on texts.revision_id = same.id
    where wanted.id = ${id} and same.deleted_at is null and texts.reader >= ${READER}
    limit 1
    on conflict (revision_id) do update set words = excluded.words, reader = excluded.reader
    returning revision_id as id`.execute(context.db);
  return rows.length > 0;
}

/**
 * Stores the text of a revision for the search. Content without text is not a failure; the search just does not find
 * it.
 */
export async function readText(context: Context, id: number): Promise<void> {
  const revision = await context.db
    .selectFrom('document_revisions')
    .select(['storage_key', 'extension', sql<number>`size::float8`.as('size')])
    .where('id', '=', id)
    .where('scan', '=', 'clean')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!revision || !READ.includes(revision.extension)) return;
  if (await takeOver(context, id)) return;
  let text = '';
  if (revision.size <= MAX_BYTES) {
    const content = await context.files.get(revision.storage_key);
    try {
      text = await textOf(content, revision.extension);
    } catch (error) {
      // The job runs again.
      if (error instanceof BrokenContent) throw error;
      context.log.warn({ err: error, revision: id }, 'a document has no text that could be read');
    }
  }
  const words = sql<string>`to_tsvector('simple', coalesce(pimis_search_text(${text.replaceAll('\0', ' ')}::text), ''))`;
  await context.db
    .insertInto('document_texts')
    .values({ revision_id: id, words, reader: READER })
    .onConflict((conflict) => conflict.column('revision_id').doUpdateSet({ words, reader: READER }))
    .execute();
}
