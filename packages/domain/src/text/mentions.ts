/**
 * A link, or a login after @: letters, digits and . _ - between them. E-mail addresses and parts of links are no
 * mentions.
 */
const MARK = /(?<link>https?:\/\/[^\s<>"]+)|(?<![\p{L}\p{N}_.@-])@[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?/gu;
/** Marks that end a sentence rather than an address. */
const TRAILING = ".,;:!?)]}„”“'";

/** The address without marks at its end. A pattern would take quadratic time for thousands of marks. */
function trimmedLink(link: string): string {
  let end = link.length;
  while (end > 0 && TRAILING.includes(link.charAt(end - 1))) end -= 1;
  return link.slice(0, end);
}
/** How many of the named people are notified. */
export const MAX_MENTIONS = 20;

/** Logins that a text names, in lower case, each once. */
export function mentionsIn(text: string): string[] {
  const found = new Set<string>();
  for (const part of textParts(text)) if (part.kind === 'mention') found.add(part.text.slice(1).toLowerCase());
  return [...found].slice(0, MAX_MENTIONS);
}

export interface TextPart {
  kind: 'text' | 'link' | 'mention';
  text: string;
}

/** Splits a comment into plain text, links and mentions. The parts joined are the original text. */
export function textParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let done = 0;
  for (const match of text.matchAll(MARK)) {
    // Stryker disable next-line OptionalChaining: always there; the type does not know it.
    const given = match.groups?.link;
    const link = given === undefined ? undefined : trimmedLink(given);
    const marked = link ?? match[0];
    if (match.index > done) parts.push({ kind: 'text', text: text.slice(done, match.index) });
    parts.push({ kind: link === undefined ? 'mention' : 'link', text: marked });
    done = match.index + marked.length;
  }
  if (done < text.length) parts.push({ kind: 'text', text: text.slice(done) });
  return parts;
}

/** A name or login that somebody is typing after @, up to two words, at the end of the text before the cursor. */
const TYPED = /(?<![\p{L}\p{N}_.@-])@(?<typed>[\p{L}\p{N}._-]+(?: [\p{L}\p{N}._-]*)?)$/u;

/** The mention being typed at the cursor, and its start; null if there is none. */
export function mentionTyped(before: string): { at: number; typed: string } | null {
  const match = TYPED.exec(before);
  // Stryker disable next-line OptionalChaining: always there; the type does not know it.
  return match?.groups?.typed === undefined ? null : { at: match.index, typed: match.groups.typed };
}
