import { writeFileSync } from 'node:fs';
import { formHashes, PUBLISHED_FILE, publishedForms } from './form-hashes.ts';

/** Adds the line of each new version of a form. One that was published is never written anew: it must not change. */
const published = publishedForms();
const hashes = formHashes();
const changed = [...published].filter(([version, hash]) => hashes.get(version) !== hash).map(([version]) => version);
if (changed.length > 0) {
  process.stderr.write(`A published version of a form has changed, so nothing was written: ${changed.join(', ')}\n`);
  process.exitCode = 1;
} else {
  const added = [...hashes.keys()].filter((version) => !published.has(version));
  writeFileSync(PUBLISHED_FILE, [...hashes].map(([version, hash]) => `${version} ${hash}\n`).join(''));
  process.stdout.write(added.length > 0 ? `Added: ${added.join(', ')}\n` : 'No form has a new version.\n');
}
