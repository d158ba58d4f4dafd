import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { cyrillicToLatin } from '@pimis/domain/text/transliterate';
import { approved, exampleFacts } from '../open-data/mapping/example-facts.ts';
import { projectOf } from '../open-data/mapping/project.ts';
import { withQuery } from './addresses.ts';
import { h } from './html.ts';
import { readListQuery } from './list-query.ts';
import { en } from './messages/en.ts';
import { sr } from './messages/sr.ts';
import type { PublicTotals, Total } from '../open-data/public-totals.ts';
import { PageCache } from './page-cache.ts';
import { frontCharts } from './pages/front.ts';
import { type ListQuery, listPage, pageNumbers } from './pages/list.ts';
import { projectPage } from './pages/project/page.ts';
import { timelineRows } from './pages/project/progress.ts';
import { filled, wordsOf } from './words.ts';

function* texts(tree: unknown, path = ''): Generator<[string, string]> {
  if (typeof tree === 'string') yield [path, tree];
  else for (const [key, value] of Object.entries(tree as object)) yield* texts(value, `${path}.${key}`);
}

describe('texts', () => {
  it('have Cyrillic only in Serbian Cyrillic, and the same placeholders in each language', () => {
    const english = new Map(texts(en));
    const latin = new Map(texts(wordsOf('sr-Latn').texts));
    const names = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(([name]) => name).toSorted();
    for (const [path, text] of texts(sr)) {
      const other = english.get(path) ?? '';
      expect([path, names(other)]).toEqual([path, names(text)]);
      expect(other).not.toMatch(/[\u0400-\u04ff]/);
      expect(latin.get(path)).toBe(cyrillicToLatin(text));
    }
    expect([...english.keys()]).toEqual([...texts(sr)].map(([path]) => path));
  });

  it('count nouns as each language does', () => {
    expect([1, 2, 5, 21, 1000].map(wordsOf('sr-Cyrl').projects)).toEqual([
      '1 пројекат',
      '2 пројекта',
      '5 пројеката',
      '21 пројекат',
      '1.000 пројеката',
    ]);
    expect([1, 2].map(wordsOf('en').projects)).toEqual(['1 project', '2 projects']);
    expect(filled('{a} {b} {a}', { a: 1, b: '{a}' })).toBe('1 {a} 1');
  });
});

describe('the charts of the front page', () => {
  it('have no bar for merged projects, which count with the remaining ones', () => {
    const counted = (projects: number): Total => ({ projects, value: 0, late: 0, pages: 1 });
    const totals: PublicTotals = {
      all: counted(1),
      status: new Map([
        ['implementation', counted(1)],
        ['merged', counted(0)],
      ]),
      sector: new Map(),
      year: new Map(),
      district: new Map(),
      districtStatus: new Map(),
      changedAt: null,
    };
    const { bars } = frontCharts(wordsOf('sr-Cyrl'), { totals, districts: [], map: 'worth' }).status;
    expect(bars.filter(({ value }) => value === 1).map(({ key }) => key)).toEqual(['implementation']);
    expect(bars.map(({ key }) => key)).not.toContain('merged');
  });
});

describe('the conditions of the list', () => {
  const form = (query: ListQuery) => {
    const list = { query: { sort: 'changed' as const, ...query }, rows: [], total: 0, more: false, page: 1 };
    const { content } = listPage(wordsOf('sr-Cyrl'), { ...list, districts: [], body: null, prefix: 'RS' });
    return renderToStaticMarkup(h('main', null, content));
  };
  const [open = '', folded = ''] = form({}).split('<details class="rest">');
  const fields = (part: string) => [...part.matchAll(/ name="(\w+)"/g)].map(([, name]) => name);

  it('are three, with the rest folded', () => {
    expect(fields(open)).toEqual(['text', 'sector', 'region']);
    expect(fields(folded)).toEqual(['status', 'valueFrom', 'valueTo', 'sort', 'late']);
  });

  it('are not folded if one of the rest is set', () => {
    for (const query of [
      { late: 'true' },
      { sort: 'value' },
      { valueFrom: 0 },
      { status: 'completion' },
    ] as ListQuery[]) {
      expect(form(query), JSON.stringify(query)).toContain('<details class="rest" open="">');
    }
    expect(form({ text: 'мост', sector: 'transport', region: '1' })).toContain('<details class="rest">');
  });
});

