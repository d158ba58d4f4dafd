import { loadModule, scanSync } from 'libpg-query';

await loadModule();

/** Stands for an interpolated value in SQL text; PostgreSQL's scanner reads it as a name. */
export const HOLE = '\uFFFC';

/**
 * Words of SQL as PostgreSQL's own scanner splits them, without comments: `"public"."users"` is one word, a string is
 * '', the second hole is HOLE and 1. Most texts are fragments of a statement, which no parser reads. Errors:
 * SyntaxError for a text that the scanner refuses.
 */
export function wordsOf(text: string): string[] {
  if (text.trim() === '') return [];
  const words: string[] = [];
  let joins = false;
  let hole = -1;
  const numbered = text.replaceAll(HOLE, () => ` ${HOLE}${(hole += 1)} `);
  for (const { text: token, tokenName } of scanSync(numbered).tokens) {
    if (tokenName === 'SQL_COMMENT' || tokenName === 'C_COMMENT') continue;
    const word = tokenName !== 'ICONST' && tokenName.endsWith('CONST') ? "''" : token;
    if (joins || word === '.') words.push(`${words.pop() ?? ''}${word}`);
    else words.push(word);
    joins = word === '.';
  }
  return words;
}
