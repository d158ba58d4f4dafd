import { useMemo } from 'react';
import { type MarkdownNode, markdownNodes, type MarkdownSpan } from '@pimis/markdown/read';
import { useText } from '../i18n/use-text.ts';
import { inOrder } from '../ui/in-order.tsx';

function Spans({ spans }: { spans: readonly MarkdownSpan[] }) {
  const { data } = useText();
  return inOrder(spans, (span) => {
    if (span.lineBreak) return <br />;
    const plain = span.code ? <code>{span.text}</code> : data(span.text);
    const text = span.italic ? <em>{plain}</em> : plain;
    const strong = span.bold ? <strong>{text}</strong> : text;
    return span.link ? (
      <a href={span.link} target="_blank" rel="noopener noreferrer">
        {strong}
      </a>
    ) : (
      <span>{strong}</span>
    );
  });
}

function Node({ node }: { node: MarkdownNode }) {
  switch (node.kind) {
    case 'heading':
      return (
        <p className="strong">
          <Spans spans={node.spans} />
        </p>
      );
    case 'paragraph':
      return (
        <p>
          <Spans spans={node.spans} />
        </p>
      );
    case 'quote':
      return (
        <blockquote>
          <Nodes nodes={node.nodes} />
        </blockquote>
      );
    case 'list': {
      const items = inOrder(node.items, (item) => (
        <li>
          <Nodes nodes={item} />
        </li>
      ));
      return node.ordered ? <ol start={node.start}>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return (
        <table className="plain">
          <thead>
            <tr>
              {inOrder(node.header, (cell) => (
                <th>
                  <Spans spans={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {inOrder(node.rows, (row) => (
              <tr>
                {inOrder(row, (cell) => (
                  <td>
                    <Spans spans={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      );
  }
}

function Nodes({ nodes }: { nodes: readonly MarkdownNode[] }) {
  return inOrder(nodes, (node) => <Node node={node} />);
}

/** Renders Markdown. Texts never become markup of the page. */
export function Markdown({ text }: { text: string }) {
  const nodes = useMemo(() => markdownNodes(text), [text]);
  return (
    <div className="markdown">
      <Nodes nodes={nodes} />
    </div>
  );
}
