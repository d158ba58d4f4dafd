/** Characters that Markdown takes for markup or a part of an address within a line, and for markup at its beginning. */
const MARKS = /[\\`*_[\]<>&~|:@]|(?<=www)\./gi;
const FIRST_MARK = /^(?=[-+#=])/;
const FIRST_NUMBER = /^(\d+)(?=[.)])/;

/** Converts plain text to Markdown: each line becomes a paragraph that shows the typed text. */
export function fromPlain(text: string): string {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => line.replaceAll(MARKS, '\\$&').replace(FIRST_MARK, '\\').replace(FIRST_NUMBER, '$1\\'))
    .join('\n\n');
}
