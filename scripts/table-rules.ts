import { NAMED_BY_CATALOGUE, TABLE_OWNERS } from './table-owners.ts';
import { tableUses } from './table-uses.ts';

const OWNERS: Readonly<Record<string, string>> = TABLE_OWNERS;
const KNOWN: ReadonlySet<string> = new Set(Object.keys(OWNERS));
const OWNER_FOLDER = /^apps\/server\/src\/(?:modules\/([^/]+)\/|(platform)\/)/;
const ROUTES = /\/([\w-]+-)?routes\.ts$/;
/** Not part of the running server: tests, seeds and test helpers. */
const OUTSIDE = /\.test\.ts$|^apps\/server\/src\/(seed|testing)\//;

/** Backups and the archive copy the rows of every table as they are, whatever they mean to their owner. */
const READS_ALL = /^apps\/server\/src\/(?:archive|backup)\//;

/** The owner of the SQL in a file; null outside of the running server. The start owns nothing. */
export function ownerOf(file: string): string | null {
  if (OUTSIDE.test(file)) return null;
  const found = OWNER_FOLDER.exec(file);
  return found?.[1] ?? found?.[2] ?? 'the start';
}

/**
 * Forbidden uses of tables in a file: tables of others, except reading published views; any table in routes; and names
 * computed at run time, unless a test compares them with the owners.
 */
export function trespasses(file: string, source: string): string[] {
  const owner = ownerOf(file);
  if (owner === null) return [];
  return tableUses(file, source, KNOWN).flatMap(({ table, writes, line }) => {
    if (READS_ALL.test(file) && !writes) return [];
    if (ROUTES.test(file)) return [`${file}:${line} holds SQL; routes are HTTP alone`];
    if (table === null) {
      return NAMED_BY_CATALOGUE.includes(owner) ? [] : [`${file}:${line} names a table that only the run knows`];
    }
    const published = table.startsWith('published.');
    if (published && writes) return [`${file}:${line} writes ${table}, which is only for reading`];
    if (published || OWNERS[table] === owner) return [];
    return [`${file}:${line} ${writes ? 'writes' : 'reads'} ${table}, a table of ${OWNERS[table]}`];
  });
}

/** Published views that show tables of another owner. */
export function foreignSources(sources: readonly { view: string; source: string }[]): string[] {
  return sources
    .filter(({ view, source }) => !source.startsWith('published.') && OWNERS[view] !== OWNERS[source])
    .map(({ view, source }) => `${view} of ${OWNERS[view]} shows ${source}, a table of ${OWNERS[source]}`);
}
