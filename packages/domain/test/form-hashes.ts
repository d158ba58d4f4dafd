import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allForms } from '../src/forms/catalogue.ts';
import { formBehaviour, publishedForm } from '../src/forms/schema.ts';

/** A line for each published version of a form: its code and number, then the hash. A line never changes. */
export const PUBLISHED_FILE = join(import.meta.dirname, 'published-forms.txt');

/** Objects with their keys in order, so that a hash depends only on their contents. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([one], [other]) => (one < other ? -1 : 1))
      .map(([key, own]) => [key, sorted(own)]),
  );
}

/** By "code version": the hash of what the version publishes and of how it behaves. */
export function formHashes(): ReadonlyMap<string, string> {
  return new Map(
    allForms().map((form) => {
      const all = JSON.stringify(sorted({ p: publishedForm(form), b: formBehaviour(form) }));
      return [`${form.code} ${form.version}`, createHash('sha256').update(all).digest('hex').slice(0, 16)];
    }),
  );
}

/** The hashes with which the versions were published. */
export function publishedForms(): ReadonlyMap<string, string> {
  const lines = readFileSync(PUBLISHED_FILE, 'utf8').trim().split('\n');
  return new Map(
    lines.map((line) => {
      const [code = '', version = '', hash = ''] = line.split(' ');
      return [`${code} ${version}`, hash];
    }),
  );
}
