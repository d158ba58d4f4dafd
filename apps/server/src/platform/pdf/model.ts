/** What a PDF of this product is made of. Text is data: it never becomes template source. */
export interface PdfDocument {
  title: string;
  subtitle?: string;
  /** Short facts under the title. */
  facts?: readonly Fact[];
  blocks: readonly Block[];
  /** Printed at the foot of each page, left of the page number. */
  footer?: string;
  landscape?: boolean;
}

export interface Fact {
  label: string;
  value: string;
}

export interface Column {
  title: string;
  align: 'left' | 'right';
  /** Share of the width; 1 when absent. */
  weight?: number;
}

export type Block =
  | { kind: 'heading'; level: 2 | 3; text: string }
  | { kind: 'facts'; rows: readonly Fact[] }
  | { kind: 'markdown'; label: string; nodes: readonly Node[] }
  | {
      kind: 'table';
      title?: string;
      columns: readonly Column[];
      rows: readonly (readonly string[])[];
      foot?: readonly string[];
    }
  | { kind: 'paragraph'; text: string }
  | { kind: 'notes'; tone: 'error' | 'warning'; title: string; items: readonly string[] };

/** A small structure that Markdown is turned into before it is drawn. */
export type Node =
  | { kind: 'paragraph'; spans: readonly Span[] }
  | { kind: 'heading'; spans: readonly Span[] }
  | { kind: 'list'; ordered: boolean; items: readonly (readonly Node[])[] }
  | { kind: 'quote'; nodes: readonly Node[] }
  | { kind: 'table'; header: readonly (readonly Span[])[]; rows: readonly (readonly (readonly Span[])[])[] };

export interface Span {
  text: string;
  bold?: boolean;
  italic?: boolean;
  code?: boolean;
  link?: string;
  lineBreak?: boolean;
}
