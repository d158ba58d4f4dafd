import type { Context } from '../../platform/context.ts';
import { xmlText } from '../open-data/files/feed.ts';
import { publicId } from '../open-data/mapping/project.ts';
import { publishing } from '../open-data/package.ts';
import { highestPublicId, readPublicNumbers } from '../open-data/public-list.ts';
import { pathOf, ROOT } from './addresses.ts';
import { LANGUAGES } from './words.ts';

/** Ids of projects in a part of the sitemap; a part may have 50,000 addresses at most. */
const IN_A_PART = 5_000;
/** The largest id that the database can store: no part beyond it has projects. */
const LARGEST_ID = 2_147_483_647;
const PAGES = ['', '/projects', '/about'];

/** A URL with its variants in the other languages. */
function entry(publicUrl: string, path: string, changed?: Date): string {
  const alternates = LANGUAGES.map(
    (language) =>
      `<xhtml:link rel="alternate" hreflang="${language}" href="${xmlText(publicUrl + pathOf(language, path))}"/>`,
  ).join('');
  return LANGUAGES.map(
    (language) =>
      `<url><loc>${xmlText(publicUrl + pathOf(language, path))}</loc>${alternates}${changed ? `<lastmod>${changed.toISOString()}</lastmod>` : ''}</url>`,
  ).join('\n');
}

/** The index of the sitemap: parts by project id, and one part for the other pages. */
export async function sitemapIndex({ db, config }: Context): Promise<string> {
  const parts = Math.ceil(((await highestPublicId(db)) + 1) / IN_A_PART);
  const names = ['pages', ...Array.from({ length: parts }, (_, index) => String(index))];
  return `<?xml version="1.0" encoding="utf-8"?>
<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">
${names.map((name) => `<sitemap><loc>${xmlText(`${config.publicUrl}${ROOT}/sitemap-${name}.xml`)}</loc></sitemap>`).join('\n')}
</sitemapindex>
`;
}

/** A part of the sitemap; null if none has this name. */
export async function sitemapPart(
  context: Context,
  name: string,
  districts: readonly { code: string }[],
): Promise<string | null> {
  const { publicUrl } = context.config;
  const urls = async () => {
    if (name === 'pages') {
      return [...PAGES, ...districts.map(({ code }) => `/regions/${code}`)].map((path) => entry(publicUrl, path));
    }
    if (!/^\d{1,6}$/.test(name)) return [];
    const first = Number(name) * IN_A_PART;
    if (first > LARGEST_ID) return [];
    const { prefix } = publishing(context);
    const rows = await readPublicNumbers(context.db, first, Math.min(first + IN_A_PART - 1, LARGEST_ID));
    return rows.map(({ number, changedAt }) => entry(publicUrl, `/projects/${publicId(prefix, number)}`, changedAt));
  };
  const found = await urls();
  if (found.length === 0) return null;
  return `<?xml version="1.0" encoding="utf-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${found.join('\n')}
</urlset>
`;
}

export const robots = (publicUrl: string): string =>
  `User-agent: *\nAllow: ${ROOT}\nDisallow: /\nSitemap: ${publicUrl}${ROOT}/sitemap.xml\n`;
