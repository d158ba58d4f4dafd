import { marked, type Token, type Tokens } from 'marked';
import type { Node, Span } from './model.ts';

const SAFE_LINK = /^(https?:|mailto:)/i;

interface Style {
  bold?: boolean;
  italic?: boolean;
  link?: string;
}

function spansOf(tokens: readonly Token[] | undefined, style: Style = {}): Span[] {
  return (tokens ?? []).flatMap((token): Span[] => {
    switch (token.type) {
      case 'strong':
        return spansOf((token as Tokens.Strong).tokens, { ...style, bold: true });
      case 'em':
        return spansOf((token as Tokens.Em).tokens, { ...style, italic: true });
      case 'link': {
        const { href, tokens: inner } = token as Tokens.Link;
        return spansOf(inner, SAFE_LINK.test(href) ? { ...style, link: href } : style);
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
        return [{ text, ...style }];
      }
    }
  });
}

function nodesOf(tokens: readonly Token[]): Node[] {
  return tokens.flatMap((token): Node[] => {
    switch (token.type) {
      case 'space':
      case 'hr':
      case 'def':
        return [];
      case 'heading':
        return [{ kind: 'heading', spans: spansOf((token as Tokens.Heading).tokens) }];
      case 'list': {
        const list = token as Tokens.List;
        return [{ kind: 'list', ordered: list.ordered, items: list.items.map((item) => nodesOf(item.tokens)) }];
      }
      case 'blockquote':
        return [{ kind: 'quote', nodes: nodesOf((token as Tokens.Blockquote).tokens) }];
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
        const inner = (token as Tokens.Paragraph).tokens;
        return [{ kind: 'paragraph', spans: inner ? spansOf(inner) : [{ text: (token as Tokens.Text).text }] }];
      }
      default:
        return [{ kind: 'paragraph', spans: [{ text: 'text' in token ? String(token.text) : token.raw }] }];
    }
  });
}

/** Markdown of a long text as the structure that the template draws. */
export function markdownNodes(text: string): Node[] {
  return nodesOf(marked.lexer(text, { breaks: true, gfm: true }));
}
