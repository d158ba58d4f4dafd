import type { OpenDataQuery, PublicSort } from '@pimis/contract/open-data';
import { PUBLIC_STATUSES } from '@pimis/domain/public/status';
import { SECTOR_NAMES } from '../../open-data/mapping/classification.ts';
import { MOST_COUNTED, type PublicRow } from '../../open-data/public-list.ts';
import { pathOf, withQuery } from '../addresses.ts';
import { h, type PortalPage } from '../html.ts';
import { ProjectTable } from '../parts.ts';
import { filled, type Words } from '../words.ts';

export const PER_PAGE = 25;
/** Conditions that are folded until one of them is set; words, sector and region, which most people use, are not. */
const FOLDED = ['status', 'valueFrom', 'valueTo', 'sort', 'late'] as const;
/** The order that nobody has chosen. */
const UNSORTED: PublicSort = 'changed';
const SORTS: readonly PublicSort[] = [UNSORTED, 'value', 'title', 'end', 'number'];
/** The number of page links on each side of the current page. */
const NEIGHBOURS = 2;

/** Filters of a list, as in the address. */
export type ListQuery = Omit<OpenDataQuery, 'perPage' | 'updatedSince'>;

interface List {
  query: ListQuery;
  rows: readonly PublicRow[];
  total: number;
  more: boolean;
  page: number;
  districts: readonly { code: string; name: string }[];
  /** The organization to which the list is limited. */
  body: { id: string; name: string } | null;
  prefix: string;
}

/** The first, the last, and the pages around the current one; null where pages are left out. */
export function pageNumbers(page: number, pages: number): (number | null)[] {
  const shown = Array.from({ length: pages }, (_, index) => index + 1).filter(
    (one) => one === 1 || one === pages || Math.abs(one - page) <= NEIGHBOURS,
  );
  return shown.flatMap((one, index) => (index > 0 && one - (shown[index - 1] ?? 0) > 1 ? [null, one] : [one]));
}

function Conditions({ words, list }: { words: Words; list: List }) {
  const { texts, language } = words;
  const { query } = list;
  const choice = (name: keyof ListQuery, label: string, options: readonly (readonly [string, string])[]) =>
    h(
      'div',
      { className: 'field' },
      h('label', { htmlFor: name }, label),
      h(
        'select',
        { id: name, name, defaultValue: String(query[name] ?? '') },
        name === 'sort' ? null : h('option', { value: '' }, texts.list.all),
        options.map(([value, text]) => h('option', { key: value, value }, text)),
      ),
    );
  const amount = (name: 'valueFrom' | 'valueTo', label: string) =>
    h(
      'div',
      { className: 'field' },
      h('label', { htmlFor: name }, label),
      h('input', {
        id: name,
        name,
        type: 'number',
        min: 0,
        step: 'any',
        inputMode: 'decimal',
        defaultValue: query[name] ?? '',
      }),
    );
  return h(
    'form',
    { className: 'conditions', role: 'search', action: pathOf(language, '/projects') },
    h(
      'div',
      { className: 'field words' },
      h('label', { htmlFor: 'text' }, texts.list.words),
      h('input', {
        id: 'text',
        name: 'text',
        type: 'search',
        maxLength: 100,
        defaultValue: query.text ?? '',
        'aria-describedby': 'text-hint',
      }),
      h('small', { id: 'text-hint' }, texts.list.wordsHint),
    ),
    choice(
      'sector',
      texts.columns.sector,
      SECTOR_NAMES.map((name) => [name, texts.sector[name as keyof typeof texts.sector]] as const),
    ),
    choice(
      'region',
      texts.columns.region,
      list.districts.map(({ code, name }) => [code, words.data(name)] as const),
    ),
    // Conditions that are set are not folded.
    h(
      'details',
      { className: 'rest', open: FOLDED.some((name) => query[name] !== undefined && query[name] !== UNSORTED) },
      h('summary', null, texts.list.rest),
      h(
        'div',
        null,
        choice(
          'status',
          texts.columns.status,
          PUBLIC_STATUSES.map((name) => [name, texts.status[name]] as const),
        ),
        amount('valueFrom', texts.list.valueFrom),
        amount('valueTo', texts.list.valueTo),
        choice(
          'sort',
          texts.list.sort,
          SORTS.map((name) => [name, texts.list.sorts[name]] as const),
        ),
        h(
          'div',
          { className: 'field check' },
          h('input', {
            id: 'late',
            name: 'late',
            type: 'checkbox',
            value: 'true',
            defaultChecked: query.late === 'true',
          }),
          h('label', { htmlFor: 'late' }, texts.list.late),
        ),
      ),
    ),
    query.body !== undefined && h('input', { type: 'hidden', name: 'body', value: query.body }),
    h('div', { className: 'field' }, h('button', { type: 'submit' }, texts.list.search)),
    h('p', { className: 'field' }, h('a', { href: pathOf(language, '/projects') }, texts.list.clear)),
  );
}

