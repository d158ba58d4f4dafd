import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '..', 'packages', 'domain', 'src', 'text');
const IMPORT = /from '\.\/([a-z-]+)\.ts'/g;

/**
 * Writes the domain's module of the search, and what it imports, as scripts for a browser: the manual searches there
 * with the words that made its index.
 */
export function writeSearchModules(folder: string): void {
  mkdirSync(folder, { recursive: true });
  const names = ['search'];
  // Grows during the loop: the imports of a module are appended.
  for (const name of names) {
    const code = stripTypeScriptTypes(readFileSync(join(SOURCE, `${name}.ts`), 'utf8'));
    for (const [, imported = ''] of code.matchAll(IMPORT)) if (!names.includes(imported)) names.push(imported);
    writeFileSync(join(folder, `${name}.js`), code.replaceAll(IMPORT, "from './$1.js'"));
  }
}
