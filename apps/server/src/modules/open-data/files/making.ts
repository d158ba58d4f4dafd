import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { readingFor } from '../../../platform/database/read-replica.ts';
import { packageOf, publisherOf, publishing, readProjects } from '../package.ts';
import { countPublic, lastChanged, publicAfter } from '../queries.ts';
import { removeOldChanges } from '../public-version.ts';
import { projectProblems } from '../rules.ts';
import { catalogOf } from './catalog.ts';
import { csvLine, OBSERVATION_COLUMNS, observationLines, PROJECT_COLUMNS, projectLine } from './csv.ts';
import { feedOf } from './feed.ts';
import { GrowingFile } from './growing-file.ts';
import {
  hashesOf,
  keysInUse,
  type OpenDataFile,
  readMaking,
  recordFailure,
  replaceFiles,
  versionOf,
} from './stored.ts';

const FOLDER = 'open-data/';
/** Projects that are in memory at a time. */
const TOGETHER = 100;
const IN_THE_FEED = 100;
const MAX_BYTES = 100 * 1024 ** 3;
const HOUR_MS = 3_600_000;
/** How often the files are rebuilt even without a change, because links of documents expire by day. */
const MADE_ANEW_MS = 23 * HOUR_MS;
/** A download of a former file may still run. */
const RETENTION_MS = 24 * HOUR_MS;
const PROBLEMS_TOLD = 20;
const FAILURE_LENGTH = 500;
/** The key of an advisory lock (any constant): only one server makes the files at a time. */
const LOCK_KEY = 7_136_420;

const TYPES = {
  'projects.ndjson.gz': 'application/gzip',
  'projects.csv': 'text/csv',
  'observations.csv': 'text/csv',
  'catalog.jsonld': 'application/ld+json',
  'feed.atom': 'application/atom+xml',
} as const;
type FileName = keyof typeof TYPES;

type Stored = Omit<OpenDataFile, 'changedAt'>;

async function store(context: Context, name: FileName, content: Readable): Promise<Stored> {
  const { key, size, hash } = await context.files.put(`${FOLDER}${randomUUID()}`, content, MAX_BYTES);
  return { name, storageKey: key, mediaType: TYPES[name], size, hash };
}

interface Written {
  files: Stored[];
  projects: number;
  problems: string[];
}

/** Reads all public projects once and writes the three large files in parallel. */
async function writeLargeFiles(context: Context, tx: Tx): Promise<Written> {
  const { prefix, root } = publishing(context);
  const publisher = await publisherOf(tx);
  const growing = (name: FileName, options = {}) =>
    new GrowingFile((content) => store(context, name, content), options);
  const lines = growing('projects.ndjson.gz', { gzip: true });
  const table = growing('projects.csv');
  const observations = growing('observations.csv');
  const all = [lines, table, observations];
  const written: Written = { files: [], projects: 0, problems: [] };
  try {
    await table.write(csvLine(PROJECT_COLUMNS));
    await observations.write(csvLine(OBSERVATION_COLUMNS));
    for (let ids = await publicAfter(tx, 0, TOGETHER); ids.length > 0; ) {
      for (const { facts, project } of await readProjects(context, tx, ids)) {
        written.projects += 1;
        const problems = projectProblems(project, prefix);
        if (written.problems.length < PROBLEMS_TOLD) written.problems.push(...problems);
        const uri = `${root}/projects/${project.id}`;
        const own = packageOf(context, { uri, publisher, projects: [project], changedAt: facts.changedAt });
        await lines.write(`${JSON.stringify(own)}\n`);
        await table.write(projectLine(facts, project));
        await observations.write(observationLines(facts, project));
      }
      ids = await publicAfter(tx, ids.at(-1) ?? 0, TOGETHER);
    }
    written.files = await Promise.all(all.map((file) => file.end()));
    return written;
  } catch (error) {
    for (const file of all) file.abandon(error as Error);
    await Promise.allSettled(all.map((file) => file.stored));
    throw error;
  }
}

async function writeSmallFiles(
  context: Context,
  tx: Tx,
  { files }: Written,
  changedAt: Date | null,
): Promise<Stored[]> {
  const { root } = publishing(context);
  const publisher = (await publisherOf(tx)).name;
  const modified = (changedAt ?? new Date(0)).toISOString();
  const license = context.config.openDataLicense;
  const newest = await readProjects(context, tx, await lastChanged(tx, IN_THE_FEED));
  const feed = feedOf({ root, publisher, updated: modified, projects: newest.map(({ project }) => project) });
  const feedFile = await store(context, 'feed.atom', Readable.from([Buffer.from(feed)]));
  const catalogue = catalogOf({ root, publisher, license, modified, files: [...files, feedFile] });
  return [feedFile, await store(context, 'catalog.jsonld', Readable.from([Buffer.from(catalogue)]))];
}

/** `tx` holds the lock and stores the result; `source` reads the data of one moment, if possible from the replica. */
async function makeAll(context: Context, tx: Tx, source: Tx): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(${LOCK_KEY}) as free`.execute(tx);
  if (rows[0]?.free !== true) return;
  const now = context.now();
  const version = await versionOf(source);
  const last = await readMaking(tx);
  // The files were made recently, and not by a clock that was far ahead.
  const isNew = last?.madeAt && Math.abs(now.getTime() - last.madeAt.getTime()) < MADE_ANEW_MS;
  if (isNew && last.version === version && last.failedAt === null) return;
  const { changedAt } = await countPublic(source);
  const written = await writeLargeFiles(context, source);
  const small = await writeSmallFiles(context, source, written, changedAt);
  const before = await hashesOf(tx);
  // A file may also change because a project was withheld; a file with the same hash has not changed.
  const files = [...written.files, ...small].map((file) => {
    const former = before.get(file.name);
    return { ...file, changedAt: former?.hash === file.hash ? former.changedAt : now };
  });
  const { projects, problems } = written;
  if (problems.length > 0) context.log.error({ problems }, 'projects of open data break rules of OC4IDS');
  await replaceFiles(context.db, files, { version, projects, problems, at: now });
}

/**
 * Makes the files of open data if public facts have changed since the last time, or a day has passed. All files show
 * the same moment. After a failure the previous files remain, and the failure is stored (readMaking) and logged.
 */
export async function makeOpenDataFiles(context: Context): Promise<void> {
  if (context.config.openDataPrefix === undefined) return;
  try {
    const reading = await readingFor(context, null);
    await context.db.transaction().execute((tx) =>
      reading.db
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((source) => makeAll(context, tx, source)),
    );
    await removeFormerFiles(context);
    await removeOldChanges(context);
  } catch (error) {
    context.log.error({ err: error }, 'the files of open data could not be made');
    // The cause names a failure of the store, for example a full disk.
    const { message, cause } = error as Error;
    const reason = cause instanceof Error ? cause.message : message;
    await recordFailure(context.db, reason.slice(0, FAILURE_LENGTH), context.now());
  }
}

/** Removes former files, and remains of failed attempts. */
async function removeFormerFiles(context: Context): Promise<void> {
  const used = await keysInUse(context.db);
  const before = context.now().getTime() - RETENTION_MS;
  for await (const page of context.files.pages(FOLDER)) {
    for (const { key, storedAt } of page) {
      if (!used.has(key) && storedAt.getTime() < before) await context.files.remove(key);
    }
  }
}
