import type { ReactNode } from 'react';
import type { TableSearch } from './state.ts';

/** Lines of a card from the top; one more line has the left and right values. */
export const CARD_LINES = ['meta', 'title', 'about'] as const;

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  align?: 'right';
  /** Hidden until chosen. */
  hidden?: boolean;
  /** The cell with the link to the row; the first column by default. */
  links?: boolean;
  /** The place on the card of a narrow screen; columns without one are not on it. */
  card?: (typeof CARD_LINES)[number] | 'left' | 'right';
  /** On a card the value follows the header of its column. */
  labelled?: boolean;
  /** Actions of a row; not printed. */
  tools?: boolean;
}

/** The address of a row. */
export interface RowAddress {
  to: string;
  search?: TableSearch;
}

/** How rows form groups, and the title of each group. */
export interface Groups<Row> {
  of: (row: Row) => string;
  head: (group: string) => { label: string; about?: string | undefined; sum?: string | undefined };
  /** The column of the sum. */
  sums: string;
}

/** The action of a click in a row without an address, and of a secondary click. A button in the row does the same. */
export interface RowActions<Row> {
  click: (row: Row) => void;
  menu: (row: Row) => void;
}
