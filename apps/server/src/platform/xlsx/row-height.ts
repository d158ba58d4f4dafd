/**
 * Heights of rows: offices other than Excel do not find them for themselves when texts run over several lines. The letters
 * are measured roughly and for a wide font, since an office without that of the workbook takes another: a row that is
 * somewhat too high is read, one that is too low is not.
 */

/** Height of one line of letters, in points, and what stands above and below them. */
const LINE_POINTS = 13.2;
const PADDING_POINTS = 2;
/** So much of a column's width is left to letters. */
const FILLED = 0.88;
/** No row of a sheet is higher. */
const MAX_POINTS = 409;
const MAX_LINES = Math.ceil(MAX_POINTS / LINE_POINTS);

/** Widths of letters, the one of a digit being 1: that is what the width of a column counts. */
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

/** Pieces of a text that a line may end after. */
const WORDS = /[^\s-]*[\s-]?/gu;

/** How many lines a text takes in a column of a width in letters. */
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
      // A word that is longer than the line is divided.
      lines += Math.max(0, Math.ceil(long / room) - 1);
      line = long > room ? long % room : line + long;
      if (word.endsWith(' ')) line += widthOf(' ');
      if (lines >= MAX_LINES) return lines;
    }
  }
  return lines;
}

/** The height of a row of so many lines, as its attributes. */
export function heightOf(lines: number): string {
  return ` ht="${Math.min(MAX_POINTS, lines * LINE_POINTS + PADDING_POINTS).toFixed(1)}" customHeight="1"`;
}
