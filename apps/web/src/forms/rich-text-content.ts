import { Paragraph } from '@tiptap/extension-paragraph';
import StarterKit from '@tiptap/starter-kit';
import { Markdown } from '@tiptap/markdown';
import { isBlank } from '@pimis/domain/text/blank';
import { keepMeaning, type LeftOut } from '../ui/pasted-look.ts';

/** Characters that begin a list, a heading or a rule in Markdown, at the start of a line. */
const MARK_AT_START = /^(\s*)([-+](?=\s|$)|#{1,6}(?=\s|$)|-{2,}\s*$|=+\s*$)/gm;
/** A year or a day with its dot, which Markdown takes for a list too. */
const NUMBER_AT_START = /^(\s*\d{1,9})([.)])(?=\s|$)/gm;

/** Paragraphs that stay paragraphs when their Markdown is read. */
const OwnParagraph = Paragraph.extend({
  renderMarkdown(node, helpers, context) {
    const text = this.parent?.(node, helpers, context) ?? '';
    return text.replaceAll(MARK_AT_START, '$1\\$2').replaceAll(NUMBER_AT_START, '$1\\$2');
  },
});

/** The formats of long texts: those that screens and papers can show. */
export const EXTENSIONS = [
  // A typed address is plain text in the editor and becomes a link only when shown: an editor link would keep its old
  // target after a change of the text.
  StarterKit.configure({
    paragraph: false,
    underline: false,
    strike: false,
    link: { autolink: false, linkOnPaste: false, openOnClick: false },
  }),
  OwnParagraph,
  Markdown,
];

/** Markers of Word's lists that only mark an item. */
const BULLET = /^[^\p{L}\p{N}]+$|^o$/u;
const NUMBER = /^(\d{1,9})[.)]$/;

/** One line for each row: the editor has no tables, and would draw a paragraph for each cell. */
function rowsAsLines(body: HTMLElement): void {
  for (const table of body.querySelectorAll('table')) {
    const lines = [...table.querySelectorAll('tr')].map((row) => {
      const line = document.createElement('p');
      const cells = [...row.querySelectorAll('td, th')].map((cell) =>
        (cell.textContent ?? '').replaceAll(/\s+/g, ' ').trim(),
      );
      line.textContent = cells.join(' | ');
      return line;
    });
    table.replaceWith(...lines);
  }
}

function newItem(paragraph: Element): HTMLLIElement {
  const item = document.createElement('li');
  const text = document.createElement('p');
  text.append(...paragraph.childNodes);
  item.append(text);
  return item;
}

/** Word writes the items of a list as paragraphs, each with its marker as text. */
function wordLists(body: HTMLElement): void {
  let list: { element: HTMLElement; ordered: boolean } | null = null;
  for (const paragraph of body.querySelectorAll<HTMLElement>('[style*="mso-list"]')) {
    const marker = paragraph.querySelector('[style*="mso-list:Ignore"], [style*="mso-list: Ignore"]');
    if (!marker) continue;
    const mark = (marker.textContent ?? '').trim();
    const number = NUMBER.exec(mark)?.[1];
    if (number === undefined && !BULLET.test(mark)) {
      // Letters and multi-level numbers are part of the item's name, so they stay as text.
      marker.replaceWith(`${mark} `);
      continue;
    }
    marker.remove();
    const ordered = number !== undefined;
    if (!list || list.ordered !== ordered || paragraph.previousElementSibling !== list.element) {
      const element: HTMLElement = document.createElement(ordered ? 'ol' : 'ul');
      if (ordered) element.setAttribute('start', number);
      paragraph.before(element);
      list = { element, ordered };
    }
    list.element.append(newItem(paragraph));
    paragraph.remove();
  }
}

export interface PastedText {
  html: string;
  /** Parts omitted by the paste, which the screen reports to the user. */
  left: ReadonlySet<LeftOut>;
}

/** Pasted HTML, as Word and Excel write it too, in the formats of the editor. Text that is left out is named. */
export function cleanPasted(html: string): PastedText {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const { body } = page;
  const left = keepMeaning(page);
  rowsAsLines(body);
  wordLists(body);
  for (const paragraph of body.querySelectorAll('p')) {
    if (isBlank(paragraph.textContent) && !paragraph.querySelector('br, img')) paragraph.remove();
  }
  return { html: body.innerHTML, left };
}
