/** How deep lists and quotes of a Markdown text stand in each other. */

/** More than anybody writes; papers and screens indent no further. */
export const MAX_NESTING = 10;

const TAB = 4;
const CONTAINER = /^(?:>|(?:[-*+]|\d{1,9}[.)])(?=[ \t]|$))/;
const FENCE = /^(?:```|~~~)/;

/** A quote, or the column where the text of a list item begins. */
type Container = 'quote' | number;

/** Columns of white space at a place, and how many characters they are. */
function indentAt(line: string, from: number): { columns: number; length: number } {
  let columns = 0;
  let at = from;
  for (; line[at] === ' ' || line[at] === '\t'; at++) columns += line[at] === '\t' ? TAB : 1;
  return { columns, length: at - from };
}

class Reader {
  private open: Container[] = [];
  private fenced = false;

  /** Reads a line after those before; answers how many containers it stands in, counting no further than `enough`. */
  depthOf(line: string, enough: number): number {
    const held: Container[] = [];
    let at = 0;
    let column = 0;
    let used = 0;
    for (;;) {
      const indent = indentAt(line, at);
      const next = this.open[used];
      if (typeof next === 'number' && (column + indent.columns >= next || at + indent.length === line.length)) {
        held.push(next);
        used += 1;
        continue;
      }
      const found = this.fenced ? null : CONTAINER.exec(line.slice(at + indent.length, at + indent.length + TAB * 4));
      if (!found) break;
      const marker = found[0];
      at += indent.length + marker.length;
      column += indent.columns + marker.length;
      if (marker === '>' && next === 'quote') used += 1;
      // What follows a new marker belongs to it, not to what was open before.
      else used = Number.POSITIVE_INFINITY;
      held.push(marker === '>' ? 'quote' : column + 1);
      if (held.length > enough) break;
    }
    const text = line.slice(at).trim();
    if (text !== '' || held.length > 0) this.open = held;
    if (FENCE.test(text)) this.fenced = !this.fenced;
    return held.length;
  }
}

/** Do lists and quotes of a Markdown text stand deeper in each other than they may? */
export function isTooNested(text: string, limit = MAX_NESTING): boolean {
  const reader = new Reader();
  return text.split('\n').some((line) => reader.depthOf(line, limit) > limit);
}
