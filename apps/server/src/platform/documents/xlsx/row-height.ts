/**
 * Estimates row heights: programs other than Excel do not compute them for wrapped texts. The estimate assumes a wide
 * font, because a program without the workbook's font uses another: a row that is too high can be read, one that is too
 * low cannot.
 */

/** The height of one line in points, and the space above and below. */
const LINE_POINTS = 13.2;
const PADDING_POINTS = 2;
/** The part of a column's width that letters can use. */
const FILLED = 0.88;
/** The largest row height of a sheet. */
const MAX_POINTS = 409;
const MAX_LINES = Math.ceil(MAX_POINTS / LINE_POINTS);

/** Widths of letters relative to a digit, the unit of a column's width. */
const WIDEST = 1.6;
const WIDTHS: readonly [letters: RegExp, width: number][] = [
  [/[ШЩЖЮФЊЉЂЋДМWM@%]/u, WIDEST],
  [/[шщжюфњљмwm]/u, 1.35],
  [/\p{Lu}/u, 1.1],
  [/[\sijl.,:;'|()[\]{}/-]/u, 0.6],
];
const known = new Map<string, number>();

function widthOf(letter: string): number {
  const before = known.get(letter);
  if (before !== undefined) return before;
  const width = WIDTHS.find(([letters]) => letters.test(letter))?.[1] ?? 1;
  known.set(letter, width);
  return width;
}

/** Pieces of a text after which a line may end. */
const WORDS = /[^\s-]*[\s-]?/gu;

/** The number of lines of a text in a column of the given width. */
export function linesIn(text: string, width: number): number {
  const room = Math.max(1, width * FILLED);
  if (text.length * WIDEST <= room && !text.includes('\n')) return 1;
  let lines = 0;
  for (const part of text.split('\n')) {
    lines += 1;
    let line = 0;
    for (const [word] of part.matchAll(WORDS)) {
      let long = 0;
      for (const letter of word.trimEnd()) long += widthOf(letter);
      if (line > 0 && line + long > room) {
        lines += 1;
        line = 0;
      }
      // A word longer than the line is split.
      lines += Math.max(0, Math.ceil(long / room) - 1);
      line = long > room ? long % room : line + long;
      if (word.endsWith(' ')) line += widthOf(' ');
      if (lines >= MAX_LINES) return lines;
    }
  }
  return lines;
}

/** The height of a row with this many lines, as attributes. */
export function heightOf(lines: number): string {
  return ` ht="${Math.min(MAX_POINTS, lines * LINE_POINTS + PADDING_POINTS).toFixed(1)}" customHeight="1"`;
}
