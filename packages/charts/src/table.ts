import type { ReactElement } from 'react';
import { h } from './svg.ts';

/** A chart's values in words: the first cell of a row names it. */
export interface TableData {
  head: readonly string[];
  rows: readonly (readonly string[])[];
  /** Where the name of each row leads. */
  hrefs?: readonly (string | undefined)[];
}

const linked = (text: string, href: string | undefined) => (href === undefined ? text : h('a', { href }, text));

/** The table of a chart. */
export function ChartTable({ caption, data }: { caption: string; data: TableData }): ReactElement {
  return h(
    'table',
    { className: 'chart-table' },
    h('caption', null, caption),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        data.head.map((name, index) =>
          h('th', { key: name, scope: 'col', className: index > 0 ? 'amount' : undefined }, name),
        ),
      ),
    ),
    h(
      'tbody',
      null,
      data.rows.map((row, index) =>
        h(
          'tr',
          // Rows of a chart have no other identity than their place.
          { key: `${index} ${row[0]}` },
          row.map((cell, column) =>
            column === 0
              ? h('th', { key: data.head[column], scope: 'row' }, linked(cell, data.hrefs?.[index]))
              : h('td', { key: data.head[column], className: 'amount' }, cell),
          ),
        ),
      ),
    ),
  );
}
