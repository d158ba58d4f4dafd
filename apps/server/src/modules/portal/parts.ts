import type { TableData } from '@pimis/charts/table';
import { ChartTable } from '@pimis/charts/table';
import { MERGED, PUBLIC_STATUSES } from '@pimis/domain/public/status';
import type { ReactElement, ReactNode } from 'react';
import type { PublicRow } from '../open-data/public-list.ts';
import type { Total } from '../open-data/public-totals.ts';
import { pathOf } from './addresses.ts';
import { h } from './html.ts';
import type { Words } from './words.ts';

/*
 * Parts that pages share.
 */

/** A part of a page under its heading. */
export function Panel({ title, id, children }: { title: string; id?: string; children?: ReactNode }): ReactElement {
  return h('section', { className: 'panel', id }, h('h2', null, title), children);
}

/** The inner width of a panel on a screen of 360 px, and on a wide one. */
const NARROW = 296;
const WIDE = 680;

/** Renders a chart at two widths; styles show the one that fits. */
export function Fitting({ draw }: { draw: (width: number) => ReactElement }): ReactElement {
  return h(
    'div',
    { className: 'fitting' },
    h('div', { className: 'at-wide' }, draw(WIDE)),
    h('div', { className: 'at-narrow' }, draw(NARROW)),
  );
}

interface ShownTableProps {
  words: Words;
  title: string;
  data: TableData;
  /** The URL of the table as CSV. */
  csv?: string;
}

/** The table of a chart, folded. */
export function ShownTable({ words, title, data, csv }: ShownTableProps): ReactElement {
  return h(
    'details',
    { className: 'table-of' },
    h('summary', null, words.texts.table, h('span', { className: 'hidden' }, `: ${title}`)),
    h(
      'div',
      { className: 'scroll', tabIndex: 0, role: 'region', 'aria-label': title },
      h(ChartTable, { caption: title, data }),
    ),
    csv !== undefined &&
      h('p', null, h('a', { href: csv }, words.texts.csv, h('span', { className: 'hidden' }, `: ${title}`))),
  );
}

/** A list of names with values. */
export function Facts({
  facts,
}: {
  facts: readonly (readonly [name: string, value: ReactNode, hint?: string] | null)[];
}): ReactElement {
  return h(
    'dl',
    { className: 'facts' },
    facts.map((fact) =>
      fact === null
        ? null
        : h(
            'div',
            { key: fact[0] },
            h('dt', null, fact[0]),
            h('dd', null, fact[1], fact[2] === undefined ? null : h('small', null, fact[2])),
          ),
    ),
  );
}

interface TotalFactsProps {
  words: Words;
  all: Total;
  /** Returns the URL of the list of these projects, narrowed by further conditions. */
  listed: (query: Record<string, string | boolean>) => string;
}

/** The number of projects, their value, and the number of late ones. */
export function TotalFacts({ words, all, listed }: TotalFactsProps): ReactElement {
  const { texts, formats } = words;
  const { full, short } = formats.amount;
  return h(Facts, {
    facts: [
      [texts.nav.projects, h('a', { href: listed({}) }, words.projects(all.projects))],
      [texts.front.worth, h('span', { title: full(all.value) }, short(all.value))],
      [
        texts.front.late,
        h('a', { href: listed({ late: true, sort: 'end' }) }, words.projects(all.late)),
        texts.front.lateHint,
      ],
    ],
  });
}

/**
 * A bar for each status with the number of its projects. A merged project is counted as part of the remaining one: a
 * bar of its own would always say 0.
 */
export function statusBars(
  { texts }: Words,
  totals: ReadonlyMap<string, Total>,
  listed: (query: { status: string }) => string,
) {
  return PUBLIC_STATUSES.filter((key) => key !== MERGED).map((key) => ({
    key,
    label: texts.status[key],
    value: totals.get(key)?.projects ?? 0,
    href: listed({ status: key }),
  }));
}

/** A status in a chip; the word says it, the colour only helps. */
export function Status({
  words,
  status,
  late = false,
}: {
  words: Words;
  status: string;
  late?: boolean;
}): ReactElement {
  const { texts } = words;
  return h(
    'span',
    { className: 'chips' },
    h('span', { className: `chip ${status}` }, statusName(words, status)),
    late && h('span', { className: 'chip late' }, texts.late),
  );
}

export function statusName({ texts }: Words, status: string): string {
  return Object.entries(texts.status).find(([name]) => name === status)?.[1] ?? status;
}

export interface Column<Row> {
  name: string;
  amount?: boolean;
  /** The first column names the row. */
  cell: (row: Row) => ReactNode;
}

interface TableProps<Row> {
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row, index: number) => string | number;
}

/** A table that becomes a list of cards on narrow screens. */
export function Table<Row>({ caption, columns, rows, keyOf }: TableProps<Row>): ReactElement {
  return h(
    'table',
    { className: 'cards' },
    h('caption', { className: 'hidden' }, caption),
    h(
      'thead',
      null,
      h(
        'tr',
        null,
        columns.map(({ name, amount }) =>
          h('th', { key: name, scope: 'col', className: amount === true ? 'amount' : undefined }, name),
        ),
      ),
    ),
    h(
      'tbody',
      null,
      rows.map((row, index) =>
        h(
          'tr',
          { key: keyOf(row, index) },
          columns.map(({ name, amount, cell }, column) =>
            column === 0
              ? h('th', { key: name, scope: 'row' }, cell(row))
              : h('td', { key: name, className: amount === true ? 'amount' : undefined, 'data-name': name }, cell(row)),
          ),
        ),
      ),
    ),
  );
}

interface ProjectTableProps {
  words: Words;
  prefix: string;
  caption: string;
  rows: readonly PublicRow[];
  /** False hides the organization of each project, for lists of one organization. */
  body?: boolean;
}

/** Public projects, each a link. */
export function ProjectTable({ words, prefix, caption, rows, body = true }: ProjectTableProps): ReactElement {
  const { texts, language, data, amount, day } = words;
  const columns: Column<PublicRow>[] = [
    {
      name: texts.columns.project,
      cell: (row) => [
        h('a', { key: 'name', href: projectPath(language, prefix, row.number) }, data(row.title)),
        h('small', { key: 'code' }, `${data(row.code)} · ${row.number}`),
      ],
    },
    ...(body
      ? [
          {
            name: texts.columns.body,
            cell: (row: PublicRow) =>
              h('a', { href: pathOf(language, `/bodies/${row.organizationId}`) }, data(row.organization)),
          },
        ]
      : []),
    { name: texts.columns.status, cell: (row) => h(Status, { words, status: row.status, late: row.late }) },
    { name: texts.columns.value, amount: true, cell: ({ value }) => (value === null ? texts.none : amount(value)) },
    { name: texts.columns.plannedEnd, cell: ({ plannedEnd }) => (plannedEnd === null ? texts.none : day(plannedEnd)) },
  ];
  return h(Table<PublicRow>, { caption, columns, rows, keyOf: ({ id }) => id });
}

export function projectPath(language: Words['language'], prefix: string, number: string): string {
  return pathOf(language, `/projects/${prefix}-${number}`);
}
