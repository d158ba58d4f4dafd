import { withoutReferences } from './typed.ts';

/**
 * Web and mail addresses in Markdown. Their `_ * ~ [ ]` are not markup, with or without the backslashes that an editor
 * writes before them: an address is kept as typed.
 */

/** A character of an address. A bracketed part counts as one, because a single bracket may close the text of a link. */
const SIGN = String.raw`(?:\\[!#-/:;=?@\[-\x60{-~]|\[[^\s\[\]<>"]{0,200}\]|(?!&(?:lt|gt|quot|nbsp);)[^\s<>\[\]\\\x60|"„“”«»])`;
const WEB = String.raw`(?:https?:\/\/|www\.)${SIGN}+`;
const LOCAL = String.raw`(?:[\p{L}\p{N}]|\\_)(?:\\[_*~]|[\p{L}\p{N}.!#$%&'*+\/=?^_{|}~-]){0,63}`;
const LABEL = String.raw`[\p{L}\p{N}][\p{L}\p{N}-]{0,62}`;
const MAIL = String.raw`${LOCAL}@${LABEL}(?:\.${LABEL})+`;
/** Destinations of links are left to the reader of Markdown. */
const ADDRESS = new RegExp(String.raw`(?<![\p{L}\p{N}@\\]|\]\(<?|\]:\s*<?)(?:${WEB}|${MAIL})`, 'giu');
const WEB_START = /^(?:https?:\/\/|www\.)/i;
const LAST_SIGN = /(?<!\\)[?!.,:;*_~'"]$/;
const EMPHASIS = /[*_~]$/;

/** Whether a text opens an emphasis with this sign, which may close behind an address. */
type Opens = (sign: string) => boolean;

const opensIn = (paragraph: string): Opens => {
  const opened = new Set([...paragraph.matchAll(/(?<![\p{L}\p{N}\\])[*_~]/gu)].map(([sign]) => sign));
  return (sign) => opened.has(sign);
};

/**
 * The address without the end of the sentence or emphasis around it; a closing bracket stays if it opens in the
 * address.
 */
function trimmed(found: string, opens: Opens): string {
  let address = found;
  for (;;) {
    const isReference = address.endsWith('&amp;');
    const closes = address.endsWith(')') && address.split(')').length > address.split('(').length;
    const isOwn = EMPHASIS.test(address) && !opens(address.slice(-1));
    if (isReference || isOwn || !(closes || LAST_SIGN.test(address))) return address;
    address = address.slice(0, -1);
  }
}

/** An address in a text, as it is written there. */
interface Found {
  written: string;
  opens: Opens;
}

/** The parts of a text: strings, and its addresses. */
export function splitAddresses(markdown: string): (string | Found)[] {
  const parts: (string | Found)[] = [];
  let from = 0;
  for (const { 0: found, index } of markdown.matchAll(ADDRESS)) {
    const opens = opensIn(markdown.slice(markdown.lastIndexOf('\n\n', index) + 1, index));
    const written = trimmed(found, opens);
    const isWhole = !WEB_START.test(found) || /^(?:https?:\/\/|www\.)./i.test(written);
    if (!isWhole) continue;
    parts.push(markdown.slice(from, index), { written, opens });
    from = index + written.length;
  }
  return [...parts, markdown.slice(from)];
}

/** Replaces each address in a text with the result of a callback, which receives the address as written. */
export function replaceAddresses(markdown: string, change: (written: string, opens: Opens) => string): string {
  return splitAddresses(markdown)
    .map((part) => (typeof part === 'string' ? part : change(part.written, part.opens)))
    .join('');
}

const ESCAPE = /\\([!-/:-@[-`{-~])/g;

/** An address as it was typed. */
export const typedAddress = (written: string): string => withoutReferences(written).replaceAll(ESCAPE, '$1');

/** The address that a link to a typed address leads to. */
export function linkOf(typed: string): string {
  if (/^https?:/i.test(typed)) return typed;
  return WEB_START.test(typed) ? `http://${typed}` : `mailto:${typed}`;
}

const MARKS = /[\\`*_[\]<>&~|:@]|(?<=^www)\./gi;

/** Markdown for an editor that would read marks within addresses, or make links of them: each address is plain text. */
export function addressesAsText(markdown: string): string {
  return replaceAddresses(markdown, (written) => typedAddress(written).replaceAll(MARKS, '\\$&'));
}

/** A link whose text is its own address. */
const OWN_LINK = /\[((?:\\.|\[[^\s\]]*\]|[^\s[\]\\])+)\]\(<?([^\s<>]+?)>?\)(?=[\s.,;:!?*_)]|$)/g;
/** Escapes before the last signs of an address. */
const INNER_ESCAPE = /\\([!-/:-@[-`{-~])(?!$|\\[*_~]$)/g;

/** Whether a text is one address from its first sign to its last. */
function isAddress(text: string, opens: Opens): boolean {
  const [found] = text.match(ADDRESS) ?? [];
  return found === text && trimmed(text, opens) === text;
}

/**
 * The Markdown to store, from that editor's Markdown: addresses as typed. Signs that would be read as marks stay
 * escaped.
 */
export function addressesAsTyped(markdown: string): string {
  const bare = markdown.replaceAll(OWN_LINK, (whole, text: string, target: string) => {
    const typed = typedAddress(text);
    return linkOf(typed) === typedAddress(target) && replaceAddresses(text, () => '') === '' ? text : whole;
  });
  return replaceAddresses(bare, (written, opens) => {
    const text = written.replaceAll('&amp;', '&');
    const candidates = [text.replaceAll(ESCAPE, '$1'), text.replaceAll(INNER_ESCAPE, '$1')];
    const isRead = (stored: string) => isAddress(stored, opens) && typedAddress(stored) === typedAddress(text);
    return candidates.find(isRead) ?? text;
  });
}

/** A text whose addresses are marked by numbers, so that no reader of Markdown reads marks in them. */
export interface KeptAddresses {
  text: string;
  /** The parts of a text: strings, and addresses as they were written. */
  parts: (text: string) => (string | { written: string })[];
}

const PRIVATE_USE = Array.from({ length: 64 }, (_, at) => String.fromCodePoint(0xe000 + at));

export function keepAddresses(markdown: string): KeptAddresses {
  const sign = PRIVATE_USE.find((one) => !markdown.includes(one));
  if (sign === undefined) return { text: markdown, parts: (text) => [text] };
  const kept: string[] = [];
  const text = replaceAddresses(markdown, (written) => `${sign}${kept.push(written) - 1}${sign}`);
  return {
    // An address in angle brackets is one without them.
    text: text.replaceAll(new RegExp(`<(${sign}\\d+${sign})>`, 'g'), '$1'),
    parts: (from) =>
      from
        .split(sign)
        .map((part, at) => (at % 2 === 0 ? part : { written: kept[Number(part)] ?? part }))
        .filter((part) => part !== ''),
  };
}
