import { formatGrid, parseGrid } from './cell-blocks.ts';
import { hasCrossedCells, keepMeaning, type LeftOut } from './pasted-look.ts';

/** The text that a field without formatting takes from a paste. */
export interface PlainPaste {
  text: string;
  /** The only cell of a copied part of a spreadsheet, without the quotes and the line break around it. */
  cell: string | null;
  /** Parts that the text does not show, which the screen reports to the user. */
  left: ReadonlySet<LeftOut>;
}

const SPREADSHEET = /urn:schemas-microsoft-com:office:excel|content="?Excel\.Sheet|google-sheets-html-origin|\ssdval=/i;
const WORD_PROCESSOR =
  /urn:schemas-microsoft-com:office:word|content="?Word\.Document|class="?Mso|mso-|docs-internal-guid|content="?LibreOffice/i;
/** Formatting is lost in every plain field; people expect it from a document, not from each web page. */
const ONLY_OF_DOCUMENTS: readonly LeftOut[] = ['look', 'pictures'];

const BLOCKS =
  'address, article, blockquote, dd, div, dl, dt, figure, footer, h1, h2, h3, h4, h5, h6, header, hr, li, main, ol, p, ' +
  'pre, section, table, ul';
const SIGN_OF_ITEM = /^(?:[^\p{L}\p{N}]+|o)$/u;

/** The marker of an item of a list, as text. */
function markerOf(item: Element): string {
  const list = item.parentElement;
  if (!(list instanceof HTMLOListElement)) return '- ';
  return `${list.start + [...list.children].indexOf(item)}. `;
}

/** Collects text in lines: white space between words is one space, as in HTML. */
class Lines {
  private readonly lines: string[] = [''];

  add(text: string): void {
    const at = this.lines.length - 1;
    const line = this.lines[at] ?? '';
    const words = text.replaceAll(/[ \t\r\n\f]+/g, ' ');
    this.lines[at] = line + (line === '' || line.endsWith(' ') ? words.replace(/^ /, '') : words);
  }

  end(): void {
    if (this.lines.at(-1) !== '') this.lines.push('');
  }

  break(): void {
    this.lines.push('');
  }

  whole(line: string): void {
    this.end();
    this.lines[this.lines.length - 1] = line;
    this.lines.push('');
  }

  toString(): string {
    return this.lines
      .map((line) => line.trimEnd())
      .join('\n')
      .replace(/\n+$/, '');
  }
}

function collect(node: Node, into: Lines): void {
  if (node instanceof Text) return into.add(node.data);
  if (!(node instanceof Element) || node.matches('style, script, title')) return;
  if (node.matches('br')) return into.break();
  if (node.matches('table')) {
    const rows = [...node.querySelectorAll('tr')].map((row) =>
      [...row.querySelectorAll(':scope > td, :scope > th')].map((cell) => plainText(cell)),
    );
    return into.whole(formatGrid(rows));
  }
  if (/mso-list\s*:\s*ignore/i.test(node.getAttribute('style') ?? '')) {
    const marker = (node.textContent ?? '').trim();
    return into.add(SIGN_OF_ITEM.test(marker) ? '- ' : `${marker} `);
  }
  const isBlock = node.matches(BLOCKS);
  if (isBlock) into.end();
  if (node.matches('li')) into.add(markerOf(node));
  for (const child of node.childNodes) collect(child, into);
  // Word writes an empty paragraph with a space that does not break.
  if (isBlock) into.end();
}

/** A part of a page as plain text: a line for each paragraph, tables as blocks of cells. */
function plainText(part: Element): string {
  const lines = new Lines();
  for (const child of part.childNodes) collect(child, lines);
  return lines.toString();
}

/** Whether the page is a copied part of a spreadsheet; that of LibreOffice is a table without anything around it. */
function isSpreadsheet(html: string, page: Document): boolean {
  if (SPREADSHEET.test(html)) return true;
  const [first, ...more] = page.body.children;
  return /content="?LibreOffice/i.test(html) && more.length === 0 && first instanceof HTMLTableElement;
}

/**
 * The text of a paste for a field without formatting. Word writes deleted and hidden text and comments into its plain
 * text too; then the text comes from the HTML, as if all changes were accepted. Spreadsheets are read as they write
 * their text.
 */
export function plainPaste(data: DataTransfer): PlainPaste {
  const text = data.getData('text/plain');
  const html = data.getData('text/html');
  if (html === '') return { text, cell: null, left: new Set() };
  const page = new DOMParser().parseFromString(html, 'text/html');
  if (isSpreadsheet(html, page)) {
    const [row = [], ...more] = parseGrid(text);
    const cell = row.length === 1 && more.length === 0 ? (row[0] ?? null) : null;
    return { text, cell, left: new Set(hasCrossedCells(page) ? ['crossed' as const] : []) };
  }
  const before = page.body.textContent;
  const left = keepMeaning(page);
  if (!WORD_PROCESSOR.test(html)) for (const what of ONLY_OF_DOCUMENTS) left.delete(what);
  return { text: page.body.textContent === before ? text : plainText(page.body), cell: null, left };
}
