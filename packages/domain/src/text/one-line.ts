/** Characters that turn the direction of writing: embeddings, overrides, isolates. Part of a class of a pattern. */
export const TURNS = String.raw`\u202a-\u202e\u2066-\u2069`;

/**
 * No control character but the tab, no separator of lines or paragraphs, nothing that turns the direction of writing:
 * such a text cannot break a line in a list, mail or paper, nor change the direction of the text next to it. A pattern
 * of JSON Schema, read with the flag "u".
 */
export const ONE_LINE = String.raw`^(?:\t|[^\p{Cc}\u2028\u2029${TURNS}])*$`;

const PATTERN = new RegExp(ONE_LINE, 'u');

/** Returns whether a name or title fits on one line. Only new input is checked; stored values are read as they are. */
export function isOneLine(text: string): boolean {
  return PATTERN.test(text);
}
