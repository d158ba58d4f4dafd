import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import sharp from 'sharp';
import { ROOT } from './addresses.ts';

/** A file that pages load; its URL changes with its content, so browsers may cache it for ever. */
export interface Asset {
  address: string;
  type: string;
  content: Buffer;
}

const { resolve } = createRequire(import.meta.url);
const FONTS = '@fontsource-variable/source-sans-3/files/source-sans-3';
const CARD = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="315" viewBox="0 0 600 315">
<rect width="600" height="315" fill="#0C303B"/><g transform="translate(204 62) scale(6)"><path d="M8 18h4v7H8z" fill="#4E9DAE"/>
<path d="M14 12h4v13h-4z" fill="#7DBCC9"/><path d="M20 6h4v19h-4z" fill="#fff"/></g></svg>`;

function asset(name: string, extension: string, type: string, content: Buffer): Asset {
  const hash = createHash('sha256').update(content).digest('hex').slice(0, 10);
  return { address: `${ROOT}/assets/${name}-${hash}.${extension}`, type, content };
}

/** The design tokens as CSS; the reader's system chooses the theme. */
function tokens(): string {
  const sheet = readFileSync(resolve('@pimis/charts/tokens.css'), 'utf8');
  const [light = '', dark = ''] = sheet.split('[data-mantine-color-scheme="dark"]');
  // Paper is light.
  return `${light}@media screen and (prefers-color-scheme: dark) { :root${dark} }`;
}

/** Files loaded by the pages of the portal: one style sheet, two fonts, and a picture for social networks. */
export interface PortalAssets {
  styles: Asset;
  card: Asset;
  fonts: readonly Asset[];
}

/** The parts of the style sheet in the order in which they count. */
const LOOK = ['page', 'frame', 'panels', 'fields', 'tables', 'print'] as const;

let made: Promise<PortalAssets> | undefined;

/** Made once for a process. */
export function portalAssets(): Promise<PortalAssets> {
  made ??= makeAssets();
  return made;
}

async function makeAssets(): Promise<PortalAssets> {
  const font = (name: string) =>
    asset(name, 'woff2', 'font/woff2', readFileSync(resolve(`${FONTS}-${name}-wght-normal.woff2`)));
  const [cyrillic, latin] = [font('cyrillic'), font('latin')];
  const own = LOOK.map((name) => readFileSync(join(import.meta.dirname, 'look', `${name}.css`), 'utf8'))
    .join('\n')
    .replace('FONT_CYRILLIC', cyrillic.address)
    .replace('FONT_LATIN', latin.address);
  const styles = [tokens(), readFileSync(resolve('@pimis/charts/charts.css'), 'utf8'), own].join('\n');
  return {
    styles: asset('portal', 'css', 'text/css; charset=utf-8', Buffer.from(styles.replaceAll(/\n\s*/g, '\n'))),
    card: asset('card', 'png', 'image/png', await sharp(Buffer.from(CARD)).png().toBuffer()),
    fonts: [cyrillic, latin],
  };
}
