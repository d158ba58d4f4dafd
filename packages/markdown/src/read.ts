import { MAX_NESTING } from '@pimis/domain/text/nesting';
import { marked, type Token, Tokenizer, type Tokens } from 'marked';
import { type KeptAddresses, keepAddresses, linkOf, typedAddress } from './addresses.ts';
import { withoutReferences } from './typed.ts';

/** A small structure that Markdown is turned into before it is drawn. */
export type MarkdownNode =
  | { kind: 'paragraph'; spans: readonly MarkdownSpan[] }
  | { kind: 'heading'; spans: readonly MarkdownSpan[] }
  | { kind: 'list'; ordered: boolean; start: number; items: readonly (readonly MarkdownNode[])[] }
  | { kind: 'quote'; nodes: readonly MarkdownNode[] }
  | {
      kind: 'table';
      header: readonly (readonly MarkdownSpan[])[];
      rows: readonly (readonly (readonly MarkdownSpan[])[])[];
    };

export interface MarkdownSpan {
  text: string;
  bold?: boolean;
  italic?: boolean;
  code?: boolean;
  link?: string;
  lineBreak?: boolean;
}

const SAFE_LINK = /^(https?:|mailto:)/i;

interface Style {
  bold?: boolean;
  italic?: boolean;
  link?: string;
}

function spansOf(tokens: readonly Token[] | undefined, style: Style = {}): MarkdownSpan[] {
  return (tokens ?? []).flatMap((token): MarkdownSpan[] => {
    switch (token.type) {
      case 'strong':
        return spansOf((token as Tokens.Strong).tokens, { ...style, bold: true });
      case 'em':
        return spansOf((token as Tokens.Em).tokens, { ...style, italic: true });
      case 'link': {
        const { href, tokens: inner } = token as Tokens.Link;
        return spansOf(inner, SAFE_LINK.test(href) ? { ...style, link: withoutReferences(href) } : style);
      }
      case 'codespan':
        return [{ text: (token as Tokens.Codespan).text, code: true, ...style }];
      case 'br':
        return [{ text: '', lineBreak: true }];
      default: {
        const nested = (token as Tokens.Text).tokens;
        if (nested && nested.length > 0) return spansOf(nested, style);
        // HTML in Markdown is text like any other.
        const text = 'text' in token && typeof token.text === 'string' ? token.text : token.raw;
        return [{ text: withoutReferences(text), ...style }];
      }
    }
  });
}

/** Text as it was typed, a paragraph for each line. */
function plainNodes(text: string): MarkdownNode[] {
  return text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ kind: 'paragraph', spans: [{ text: line.trim() }] }));
}

/** Lists and quotes that are nested too deep are shown as typed. */
function nodesOf(tokens: readonly Token[], depth = 0): MarkdownNode[] {
  const inner = (nested: readonly Token[]) => nodesOf(nested, depth + 1);
  return tokens.flatMap((token): MarkdownNode[] => {
    if (depth >= MAX_NESTING && (token.type === 'list' || token.type === 'blockquote')) return plainNodes(token.raw);
    switch (token.type) {
      case 'space':
      case 'hr':
      case 'def':
        return [];
      case 'heading':
        return [{ kind: 'heading', spans: spansOf((token as Tokens.Heading).tokens) }];
      case 'list': {
        const list = token as Tokens.List;
        // A line that begins with a year or a day and a dot is a list too: it keeps its number.
        const start = typeof list.start === 'number' ? list.start : 1;
        return [{ kind: 'list', ordered: list.ordered, start, items: list.items.map((item) => inner(item.tokens)) }];
      }
      case 'blockquote':
        return [{ kind: 'quote', nodes: inner((token as Tokens.Blockquote).tokens) }];
      case 'table': {
        const table = token as Tokens.Table;
        return [
          {
            kind: 'table',
            header: table.header.map((cell) => spansOf(cell.tokens)),
            rows: table.rows.map((row) => row.map((cell) => spansOf(cell.tokens))),
          },
        ];
      }
      case 'paragraph':
      case 'text': {
        const { tokens: parts, text } = token as Tokens.Paragraph;
        return [{ kind: 'paragraph', spans: parts ? spansOf(parts) : [{ text: withoutReferences(text) }] }];
      }
      default:
        return [{ kind: 'paragraph', spans: [{ text: 'text' in token ? String(token.text) : token.raw }] }];
    }
  });
}

