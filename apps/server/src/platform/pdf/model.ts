import type { Script } from '@pimis/domain/text/transliterate';
import type { Language } from '@pimis/domain/text/wording';

/** What a PDF of this product is made of. Text is data: it never becomes template source. */
export interface PdfDocument {
  title: string;
  subtitle?: string;
  /** Labelled values under the title. */
  labelled?: readonly LabelledValue[];
  /** Whose paper it is: stands above the title, as on every paper of an authority. */
  head?: PaperHead;
  blocks: readonly Block[];
  /** Who signs, under everything else: a line for each, and the place of the stamp. */
  signatures?: readonly string[];
  /** Every text is written so, whoever has entered it; Cyrillic stays when none is named. */
  script?: Script | undefined;
  /** In which it is written; Serbian when none is named. A script is one of Serbian alone. */
  language?: Language | undefined;
  /** What it says may still change: each page says so. */
  draft?: boolean;
  /** Printed at the foot of each page, left of the page number. */
  footer?: string;
  landscape?: boolean;
}

export interface PaperHead {
  /** From the highest body to the one that makes the paper. */
  institutions: readonly string[];
  number: string;
  /** As it is written: 21.11.2026. */
  day: string;
}

/** A line of a table: cells; or the name of a group over the whole width; or sums. */
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

/** A point on the way from left to right; its state is said in words too. */
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

/** A level with none of the level before it above is drawn as that one. */
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
