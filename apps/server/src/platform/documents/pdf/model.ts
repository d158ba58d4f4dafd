import type { Script } from '@pimis/domain/text/transliterate';
import type { Language } from '@pimis/domain/text/wording';

/** The model of a PDF. Text is data and never becomes template source. */
export interface PdfDocument {
  title: string;
  subtitle?: string;
  /** Labelled values under the title. */
  labelled?: readonly LabelledValue[];
  /** The body that issues the paper; printed above the title. */
  head?: PaperHead;
  blocks: readonly Block[];
  /** The signatories at the end: a line for each, and the place of the stamp. */
  signatures?: readonly string[];
  /** The script of every text, also of texts that people entered; Cyrillic by default. */
  script?: Script | undefined;
  /** The language; Serbian by default. Only Serbian has a choice of script. */
  language?: Language | undefined;
  /** The content may still change; each page says so. */
  draft?: boolean;
  /** Printed at the foot of each page, left of the page number. */
  footer?: string;
  landscape?: boolean;
}

export interface PaperHead {
  /** From the highest body to the one that issues the paper. */
  institutions: readonly string[];
  number: string;
  /** As shown: 21.11.2026. */
  day: string;
}

/** A line of a table: cells, the name of a group over the whole width, or sums. */
export type Row = readonly string[] | { band: string; level?: number } | { sum: readonly string[] };

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

/** A step of a path from left to right; words state its status too. */
export interface TimelinePoint {
  title: string;
  day: string;
  state: string;
  reached: 'done' | 'current' | 'ahead';
}

export interface PaperPicture {
  /** JPEG in base64. */
  image: string;
  width: number;
  height: number;
  caption: string;
}

/** A heading below a skipped level is drawn at the skipped level. */
interface Heading {
  kind: 'heading';
  level: 2 | 3 | 4;
  text: string;
}

export type Block =
  | Heading
  | { kind: 'labelled'; rows: readonly LabelledValue[]; columns?: 1 | 2 }
  | { kind: 'timeline'; points: readonly TimelinePoint[] }
  | { kind: 'pictures'; pictures: readonly PaperPicture[] }
  /** A drawing over the whole width (chart.ts); `alt` describes it for screen readers. */
  | { kind: 'chart'; chart: string; alt: string }
  | { kind: 'markdown'; label: string; text: string }
  | {
      kind: 'table';
      title?: string;
      columns: readonly Column[];
      rows: readonly Row[];
      foot?: readonly string[];
    }
  | { kind: 'paragraph'; text: string }
  | { kind: 'notes'; tone: 'error' | 'warning'; title: string; items: readonly string[] };
