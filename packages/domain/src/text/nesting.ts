/** Checks how deep lists and quotes are nested in a Markdown text. */

/** More than anybody writes; papers and screens indent no further. */
export const MAX_NESTING = 10;

const SPACE = 0x20;
const TABULATOR = 0x09;
/** Columns of a tabulator. */
const TAB = 4;
/** A quote or a list item that begins here. */
const CONTAINER = />|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$)/y;
/** Each level takes a character at the beginning of its line, and a tab two at once, so other text is never deep. */
// Stryker disable next-line Regex: it only saves time.
const BEGINS_DEEP = /(?:^|\n)[ \t>*+\-\d.)]{5}/;
const QUOTE = 0x3e;
const FENCE = /`{3,}|~{3,}/y;

/** A quote, or the column where the text of a list item begins. */
type Container = 'quote' | number;

/** Columns of white space at a place, and how many characters they are. */
function indentAt(line: string, from: number): { columns: number; length: number } {
  let columns = 0;
  let at = from;
  for (let unit = line.charCodeAt(at); unit === SPACE || unit === TABULATOR; unit = line.charCodeAt(at)) {
    columns += unit === TABULATOR ? TAB : 1;
    at += 1;
  }
  return { columns, length: at - from };
}

class Reader {
  // Stryker disable next-line ArrayDeclaration: a default for the type, which nothing reads.
  private open: Container[] = [];
  /** The mark that began a block of code; empty outside of one. */
  private fence = '';

  /** Reads a line after the previous ones; returns its number of containers, counted only up to the limit. */
  depthOf(line: string): number {
    const held: Container[] = [];
    let at = 0;
    let column = 0;
    let used = 0;
    /** The column where the text of the innermost container begins. */
    let base = 0;
    for (;;) {
      const indent = indentAt(line, at);
      const next = this.open[used];
      if (typeof next === 'number' && (column + indent.columns >= next || at + indent.length === line.length)) {
        held.push(next);
        used += 1;
        base = next;
        continue;
      }
      CONTAINER.lastIndex = at + indent.length;
      if (!CONTAINER.test(line)) break;
      const quote = line.charCodeAt(at + indent.length) === QUOTE;
      // No container begins in a block of code.
      if (this.fence !== '' && !(quote && next === 'quote')) break;
      column += CONTAINER.lastIndex - at - indent.length + indent.columns;
      at = CONTAINER.lastIndex;
      if (quote && next === 'quote') used += 1;
      // The text after a new marker belongs to it, not to containers that were open before.
      else used = Number.POSITIVE_INFINITY;
      base = quote ? column : column + 1;
      held.push(quote ? 'quote' : base);
      if (held.length > MAX_NESTING) break;
    }
    // A block of code ends with its container.
    if (this.fence !== '' && held.length < this.open.length) {
      this.fence = '';
      return this.depthOf(line);
    }
    const indent = indentAt(line, at);
    FENCE.lastIndex = at + indent.length;
    this.open = held;
    const [mark = ''] = (column + indent.columns - base < TAB && FENCE.exec(line)) || [];
    if (this.fence === '') this.fence = mark;
    // Stryker disable next-line MethodExpression: equal sides give the same either way.
    else if (mark.startsWith(this.fence)) this.fence = '';
    return held.length;
  }
}

/** Whether lists and quotes of a Markdown text are nested deeper than allowed. */
export function isTooNested(text: string): boolean {
  // Stryker disable next-line ConditionalExpression: it only saves time.
  if (!BEGINS_DEEP.test(text)) return false;
  const reader = new Reader();
  return text.split('\n').some((line) => reader.depthOf(line) > MAX_NESTING);
}
