import { describe, expect, it } from 'vitest';
import type { Oc4idsProject } from '../mapping/oc4ids.ts';
import { approved, exampleFacts, PLAN } from '../mapping/example-facts.ts';
import { projectOf } from '../mapping/project.ts';
import { catalogOf } from './catalog.ts';
import { csvLine, observationLines, PROJECT_COLUMNS, projectLine } from './csv.ts';
import { feedOf, xmlText } from './feed.ts';

const ROOT = 'https://pimis.rs/api/open-data';
const CHANGED = '2026-05-01T08:00:00Z';

it('the catalogue is a dataset of DCAT-AP with its publisher, licence and files', () => {
  const license = 'https://creativecommons.org/licenses/by/4.0/';
  const text = catalogOf({
    root: ROOT,
    publisher: 'Министарство',
    license,
    modified: CHANGED,
    files: [{ name: 'projects.csv', mediaType: 'text/csv', size: 12 }],
  });
  const both = (sr: string, en: string) => [
    { '@language': 'sr', '@value': sr },
    { '@language': 'en', '@value': en },
  ];
  const publisher = { '@type': 'foaf:Agent', 'foaf:name': 'Министарство' };
  const modified = { '@type': 'xsd:dateTime', '@value': CHANGED };
  const authority = (name: string) => ({ '@id': `http://publications.europa.eu/resource/authority/${name}` });
  const file = (name: string, mediaType: string) => ({
    '@id': `${ROOT}/${name}`,
    '@type': 'dcat:Distribution',
    'dct:title': name,
    'dcat:accessURL': { '@id': `${ROOT}/${name}` },
    'dcat:mediaType': { '@id': `http://www.iana.org/assignments/media-types/${mediaType}` },
    'dct:license': { '@id': license },
    'dct:modified': modified,
  });
  expect(text.startsWith('{\n "@context"')).toBe(true);
  expect(text.endsWith('}\n')).toBe(true);
  expect(JSON.parse(text)).toEqual({
    '@context': {
      dcat: 'http://www.w3.org/ns/dcat#',
      dct: 'http://purl.org/dc/terms/',
      foaf: 'http://xmlns.com/foaf/0.1/',
      xsd: 'http://www.w3.org/2001/XMLSchema#',
    },
    '@id': `${ROOT}/catalog.jsonld`,
    '@type': 'dcat:Catalog',
    'dct:title': both('Капитални пројекти', 'Capital projects'),
    'dct:description': both(
      'Отворени подаци о капиталним пројектима јавних органа.',
      'Open data on the capital projects of public bodies.',
    ),
    'dct:publisher': publisher,
    'dct:license': { '@id': license },
    'dct:modified': modified,
    'dcat:dataset': {
      '@id': ROOT,
      '@type': 'dcat:Dataset',
      'dct:title': both('Капитални пројекти', 'Capital projects'),
      'dct:description': both(
        'Пројекти о којима је комисија позитивно одлучила или чији је план одобрен, по стандарду OC4IDS 0.9.5.',
        'Projects that the commission has accepted or whose plan is approved, in OC4IDS 0.9.5.',
      ),
      'dct:publisher': publisher,
      'dct:identifier': ROOT,
      'dct:language': authority('language/SRP'),
      'dct:spatial': authority('country/SRB'),
      'dct:accrualPeriodicity': authority('frequency/DAILY'),
      'dcat:theme': authority('data-theme/GOVE'),
      'dct:modified': modified,
      'dcat:distribution': [
        file('projects', 'application/json'),
        {
          ...file('projects.csv', 'text/csv'),
          'dcat:downloadURL': { '@id': `${ROOT}/projects.csv` },
          'dcat:byteSize': { '@type': 'xsd:nonNegativeInteger', '@value': '12' },
        },
      ],
    },
  });
});

