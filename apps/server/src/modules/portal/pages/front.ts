import { BarChart, barTable, ColumnChart } from '@pimis/charts/bars';
import { DistrictMap } from '@pimis/charts/map/district-map';
import { LISTS } from '@pimis/domain/workflow/lists';
import { dayOf } from '../../../platform/context.ts';
import { SECTOR_NAMES, sectorName } from '../../open-data/mapping/classification.ts';
import type { NewestDecision, PublicRow } from '../../open-data/public-list.ts';
import { NOTHING, type PublicTotals, type Total } from '../../open-data/public-totals.ts';
import { pathOf, withQuery } from '../addresses.ts';
import { h, type PortalPage } from '../html.ts';
import { Fitting, Panel, projectPath, ProjectTable, ShownTable, statusBars, Table, TotalFacts } from '../parts.ts';
import { filled, type Words } from '../words.ts';

interface Front {
  totals: PublicTotals;
  districts: readonly { code: string; name: string }[];
  largest: readonly PublicRow[];
  late: readonly PublicRow[];
  decisions: readonly NewestDecision[];
  /** The value shown on the map. */
  map: 'worth' | 'number';
  prefix: string;
}

/** Sums by sector of the standard, which combines some of the product's sectors. */
export function bySector(totals: PublicTotals): Map<string, Total> {
  const sums = new Map<string, Total>(SECTOR_NAMES.map((name) => [name, { ...NOTHING }]));
  for (const [sector, total] of totals.sector) {
    const sum = sums.get(sectorName(Number(sector)));
    if (!sum) continue;
    sum.projects += total.projects;
    sum.value += total.value;
    sum.late += total.late;
  }
  return sums;
}

/** Charts of the front page as bars, each with its name and the address of its CSV. */
export function frontCharts(words: Words, { totals, districts, map }: Pick<Front, 'totals' | 'districts' | 'map'>) {
  const { texts, formats, language } = words;
  const listed = (query: Record<string, string>) => withQuery(pathOf(language, '/projects'), query);
  const chart = (name: string, title: string, column: string, format: typeof formats.count) => ({
    name,
    title,
    format,
    none: texts.none,
    head: [column, format === formats.count ? texts.columns.projects : texts.columns.worth] as [string, string],
  });
  const mapFormat = map === 'worth' ? formats.amount : formats.count;
  return {
    status: {
      ...chart('status', texts.front.byStatus, texts.columns.status, formats.count),
      bars: statusBars(words, totals.status, listed),
    },
    sector: {
      ...chart('sector', texts.front.bySector, texts.columns.sector, formats.amount),
      bars: [...bySector(totals)].map(([key, { value }]) => ({
        key,
        label: Object.entries(texts.sector).find(([name]) => name === key)?.[1] ?? key,
        value,
        href: listed({ sector: key }),
      })),
    },
    year: {
      ...chart('year', texts.front.byYear, texts.columns.year, formats.count),
      bars: [...totals.year].map(([key, { projects }]) => ({ key, label: key, value: projects, href: undefined })),
    },
    region: {
      ...chart('region', texts.front.map, texts.columns.region, mapFormat),
      none: texts.front.mapNone,
      bars: districts.map(({ code, name }) => {
        const total = totals.district.get(code);
        return {
          key: code,
          label: words.data(name),
          value: total ? (map === 'worth' ? total.value : total.projects) : null,
          href: pathOf(language, `/regions/${code}`),
        };
      }),
    },
  };
}

/** The map by worth or number, as the URL of the page requests. */
function mapChoice({ texts, language }: Words, map: Front['map']) {
  const choices = [
    { shown: 'worth', text: texts.front.mapWorth, query: {} },
    { shown: 'number', text: texts.front.mapNumber, query: { map: 'number' } },
  ] as const;
  return h(
    'p',
    { className: 'choice' },
    choices.map(({ shown, text, query }) =>
      h(
        'a',
        {
          key: shown,
          href: withQuery(pathOf(language, ''), query),
          'aria-current': shown === map ? 'true' : undefined,
        },
        text,
      ),
    ),
  );
}

