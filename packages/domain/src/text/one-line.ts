/** Characters that turn the direction of writing: embeddings, overrides, isolates. Part of a class of a pattern. */
export const TURNS = String.raw`\u202a-\u202e\u2066-\u2069`;

/**
 * No control character but the tab, no separator of lines or paragraphs, nothing that turns the direction of writing:
 * such a text cannot break a line of a list, of a mail or of a paper, nor turn round what stands beside it. A pattern of
 * JSON Schema, read with the flag "u".
 */
export const ONE_LINE = String.raw`^(?:\t|[^\p{Cc}\u2028\u2029${TURNS}])*$`;

const PATTERN = new RegExp(ONE_LINE, 'u');

/** Returns whether a name or title stays on its line. What somebody enters is asked this; what is stored is read. */
export function isOneLine(text: string): boolean {
  return PATTERN.test(text);
}
