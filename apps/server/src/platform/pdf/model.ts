/** What a PDF of this product is made of. Text is data: it never becomes template source. */
export interface PdfDocument {
  title: string;
  subtitle?: string;
  /** Labelled values under the title. */
  labelled?: readonly LabelledValue[];
  blocks: readonly Block[];
  /** Printed at the foot of each page, left of the page number. */
  footer?: string;
  landscape?: boolean;
}

export interface LabelledValue {
  label: string;
  value: string;
}

export interface Column {
  title: string;
  align: 'left' | 'right';
  /** Share of the width; 1 when absent. */
  weight?: number;
}

/** A level with none of the level before it above is drawn as that one. */
interface Heading {
  kind: 'heading';
  level: 2 | 3 | 4;
  text: string;
}

export type Block =
  | Heading
  | { kind: 'labelled'; rows: readonly LabelledValue[] }
  | { kind: 'markdown'; label: string; text: string }
  | {
      kind: 'table';
      title?: string;
      columns: readonly Column[];
      rows: readonly (readonly string[])[];
      foot?: readonly string[];
    }
  | { kind: 'paragraph'; text: string }
  | { kind: 'notes'; tone: 'error' | 'warning'; title: string; items: readonly string[] };