describe('the feed', () => {
  const project = (id: string, more: Partial<Oc4idsProject>) => ({ id, updated: CHANGED, ...more }) as Oc4idsProject;

  it('is Atom with an entry for each project; without a description the entry has the title instead', () => {
    const projects = [project('p-1', { title: '<Школа>', description: '"Опис"' }), project('p-2', { title: 'Мост' })];
    expect(feedOf({ root: ROOT, publisher: 'А & Б', updated: CHANGED, projects })).toBe(
      [
        '<?xml version="1.0" encoding="utf-8"?>',
        `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="sr"><id>${ROOT}</id><title>Капитални пројекти</title>`,
        `<updated>${CHANGED}</updated><author><name>А &amp; Б</name></author>`,
        `<link rel="self" href="${ROOT}/feed.atom"/>`,
        `<entry><id>${ROOT}/projects/p-1</id><title>&lt;Школа&gt;</title>`,
        `<updated>${CHANGED}</updated><link href="${ROOT}/projects/p-1" type="application/json"/>`,
        '<summary>&quot;Опис&quot;</summary></entry>',
        `<entry><id>${ROOT}/projects/p-2</id><title>Мост</title>`,
        `<updated>${CHANGED}</updated><link href="${ROOT}/projects/p-2" type="application/json"/>`,
        '<summary>Мост</summary></entry>',
        '</feed>',
        '',
      ].join('\n'),
    );
  });

  it('leaves out characters that XML does not allow', () => {
    expect(xmlText('a\u0000\u0008\u000b\u001f\ufffe\uffffb')).toBe('ab');
    expect(xmlText(' \t\n\r\u{1f6a7}\ufffd')).toBe(' \t\n\r\u{1f6a7}\ufffd');
    expect(xmlText('\ud83dx')).toBe('\ufffdx');
  });
});

describe('a line of CSV', () => {
  it('quotes characters that would split it, and writes nothing for a missing value', () => {
    expect(csvLine(['1=1-1+@'])).toBe('1=1-1+@\r\n');
    expect(csvLine(['a', 'b,c', 'd"e', 'f\ng', 'h\ri', 1.5, undefined, ''])).toBe(
      'a,"b,c","d""e","f\ng","h\ri",1.5,,\r\n',
    );
  });

  it.each(['=', '+', '-', '@', '\t', '\r'])('has an apostrophe before a formula that begins with %j', (sign) => {
    expect(csvLine([`${sign}1`])).toBe(`"'${sign}1"\r\n`);
  });

  const facts = exampleFacts({
    places: [
      { id: '1', name: 'Прокупље', district: 'Топлички' },
      { id: '2', name: 'Куршумлија', district: 'Топлички' },
      { id: '3', name: 'Ниш', district: 'Нишавски' },
      { id: '4', name: 'Место', district: null },
    ],
    forms: [
      approved('plan', PLAN, { formId: 1, approvedOn: '2026-03-05' }),
      ...[1, 3].map((quarter) =>
        approved(
          'kvartalni',
          { progress: [{ name: 'Радови', fulfilled: '30.00', expense: `${quarter}40.50` }] },
          { formId: 1 + quarter, name: `Квартални-2026-${quarter}` },
        ),
      ),
      approved('zavrsni', { actualValue: '990.00' }, { formId: 9 }),
    ],
  });
  const mapped = (of: typeof facts) => projectOf(of, { prefix: 'p', urlOf: () => '' });
  const named = (of: typeof facts) => {
    const cells = projectLine(of, mapped(of)).trimEnd().split(',');
    return Object.fromEntries(PROJECT_COLUMNS.map((name, at) => [name, cells[at]]));
  };

  it('of a project has a value for each column', () => {
    expect(named(facts)).toEqual({
      id: 'p-2026-0004',
      code: 'PPOV-PK',
      title: 'ППОВ Прокупље',
      status: 'implementation',
      sector: 'waterAndWaste',
      public_authority: 'Град Прокупље',
      regions: 'Топлички; Нишавски',
      budget: '1000',
      budget_approved: '2026-03-05',
      planned_start: '2026-04-01',
      planned_end: '2026-09-30',
      spent: '481',
      done_percent: '48',
      final_value: '990',
      public_since: '2026-01-10',
      updated: '2026-05-01T08:00:00.000Z',
    });
  });

  it('of a project without plan and reports has no amounts', () => {
    const { id, code, title, status, sector, public_authority, public_since, updated, ...others } = named(
      exampleFacts(),
    );
    expect([id, code, title, status, sector, public_authority, public_since, updated]).not.toContain('');
    expect(Object.values(others)).toEqual(Array(8).fill(''));
  });

  it('of observations exists for each quarter of the newest plan or a report, in chronological order', () => {
    expect(observationLines(facts, mapped(facts))).toBe(
      ['p-2026-0004,2026-Q1,,140.5\r\n', 'p-2026-0004,2026-Q2,300,\r\n', 'p-2026-0004,2026-Q3,700,340.5\r\n'].join(''),
    );
    expect(observationLines(exampleFacts(), mapped(exampleFacts()))).toBe('');
  });
});
