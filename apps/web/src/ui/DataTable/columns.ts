import type { ReactNode } from 'react';
import type { TableSearch } from './state.ts';

export interface Column<Row> {
  id: string;
  header: string;
  cell: (row: Row) => ReactNode;
  sortable?: boolean;
  align?: 'right';
  /** Hidden until chosen. */
  hidden?: boolean;
  /** Its cell holds the link to the row; without such a column the first one becomes it. */
  links?: boolean;
  /** Place on the card of a narrow screen; columns without one are left out there. */
  card?: 'title' | 'meta' | 'left' | 'right';
  /** On a card the value stands behind the header of its column. */
  labelled?: boolean;
  /** It holds what can be done with a row, which is nothing on paper. */
  tools?: boolean;
}

/** Where a row leads. */
export interface RowAddress {
  to: string;
  search?: TableSearch;
}

/** How rows are put together, and what is said above each group. */
export interface Groups<Row> {
  of: (row: Row) => string;
  head: (group: string) => { label: string; about?: string | undefined; sum?: string | undefined };
  /** Column whose sum it is. */
  sums: string;
}

/** What a click in a row without an address does, and a click with the other button. A button in the row does the same. */
export interface RowActions<Row> {
  click: (row: Row) => void;
  menu: (row: Row) => void;
}
