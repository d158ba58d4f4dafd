import { splitAddresses } from './addresses.ts';

/** Characters that Markdown takes for markup or a part of an address within a line, and for markup at its beginning. */
const MARKS = /[\\`*_[\]<>&~|:@]|(?<=www)\./gi;
const FIRST_MARK = /^(?=[-+#=])/;
const FIRST_NUMBER = /^(\d+)(?=[.)])/;

/** In an address these would be read as another sign. */
const READ_OTHERWISE = /\\|&#?\w+;/;

const escaped = (text: string) => text.replaceAll(MARKS, '\\$&');

/** A line in which Markdown characters are escaped, except in addresses. */
const marked = (line: string) =>
  splitAddresses(line)
    .map((part) => {
      if (typeof part === 'string') return escaped(part);
      return READ_OTHERWISE.test(part.written) ? escaped(part.written) : part.written;
    })
    .join('');

/**
 * Converts plain text to Markdown: each line becomes a paragraph that shows the typed text; addresses stay as typed.
 */
export function fromPlain(text: string): string {
  return text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => marked(line).replace(FIRST_MARK, '\\').replace(FIRST_NUMBER, '$1\\'))
    .join('\n\n');
}
