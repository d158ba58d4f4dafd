import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/*
 * The hashes of all landed migrations. Data that has run one with another text cannot be upgraded, so a landed
 * migration never changes (docs/decisions/0155-schema.md).
 */

const FOLDER = join(import.meta.dirname, '../apps/server/src/migrations');
export const FROZEN_FILE = join(FOLDER, 'frozen.txt');

type Hashes = ReadonlyMap<string, string>;

/** The migrations of this checkout, with those of the baseline. */
export const migrationHashes = (): Hashes =>
  new Map(
    globSync(['*.sql', 'baseline/*.sql'], { cwd: FOLDER })
      .toSorted()
      .map((name) => [
        name,
        createHash('sha256')
          .update(readFileSync(join(FOLDER, name)))
          .digest('hex'),
      ]),
  );

/** The kept hashes: a line for each migration, as `sha256sum` writes it. */
export const frozenHashes = (): Hashes =>
  new Map(
    readFileSync(FROZEN_FILE, 'utf8')
      .split('\n')
      .flatMap((line) => {
        const [, hash = '', name = ''] = /^([0-9a-f]{64}) {2}(\S+)$/.exec(line) ?? [];
        return name === '' ? [] : [[name, hash] as const];
      }),
  );

/** Migrations whose hash is kept and that are gone or have another text, as sentences. */
export function thawed(frozen: Hashes, present: Hashes): string[] {
  return [...frozen].flatMap(([name, hash]) => {
    const now = present.get(name);
    if (now === hash) return [];
    return [`${name} has landed and ${now === undefined ? 'is gone' : 'was changed'}: restore it, and add a migration`];
  });
}

/** The content of the file with the migrations of this checkout. Error: Error if a landed one was changed. */
export function withNewMigrations(frozen: Hashes, present: Hashes): string {
  const problems = thawed(frozen, present);
  if (problems.length > 0) throw new Error(problems.join('\n'));
  return [...present].map(([name, hash]) => `${hash}  ${name}\n`).join('');
}
