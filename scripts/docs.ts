import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PAGES } from './pages.ts';

/** Writes the pages of the docs and of the help that are made from the rules. */
for (const [path, page] of Object.entries(PAGES)) {
  writeFileSync(join(import.meta.dirname, '..', path), await page());
}
