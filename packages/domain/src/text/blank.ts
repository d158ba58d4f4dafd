/**
 * A character that is seen: no space, no control character, none that Unicode lets every font ignore (U+200B, U+2060,
 * U+00AD, U+3164 and the like), and not the empty Braille pattern.
 */
const SEEN = /[^\s\p{Cc}\p{Default_Ignorable_Code_Point}\u2800]/u;

/**
 * Whether a text has no visible characters. Such a text counts as empty everywhere: in comments, reasons, names and
 * forms.
 */
export function isBlank(text: string | null | undefined): boolean {
  return !text || !SEEN.test(text);
}

/** Some fillers count as letters in Unicode and show nothing. */
const LETTER = /(?!\p{Default_Ignorable_Code_Point})\p{L}/gu;

/** The number of visible characters. */
export function lettersOf(text: string): number {
  return text.match(LETTER)?.length ?? 0;
}

/** The text as stored: without spaces at its ends, and empty if it has no visible characters. */
export function trimmed(text: string): string {
  return isBlank(text) ? '' : text.trim();
}