/** The map and the charts, each with its table and CSV. */
function chartsOf(words: Words, front: Front) {
  const { texts, language } = words;
  const { map } = front;
  const { region, status, sector, year } = frontCharts(words, front);
  const csv = (name: string) =>
    withQuery(pathOf(language, `/charts/${name}.csv`), { map: map === 'number' ? map : undefined });
  const tableOf = (chart: typeof region | typeof status | typeof sector | typeof year) =>
    h(ShownTable, { words, title: chart.title, data: barTable(chart, chart.head), csv: csv(chart.name) });
  const panel = (chart: typeof status | typeof sector | typeof year, Chart: typeof BarChart) =>
    h(Panel, { title: chart.title }, h(Fitting, { draw: (width) => h(Chart, { ...chart, width }) }), tableOf(chart));
  return h(
    'div',
    { key: 'charts', className: 'grid' },
    h(
      Panel,
      { title: texts.front.map },
      mapChoice(words, map),
      h(DistrictMap, {
        title: region.title,
        width: 296,
        districts: region.bars.map(({ key, label, ...rest }) => ({ code: key, name: label, ...rest })),
        format: region.format,
        none: region.none,
      }),
      tableOf(region),
    ),
    h('div', { className: 'stack' }, panel(status, BarChart), panel(sector, BarChart), panel(year, ColumnChart)),
  );
}

/** The newest decisions of the commission. */
function decisionsOf(words: Words, { decisions, prefix }: Front) {
  const { texts, language, day, data } = words;
  return h(
    Panel,
    { key: 'decisions', title: texts.front.decisions },
    h(Table<NewestDecision>, {
      caption: texts.front.decisions,
      keyOf: ({ number, list }) => `${number} ${list}`,
      rows: decisions,
      columns: [
        {
          name: texts.columns.project,
          cell: (row) => h('a', { href: projectPath(language, prefix, row.number) }, data(row.title)),
        },
        { name: texts.columns.list, cell: ({ list }) => listTitle(words, list) },
        { name: texts.columns.date, cell: ({ date }) => day(date) },
      ],
    }),
  );
}

/** The front page: number, value, and places of projects, and recent changes. */
export function frontPage(words: Words, front: Front): PortalPage {
  const { texts, language, day } = words;
  const { totals, map, prefix } = front;
  const list = pathOf(language, '/projects');
  const projects = (caption: string, rows: readonly PublicRow[]) => h(ProjectTable, { words, prefix, caption, rows });
  return {
    title: texts.site,
    description: texts.front.lead,
    path: '',
    query: { map: map === 'number' ? map : undefined },
    content: [
      h('h1', { key: 'title' }, texts.site),
      h('p', { key: 'lead', className: 'lead' }, texts.front.lead),
      h(
        'form',
        { key: 'search', className: 'search', role: 'search', action: list },
        h('label', { htmlFor: 'text' }, texts.list.words),
        h('input', { id: 'text', name: 'text', type: 'search', maxLength: 100 }),
        h('button', { type: 'submit' }, texts.list.search),
      ),
      h(TotalFacts, {
        key: 'facts',
        words,
        all: totals.all,
        listed: (query) => withQuery(pathOf(language, '/projects'), query),
      }),
      totals.all.projects === 0 ? h('p', { key: 'empty' }, texts.front.empty) : chartsOf(words, front),
      front.largest.length > 0 &&
        h(
          Panel,
          { key: 'largest', title: texts.front.largest },
          projects(texts.front.largest, front.largest),
          h('p', null, h('a', { href: withQuery(list, { sort: 'value' }) }, texts.front.all)),
        ),
      front.decisions.length > 0 && decisionsOf(words, front),
      front.late.length > 0 &&
        h(Panel, { key: 'late', title: texts.front.latest }, projects(texts.front.latest, front.late)),
      totals.changedAt &&
        h(
          'p',
          { key: 'changed', className: 'second' },
          filled(texts.footer.updated, { day: day(dayOf(totals.changedAt)) }),
        ),
    ],
  };
}

/** The title of a type of list. */
export function listTitle(words: Words, type: number): string {
  const found = LISTS.find((list) => list.type === type);
  return found ? words.pair(found.title) : String(type);
}
