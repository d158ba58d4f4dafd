import { type MarkdownNode, type MarkdownSpan, markdownNodes } from './read.ts';

const said = (spans: readonly MarkdownSpan[]) =>
  spans.map(({ text, lineBreak }) => (lineBreak === true ? ' ' : text)).join('');

function words(node: MarkdownNode): string[] {
  switch (node.kind) {
    case 'list':
      return node.items.flatMap((item, index) => [
        ...(node.ordered ? [`${node.start + index}.`] : []),
        ...item.flatMap(words),
      ]);
    case 'quote':
      return node.nodes.flatMap(words);
    case 'table':
      return node.rows.flatMap((row) => row.map(said));
    default:
      return [said(node.spans)];
  }
}

/** Markdown as plain text on one line. */
export function plain(markdown: string): string {
  const parts = markdownNodes(markdown)
    .flatMap(words)
    .map((part) => part.trim());
  return parts.filter((part) => part !== '').join(' ');
}
