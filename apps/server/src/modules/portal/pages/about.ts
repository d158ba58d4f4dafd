import { h, type PortalPage, type Site } from '../html.ts';
import { Panel } from '../parts.ts';
import { filled, type Words } from '../words.ts';

const FILES = {
  index: '',
  projects: '/projects',
  ndjson: '/projects.ndjson.gz',
  csv: '/projects.csv',
  observations: '/observations.csv',
  catalog: '/catalog.jsonld',
  feed: '/feed.atom',
} as const;

/** The examples, with the addresses of this server; a test runs them (examples.test.ts). */
export function examplesFor(publicUrl: string): { curl: string; python: string } {
  return {
    curl: `curl -s '${publicUrl}/api/open-data/projects?status=implementation&perPage=100'`,
    python: [
      'import csv, io, urllib.request',
      `text = urllib.request.urlopen("${publicUrl}/api/open-data/projects.csv").read().decode("utf-8")`,
      'rows = list(csv.DictReader(io.StringIO(text)))',
      'print(len(rows), sum(float(row["budget"] or 0) for row in rows))',
    ].join('\n'),
  };
}

/** The page about the portal: public and withheld data, since when, the licence, and how to use it. */
export function aboutPage(words: Words, site: Site): PortalPage {
  const { about } = words.texts;
  const examples = examplesFor(site.publicUrl);
  const paragraphs = (texts: readonly string[]) => texts.map((text) => h('p', { key: text, className: 'prose' }, text));
  const root = `${site.publicUrl}/api/open-data`;
  const entries = Object.entries(FILES) as [keyof typeof FILES, string][];
  return {
    title: about.title,
    description: about.shownText[0] ?? about.title,
    path: '/about',
    content: [
      h('h1', { key: 'title' }, about.title),
      h(Panel, { key: 'shown', title: about.shown }, paragraphs(about.shownText)),
      h(Panel, { key: 'hidden', title: about.hidden }, paragraphs(about.hiddenText)),
      h(Panel, { key: 'since', title: about.since }, paragraphs([about.sinceText])),
      h(Panel, { key: 'late', title: about.late }, paragraphs([about.lateText])),
      h(
        Panel,
        { key: 'license', title: about.license },
        h('p', null, about.licenseText, ' ', h('a', { href: site.license, rel: 'license' }, site.license)),
      ),
      h(
        Panel,
        { key: 'use', title: about.use, id: 'use' },
        h('p', { className: 'prose' }, about.useText),
        h(
          'ul',
          null,
          entries.map(([name, path]) =>
            h(
              'li',
              { key: name },
              h('a', { href: `/api/open-data${path}` }, `${root}${path}`),
              h('small', null, about.files[name]),
            ),
          ),
        ),
        h('h3', null, about.examples),
        h('p', null, about.curl),
        h('pre', { tabIndex: 0 }, h('code', null, examples.curl)),
        h('p', null, about.python),
        h('pre', { tabIndex: 0 }, h('code', null, examples.python)),
        h('p', { className: 'prose' }, filled(about.sheet, { file: 'projects.csv' })),
      ),
      h(Panel, { key: 'error', title: about.error }, paragraphs([about.errorText])),
    ],
  };
}
