import { BarChart, barTable } from '@pimis/charts/bars';
import type { PublicRow } from '../../open-data/public-list.ts';
import type { PublicTotals } from '../../open-data/public-totals.ts';
import { pathOf, withQuery } from '../addresses.ts';
import { h, type PortalPage } from '../html.ts';
import { Fitting, Panel, ProjectTable, ShownTable, statusBars, TotalFacts } from '../parts.ts';
import { filled, type Words } from '../words.ts';

interface Place {
  kind: 'region' | 'body';
  /** Code of a district, or number of a body. */
  id: string;
  name: string;
  totals: Pick<PublicTotals, 'all' | 'status'>;
  /** Projects of the highest value. */
  rows: readonly PublicRow[];
  prefix: string;
}

const FOLDERS = { region: 'regions', body: 'bodies' } as const;

/** The page of a district or of a public body: its totals and its largest projects. */
export function placePage(words: Words, { kind, id, name, totals, rows, prefix }: Place): PortalPage {
  const { texts, formats, language } = words;
  const own = texts[kind];
  const title = filled(own.title, { name: words.data(name) });
  const listed = (query: Record<string, string | boolean>) =>
    withQuery(pathOf(language, '/projects'), { [kind]: id, ...query });
  const chart = {
    title: texts.front.byStatus,
    format: formats.count,
    none: texts.none,
    bars: statusBars(words, totals.status, listed),
  };
  return {
    title,
    description: `${title}: ${words.projects(totals.all.projects)}, ${formats.amount.full(totals.all.value)}`,
    path: `/${FOLDERS[kind]}/${id}`,
    content: [
      h('h1', { key: 'title' }, title),
      h(TotalFacts, { key: 'facts', words, all: totals.all, listed }),
      h(
        Panel,
        { key: 'status', title: chart.title },
        h(Fitting, { draw: (width) => h(BarChart, { ...chart, width }) }),
        h(ShownTable, {
          words,
          title: chart.title,
          data: barTable(chart, [texts.columns.status, texts.columns.projects]),
        }),
      ),
      h(
        Panel,
        { key: 'projects', title: own.projects },
        rows.length === 0
          ? h('p', null, texts.list.empty)
          : h(ProjectTable, { words, prefix, caption: own.projects, rows, body: kind === 'region' }),
        h('p', null, h('a', { href: listed({ sort: 'value' }) }, own.all)),
      ),
    ],
  };
}
