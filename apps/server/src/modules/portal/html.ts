import '../../platform/process/production.ts';
import { createElement, type ReactElement, type ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { pathOf, withQuery } from './addresses.ts';
import { LANGUAGE_NAMES, LANGUAGES, type PortalLanguage, type Words } from './words.ts';

/** Elements are made by calls: Node runs these files as they are (docs/decisions/0185-charts.md). */
export const h = createElement;

/** A page of the portal. Its links are paths; URLs for other sites are made absolute. */
export interface PortalPage {
  title: string;
  description: string;
  /** The path after the language: '' for the front page, '/projects' and so on. */
  path: string;
  /** Parameters of the canonical address. */
  query?: Readonly<Record<string, string | number | boolean | undefined>>;
  content: ReactNode;
  /** The page does not exist or is not published: search engines must not index it. */
  hidden?: boolean;
  /** A notice at the top of the page. */
  notice?: string;
}

/** Data of the server that every page needs. */
export interface Site {
  /** Without a slash at its end. */
  publicUrl: string;
  license: string;
  /** The address of the style sheet and of the picture for social networks. */
  styles: string;
  card: string;
}

const ICON =
  "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'%3E%3Crect width='32' height='32' rx='6' fill='%230C303B'/%3E%3Cpath d='M8 18h4v7H8zM14 12h4v13h-4zM20 6h4v19h-4z' fill='%237DBCC9'/%3E%3C/svg%3E";

function Logo(): ReactElement {
  return h(
    'svg',
    { width: 28, height: 28, viewBox: '0 0 32 32', 'aria-hidden': true },
    h('rect', { width: 32, height: 32, rx: 6, fill: '#17434F' }),
    h('path', { d: 'M8 18h4v7H8z', fill: '#4E9DAE' }),
    h('path', { d: 'M14 12h4v13h-4z', fill: '#7DBCC9' }),
    h('path', { d: 'M20 6h4v19h-4z', fill: '#fff' }),
  );
}

function Head({ page, words, site }: { page: PortalPage; words: Words; site: Site }): ReactElement {
  const { texts, language } = words;
  const addressIn = (of: PortalLanguage) => site.publicUrl + withQuery(pathOf(of, page.path), page.query ?? {});
  const title = `${page.title} · ${texts.brand}`;
  const meta = (name: string, content: string) => h('meta', { name, content });
  const social = (property: string, content: string) => h('meta', { property, content });
  return h(
    'head',
    null,
    h('meta', { charSet: 'utf-8' }),
    meta('viewport', 'width=device-width, initial-scale=1'),
    meta('color-scheme', 'light dark'),
    h('title', null, title),
    meta('description', page.description),
    h('link', { rel: 'stylesheet', href: site.styles }),
    h('link', { rel: 'icon', href: ICON }),
    page.hidden === true
      ? meta('robots', 'noindex')
      : [
          h('link', { key: 'canonical', rel: 'canonical', href: addressIn(language) }),
          ...LANGUAGES.map((of) => h('link', { key: of, rel: 'alternate', hrefLang: of, href: addressIn(of) })),
          h('link', { key: 'default', rel: 'alternate', hrefLang: 'x-default', href: addressIn('sr-Cyrl') }),
        ],
    h('link', {
      rel: 'alternate',
      type: 'application/atom+xml',
      title: texts.footer.feed,
      href: '/api/open-data/feed.atom',
    }),
    social('og:type', 'website'),
    social('og:site_name', texts.site),
    social('og:title', page.title),
    social('og:description', page.description),
    social('og:url', addressIn(language)),
    social('og:image', site.publicUrl + site.card),
    social('og:locale', language === 'en' ? 'en_GB' : language === 'sr-Latn' ? 'sr_RS@latin' : 'sr_RS'),
    meta('twitter:card', 'summary'),
  );
}

const MENU = [
  ['front', ''],
  ['projects', '/projects'],
  ['about', '/about'],
] as const;

function Header({ page, words }: { page: PortalPage; words: Words }): ReactElement {
  const { texts, language } = words;
  return h(
    'header',
    { className: 'head' },
    h(
      'a',
      { className: 'brand', href: pathOf(language, '') },
      h(Logo),
      h('span', null, h('b', null, texts.brand), h('span', null, texts.site)),
    ),
    h(
      'nav',
      { 'aria-label': texts.menu },
      MENU.map(([name, path]) =>
        h(
          'a',
          { key: name, href: pathOf(language, path), 'aria-current': page.path === path ? 'page' : undefined },
          texts.nav[name],
        ),
      ),
    ),
    h(
      'nav',
      { className: 'languages', 'aria-label': texts.languages },
      LANGUAGES.map((of) =>
        h(
          'a',
          {
            key: of,
            lang: of,
            hrefLang: of,
            href: withQuery(pathOf(of, page.hidden === true ? '' : page.path), page.query ?? {}),
            'aria-current': of === language ? 'true' : undefined,
          },
          LANGUAGE_NAMES[of],
        ),
      ),
    ),
  );
}

function Footer({ words, site }: { words: Words; site: Site }): ReactElement {
  const { texts } = words;
  return h(
    'footer',
    { className: 'foot' },
    h('a', { href: pathOf(words.language, '/about') }, texts.nav.about),
    h('a', { href: site.license, rel: 'license' }, texts.footer.license),
    h('a', { href: '/api/open-data' }, texts.footer.data),
    h('a', { href: '/api/open-data/feed.atom' }, texts.footer.feed),
  );
}

/** The whole page as HTML. */
export function renderPage(page: PortalPage, words: Words, site: Site): string {
  const html = h(
    'html',
    { lang: words.language },
    h(Head, { page, words, site }),
    h(
      'body',
      null,
      h('a', { className: 'skip', href: '#content' }, words.texts.skip),
      page.notice !== undefined && h('p', { className: 'notice', role: 'note' }, page.notice),
      h(Header, { page, words }),
      h('main', { id: 'content', tabIndex: -1 }, page.content),
      h(Footer, { words, site }),
    ),
  );
  return `<!doctype html>${renderToStaticMarkup(html)}`;
}
