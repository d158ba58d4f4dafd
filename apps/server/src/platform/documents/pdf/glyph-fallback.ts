/**
 * Replaces characters that no font has. Users paste text of other programs: bullets of symbol fonts, control
 * characters, other scripts, emoji. Characters of our fonts stay; others become a visible replacement.
 */

/** The replacement for a character that no font has. */
export const REPLACEMENT = '\u{fffd}';

/** Bullets and signs of the Symbol and Wingdings fonts, as word processors paste them. */
const SYMBOL_FONTS: Readonly<Record<string, string>> = {
  '\uf0b7': '•',
  '\uf0a7': '▪',
  '\uf06c': '●',
  '\uf06e': '■',
  '\uf06f': '□',
  '\uf071': '❑',
  '\uf075': '◆',
  '\uf076': '❖',
  '\uf0a8': '□',
  '\uf0d8': '➢',
  '\uf0e0': '→',
  '\uf0e8': '→',
  '\uf0fb': '✗',
  '\uf0fc': '✓',
  '\uf0fe': '☑',
  '\uf02d': '–',
};

const LINE_ENDS = /\r\n?|[\v\f\u0085\u2028\u2029]/g;
/** Invisible marks of writing direction; papers are written from left to right only. */
const UNSEEN = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e0fff}]/gu;
/** Never shown, even if a font has a glyph. */
const CONTROL_OR_PRIVATE = /[\p{Cc}\p{Co}]/u;
const PRIVATE_SIGNS = /[\ue000-\uf8ff]/g;
const IGNORABLE = /^\p{Default_Ignorable_Code_Point}$/u;
const MARK = /^\p{M}$/u;
/** More combining marks on one letter than any script uses. */
const MAX_MARKS = 8;
/** Tab, line end and soft hyphens. */
const BREAKS = [0x09, 0x0a, 0xad, 0x200b];
/** Characters below this use a table, others a search. */
const TABLE_END = 0x3000;

export type FallbackText = (text: string) => string;

/** Makes the replacing function for fonts with these code points, in order of preference. */
export function withGlyphFallback(fonts: readonly ReadonlySet<number>[]): FallbackText {
  const plain = new Uint8Array(TABLE_END);
  for (const code of fonts[0] ?? []) {
    if (code < TABLE_END && !/^[\p{M}\p{C}]$/u.test(String.fromCodePoint(code))) plain[code] = 1;
  }
  for (const code of BREAKS) plain[code] = 1;
  const isPlain = (text: string) => {
    for (let index = 0; index < text.length; index++) {
      const code = text.charCodeAt(index);
      if (code >= TABLE_END || plain[code] !== 1) return false;
    }
    return true;
  };
  const graphemes = new Intl.Segmenter('sr', { granularity: 'grapheme' });
  const has = (font: ReadonlySet<number>, char: string) =>
    font.has(char.codePointAt(0) ?? 0) && !CONTROL_OR_PRIVATE.test(char);

  /** One letter with its marks: complete from one font, or each part by itself. */
  const shown = (grapheme: string): string => {
    let marks = 0;
    const chars = [...grapheme].filter((char) => !MARK.test(char) || ++marks <= MAX_MARKS);
    const seen = chars.filter((char) => !IGNORABLE.test(char));
    if (seen.length > 0 && fonts.some((font) => seen.every((char) => has(font, char)))) return chars.join('');
    return seen
      .map((char) => (!MARK.test(char) && fonts.some((font) => has(font, char)) ? char : REPLACEMENT))
      .join('');
  };

  return (text) => {
    if (isPlain(text)) return text;
    const whole = text
      .toWellFormed()
      .replaceAll(LINE_ENDS, '\n')
      .replaceAll(UNSEEN, '')
      .replaceAll(PRIVATE_SIGNS, (char) => SYMBOL_FONTS[char] ?? char);
    let result = '';
    for (const { segment } of graphemes.segment(whole)) result += isPlain(segment) ? segment : shown(segment);
    return result;
  };
}
