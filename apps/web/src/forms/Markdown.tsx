import { useMemo } from 'react';
import { type MarkdownNode, markdownNodes, type MarkdownSpan } from '@pimis/markdown/read';
import { useText } from '../i18n/use-text.ts';

function Spans({ spans }: { spans: readonly MarkdownSpan[] }) {
  const { data } = useText();
  return spans.map((span, index) => {
    if (span.lineBreak) return <br key={index} />;
    const plain = span.code ? <code>{span.text}</code> : data(span.text);
    const text = span.italic ? <em>{plain}</em> : plain;
    const strong = span.bold ? <strong>{text}</strong> : text;
    return span.link ? (
      <a key={index} href={span.link} target="_blank" rel="noopener noreferrer">
        {strong}
      </a>
    ) : (
      <span key={index}>{strong}</span>
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
      const items = node.items.map((item, index) => (
        <li key={index}>
          <Nodes nodes={item} />
        </li>
      ));
      return node.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return (
        <table className="plain">
          <thead>
            <tr>
              {node.header.map((cell, index) => (
                <th key={index}>
                  <Spans spans={cell} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {node.rows.map((row, index) => (
              <tr key={index}>
                {row.map((cell, at) => (
                  <td key={at}>
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
  return nodes.map((node, index) => <Node key={index} node={node} />);
}

/** Markdown as it reads. Text stays text: nothing in it becomes markup of the page. */
export function Markdown({ text }: { text: string }) {
  const nodes = useMemo(() => markdownNodes(text), [text]);
  return (
    <div className="markdown">
      <Nodes nodes={nodes} />
    </div>
  );
}