function Pages({ words, list }: { words: Words; list: List }) {
  const { texts, language } = words;
  const pages = Math.ceil(list.total / PER_PAGE);
  if (pages < 2) return null;
  const to = (page: number) =>
    withQuery(pathOf(language, '/projects'), { ...list.query, page: page > 1 ? page : undefined });
  return h(
    'nav',
    { className: 'pages', 'aria-label': texts.list.pages },
    list.page > 1 && h('a', { rel: 'prev', href: to(list.page - 1) }, texts.list.previous),
    pageNumbers(list.page, pages).map((page, index) =>
      page === null
        ? h('span', { key: `gap ${index}` }, '…')
        : h(
            'a',
            {
              key: page,
              href: to(page),
              'aria-current': page === list.page ? 'page' : undefined,
              'aria-label': filled(texts.list.page, { page, pages }),
            },
            page,
          ),
    ),
    list.page < pages && h('a', { rel: 'next', href: to(list.page + 1) }, texts.list.next),
  );
}

/** The list of projects with its conditions, all of which are in the URL. */
export function listPage(words: Words, list: List): PortalPage {
  const { texts, formats, language } = words;
  const { query, rows, total, more, page, prefix } = list;
  const counted = formats.count.full(total);
  const { page: _, ...conditions } = query;
  return {
    title:
      page > 1
        ? `${texts.list.title}, ${filled(texts.list.page, { page, pages: Math.ceil(total / PER_PAGE) })}`
        : texts.list.title,
    description: texts.front.lead,
    path: '/projects',
    query: {
      ...conditions,
      sort: query.sort === UNSORTED ? undefined : query.sort,
      page: page > 1 ? page : undefined,
    },
    content: [
      h('h1', { key: 'title' }, texts.list.title),
      h(Conditions, { key: 'conditions', words, list }),
      list.body && h('p', { key: 'body' }, filled(texts.list.body, { name: words.data(list.body.name) })),
      h(
        'p',
        { key: 'found', role: 'status' },
        more
          ? filled(texts.list.many, { count: formats.count.full(MOST_COUNTED) })
          : filled(texts.list.found, { count: counted, noun: words.projects(total).slice(counted.length + 1) }),
      ),
      rows.length === 0
        ? h('p', { key: 'empty' }, texts.list.empty)
        : h(ProjectTable, { key: 'rows', words, prefix, caption: texts.list.title, rows }),
      h(Pages, { key: 'pages', words, list }),
      rows.length > 0 &&
        h(
          'p',
          { key: 'exact', className: 'exact' },
          texts.list.exact,
          ' ',
          h('a', { href: withQuery(pathOf(language, '/projects.csv'), conditions) }, texts.csv),
          ' ',
          h('a', { href: withQuery('/api/open-data/projects', { ...conditions, perPage: 100 }) }, texts.json),
        ),
    ],
  };
}
