/** The first so many units of a text, or one less: a code point of two units is not halved. */
export function cutText(text: string, length: number): string {
  return text.slice(0, length).replace(/[\uD800-\uDBFF]$/, '');
}

/** Longer than any Serbian word. */
const LONG_WORD = /(\S{30})\S+/gu;

/** A text on one line, shortened at the end of a word. */
export function cutLine(whole: string, most: number): string {
  const text = whole.replaceAll(/\s+/g, ' ').trim().replaceAll(LONG_WORD, '$1…');
  if (text.length <= most) return text;
  const beginning = cutText(text, most - 1);
  const word = beginning.lastIndexOf(' ');
  return `${beginning.slice(0, word > most / 2 ? word : undefined)}…`;
}