describe('addresses', () => {
  it('carry only conditions with a value', () => {
    expect(withQuery('/public', { a: undefined, b: '', c: false, d: 'ж&', e: 0 })).toBe('/public?d=%D0%B6%26&e=0');
  });

  it('are read without foreign parameters, and refused if values are invalid', () => {
    expect(readListQuery({ text: ' мост ', status: '', utm_source: 'x', page: '3', late: 'true' })).toEqual({
      text: 'мост',
      page: 3,
      late: 'true',
    });
    expect(readListQuery({ text: 'a' })).toEqual({});
    for (const wrong of [
      { page: '0' },
      { late: 'yes' },
      { valueFrom: 'много' },
      { sector: 'war' },
      { text: 'а'.repeat(101) },
    ]) {
      expect(readListQuery(wrong)).toBeNull();
    }
    expect(readListQuery({ status: ['identification', 'cancelled'] })).toEqual({});
  });

  it('of pages include the first, the last and the neighbours', () => {
    expect(pageNumbers(1, 1)).toEqual([1]);
    expect(pageNumbers(1, 9)).toEqual([1, 2, 3, null, 9]);
    expect(pageNumbers(5, 9)).toEqual([1, null, 3, 4, 5, 6, 7, null, 9]);
    expect(pageNumbers(4, 4)).toEqual([1, 2, 3, 4]);
  });
});

describe('cached pages', () => {
  const page = { html: 'a', compressed: Buffer.alloc(0), etag: '"a"' };

  it('are valid for one version and a minute', () => {
    const cache = new PageCache();
    cache.set('/public', '1', 0, page);
    expect(cache.get('/public', '1', 59_999)).toBe(page);
    expect(cache.get('/public', '2', 1)).toBeUndefined();
    cache.set('/public', '1', 0, page);
    expect(cache.get('/public', '1', 60_000)).toBeUndefined();
  });

  it('are limited to some hundreds: the least recently used is removed first', () => {
    const cache = new PageCache();
    for (let count = 0; count < 300; count += 1) cache.set(String(count), '1', 0, page);
    cache.get('0', '1', 1);
    cache.set('new', '1', 1, page);
    expect([cache.get('0', '1', 2), cache.get('1', '1', 2)]).toEqual([page, undefined]);
  });
});

it('pages show changes by the day in Belgrade, and the ends of a period as stored', () => {
  const facts = exampleFacts({
    changedAt: new Date('2026-03-31T22:30:00Z'),
    documents: [
      { id: 1, documentType: 0, title: 'Одлука', description: '', addedAt: '2026-12-31T23:30:00Z', mediaType: '' },
    ] as never,
    forms: [approved('plan', { start: '2026-01-01', end: '2026-12-31' })],
  });
  const project = projectOf(facts, { prefix: 'p', urlOf: () => '' });
  const parts = { words: wordsOf('sr-Cyrl'), facts, project, districts: new Map(), today: '2026-03-01' };
  const text = renderToStaticMarkup(h('div', null, projectPage(parts).content));
  expect(text).toContain('Последња измена: 1.4.2026.');
  expect(text).toContain('<small>Остало · 1.1.2027.</small>');
  expect(text).toContain('1.1.2026. – 31.12.2026.');
});

it('descriptions for other sites are cut between characters', () => {
  const project = projectOf(exampleFacts({}), { prefix: 'p', urlOf: () => '' });
  const parts = { words: wordsOf('sr-Cyrl'), facts: exampleFacts({}), districts: new Map(), today: '2026-03-01' };
  const page = projectPage({ ...parts, project: { ...project, description: `${'о'.repeat(199)}🚧🚧` } });
  expect(page.description).toBe(`${'о'.repeat(199)}…`);
});

it('the timeline of a project shows its newest plan, and behind it the earlier ones', () => {
  const facts = exampleFacts({
    forms: [
      approved('plan', { start: '2026-01-01', end: '2026-12-31' }),
      approved('korekcija', { start: '2026-01-01', end: '2027-06-30' }, { formId: 2 }),
    ],
    periods: [
      { status: 'preparation', firstDay: '2025-10-01', lastDay: '2026-01-31' },
      { status: 'implementation', firstDay: '2026-01-31', lastDay: null },
    ],
  });
  const project = projectOf(facts, { prefix: 'p', urlOf: () => '' });
  const rows = timelineRows({ words: wordsOf('en'), facts, project, districts: new Map(), today: '2026-03-01' });
  expect(rows[0]).toMatchObject({
    planned: { start: '2026-01-01', end: '2027-06-30' },
    former: [{ start: '2026-01-01', end: '2026-12-31' }],
    actual: { start: '2026-01-31', end: null },
  });
  expect(rows.slice(1).map(({ label }) => label)).toEqual(['Preparation', 'Implementation']);
});

it('the timeline of a project leaves out plans with invalid days, which an old form may have', () => {
  const odd = (start: unknown, end: unknown) => approved('plan', { start, end } as never);
  const facts = exampleFacts({
    forms: [
      odd(1, 2),
      odd(true, true),
      odd('', '2026-12-31'),
      odd('2026-02-30', '2026-12-31'),
      odd('2027-01-01', '2026-12-31'),
      approved('plan', { start: '2026-01-01', end: '2026-12-31' }, { formId: 2 }),
    ],
  });
  const project = projectOf(facts, { prefix: 'p', urlOf: () => '' });
  const rows = timelineRows({ words: wordsOf('en'), facts, project, districts: new Map(), today: '2026-03-01' });
  expect(rows[0]).toMatchObject({ planned: { start: '2026-01-01', end: '2026-12-31' }, former: [] });
});
