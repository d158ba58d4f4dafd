import { globSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { ownerOf, trespasses } from './table-rules.ts';

const ROOT = join(import.meta.dirname, '..');
const files = globSync('apps/server/src/**/*.ts', { cwd: ROOT })
  .map((file) => file.split(sep).join('/'))
  .filter((file) => ownerOf(file) !== null)
  .toSorted();
const found = files.flatMap((file) => trespasses(file, readFileSync(join(ROOT, file), 'utf8')));
for (const line of found) process.stderr.write(`${line}\n`);
process.stdout.write(`${files.length} files, ${found.length} uses of tables of others\n`);
process.exit(found.length > 0 || files.length === 0 ? 1 : 0);
