/** What Markdown takes for a mark or for a part of an address within a line, and for a mark at its beginning. */
const MARKS = /[\\`*_[\]<>&~|:@]|(?<=www)\./gi;
const FIRST_MARK = /^(?=[-+#=])/;
const FIRST_NUMBER = /^(\d+)(?=[.)])/;

/** A plain text as Markdown: each line a paragraph that says what was typed. */
export function fromPlain(text: string): string {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.replaceAll(MARKS, '\\$&').replace(FIRST_MARK, '\\').replace(FIRST_NUMBER, '$1\\'))
    .join('\n\n');
}