/**
 * More characters than any field accepts. Text beyond the limit of a field is saved too, and the library takes
 * quadratic time: many seconds for 100,000 characters.
 */
const LONGEST = 10_000;

/** Signs of emphasis in a text that may close nowhere. */
const MOST_UNCLOSED = 100;

/** Whether a sign may open an emphasis: no space follows it, and `_` is not within a word. */
const mayOpen = (rest: string, before = ''): boolean =>
  /^[*_]\S/.test(rest) && !(rest.startsWith('_') && /[\p{L}\p{N}]$/u.test(before));

/**
 * For each unclosed sign the library searches to the end of the text, so that many of them take quadratic time. After
 * the first hundred, such signs stay as typed.
 */
class BoundedTokenizer extends Tokenizer {
  #unclosed = 0;

  override emStrong(...[rest, masked, before]: Parameters<Tokenizer['emStrong']>): ReturnType<Tokenizer['emStrong']> {
    if (!mayOpen(rest, before) || this.#unclosed >= MOST_UNCLOSED) return undefined;
    const found = super.emStrong(rest, masked, before);
    if (!found) this.#unclosed += 1;
    return found;
  }
}

const sameStyle = (one: MarkdownSpan, other: MarkdownSpan) =>
  !one.lineBreak &&
  !other.lineBreak &&
  one.bold === other.bold &&
  one.italic === other.italic &&
  one.code === other.code &&
  one.link === other.link;

/** Spans with their addresses as links. Neighbours of one style are one: an escaped sign does not divide a word. */
function withAddresses(spans: readonly MarkdownSpan[], { parts }: KeptAddresses): MarkdownSpan[] {
  const result: MarkdownSpan[] = [];
  const add = (span: MarkdownSpan) => {
    const last = result.at(-1);
    if (last && sameStyle(last, span)) result[result.length - 1] = { ...last, text: last.text + span.text };
    else result.push(span);
  };
  for (const span of spans) {
    const found = parts(span.text);
    if (found.length === 0) add(span);
    for (const part of found) {
      if (typeof part === 'string') add({ ...span, text: part });
      else if (span.code) add({ ...span, text: part.written });
      else {
        const typed = typedAddress(part.written);
        add({ ...span, text: typed, link: span.link ?? linkOf(typed) });
      }
    }
  }
  return result;
}

function nodeWithAddresses(node: MarkdownNode, kept: KeptAddresses): MarkdownNode {
  const all = (nodes: readonly MarkdownNode[]) => nodes.map((inner) => nodeWithAddresses(inner, kept));
  const row = (cells: readonly (readonly MarkdownSpan[])[]) => cells.map((cell) => withAddresses(cell, kept));
  switch (node.kind) {
    case 'list':
      return { ...node, items: node.items.map(all) };
    case 'quote':
      return { ...node, nodes: all(node.nodes) };
    case 'table':
      return { ...node, header: row(node.header), rows: node.rows.map(row) };
    default:
      return { ...node, spans: withAddresses(node.spans, kept) };
  }
}

/**
 * Markdown of a long text as the structure that the template draws. Every text has a structure: text that is too long
 * or nested too deep to be parsed is shown as typed.
 */
export function markdownNodes(text: string): MarkdownNode[] {
  if (text.length > LONGEST) return plainNodes(text);
  try {
    const kept = keepAddresses(text);
    const tokens = marked.lexer(kept.text, { breaks: true, gfm: true, tokenizer: new BoundedTokenizer() });
    return nodesOf(tokens).map((node) => nodeWithAddresses(node, kept));
  } catch (error) {
    // The Markdown parser is recursive: thousands of levels overflow the stack.
    if (error instanceof RangeError) return plainNodes(text);
    throw error;
  }
}
