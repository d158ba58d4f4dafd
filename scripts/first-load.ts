import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { screenParts } from '../apps/web/build/screen-parts.ts';

/**
 * Budgets of what a browser loads before it shows a screen (brotli, as served): size, number of requests, and time at
 * 1.5 Mbit/s and 300 ms. The time is computed, because a clock on a loaded machine is not reliable. `npm run bench:web`
 * measures the browser's own work.
 */

const WEB = join(import.meta.dirname, '..', 'apps', 'web');
const BUILT = join(WEB, 'dist');
const KB = 1000;
const BYTES_A_SECOND = 1_500_000 / 8;
const ROUND_TRIP_S = 0.3;
/** The compressed answers of a screen's calls; the largest of those below is 9 kB. */
const ANSWERS_KB = 15;
const HTML = 'index.html';

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

interface Budget {
  screen: string;
  /** Sources whose chunks, with all that they import, are loaded. */
  entries: readonly string[];
  /** Sources whose chunks are already loaded. */
  there?: readonly string[];
  /** The number of sequential round trips. */
  roundTrips: number;
  /** Whether the screen waits for calls. */
  answers: boolean;
  scriptKb: number;
  styleKb: number;
  /** Scripts and styles that are requested. */
  requests: number;
  seconds: number;
}

const { frame, screens } = screenParts(join(WEB, 'src'));
const messages = (areas: readonly string[]) => areas.map((area) => `src/i18n/messages/sr/${area}.ts`);
/** Sources of the scripts and messages of these screens. */
const partsOf = (...names: readonly string[]) =>
  names.flatMap((name) => {
    const found = screens.find((screen) => screen.name === name);
    if (!found) throw new Error(`No screen ${name}`);
    return [join('src', found.file), ...messages(found.areas)];
  });
const PRODUCT = ['src/product.tsx', ...messages(frame)];

const BUDGETS: readonly Budget[] = [
  {
    screen: 'sign-in',
    entries: [HTML],
    // The connection, the page, and everything that it names.
    roundTrips: 3,
    answers: false,
    scriptKb: 150,
    styleKb: 15,
    requests: 8,
    seconds: 2.5,
  },
  {
    screen: 'registration',
    entries: [HTML, 'src/features/login/registration/RegistrationPage.tsx', ...messages(['registration'])],
    // The connection, the page, what it names, the screen.
    roundTrips: 4,
    answers: false,
    scriptKb: 150,
    styleKb: 15,
    requests: 16,
    seconds: 2.5,
  },
  {
    screen: 'project page after signing in',
    entries: partsOf('ProjectScreen', 'DetailsScreen'),
    // Loaded while the user types the password.
    there: [HTML, ...PRODUCT, ...partsOf('DashboardScreen', 'ProjectScreen', 'DetailsScreen')],
    // The sign-in; the data of the screen.
    roundTrips: 2,
    answers: true,
    scriptKb: 0,
    styleKb: 0,
    requests: 0,
    seconds: 2,
  },
  {
    screen: 'project page by its address',
    entries: [HTML, ...PRODUCT, ...partsOf('ProjectScreen', 'DetailsScreen')],
    // The connection, the page, what it names, the product together with the session, the screen together with its
    // data.
    roundTrips: 5,
    answers: true,
    scriptKb: 342,
    styleKb: 43,
    requests: 44,
    seconds: 4,
  },
];

const manifest = JSON.parse(readFileSync(join(BUILT, '.vite', 'manifest.json'), 'utf8')) as Record<string, Chunk>;

function closure(entries: readonly string[]): Chunk[] {
  const found = new Map<string, Chunk>();
  const visit = (name: string) => {
    if (found.has(name)) return;
    const chunk = manifest[name];
    if (!chunk) throw new Error(`The build has no chunk of ${name}`);
    found.set(name, chunk);
    for (const imported of chunk.imports ?? []) visit(imported);
  };
  for (const entry of entries) visit(entry);
  return [...found.values()];
}

const filesOf = (entries: readonly string[]) => ({
  scripts: [...new Set(closure(entries).map(({ file }) => file))],
  styles: [...new Set(closure(entries).flatMap(({ css }) => css ?? []))],
});

const compressed = (content: Buffer) => brotliCompressSync(content).length / KB;
const sizes = new Map<string, number>();
/** Several screens load the same files. */
function sizeOf(file: string): number {
  const size = sizes.get(file) ?? compressed(readFileSync(join(BUILT, file)));
  sizes.set(file, size);
  return size;
}
const size = (files: readonly string[]) => files.reduce((sum, file) => sum + sizeOf(file), 0);

const html = readFileSync(join(BUILT, HTML));
const page = html.toString();
/** The fonts of the page; they are already compressed. */
const fonts = [...page.matchAll(/href="\/(assets\/[^"]+\.woff2)"/g)].map(([, file = '']) => file);
const firstKb = fonts.reduce((sum, file) => sum + readFileSync(join(BUILT, file)).length / KB, compressed(html));

let failed = false;
function hold(screen: string, what: string, value: number, most: number): void {
  failed ||= value > most;
  process.stdout.write(
    `${screen}: ${what} ${value.toFixed(1)} of ${most}${value > most ? ' – more than it may be' : ''}\n`,
  );
}

for (const { screen, entries, there = [], roundTrips, answers, scriptKb, styleKb, requests, seconds } of BUDGETS) {
  const before = filesOf(there);
  const all = filesOf(entries);
  const scripts = all.scripts.filter((file) => !before.scripts.includes(file));
  const styles = all.styles.filter((file) => !before.styles.includes(file));
  const kb = size(scripts) + size(styles) + (entries.includes(HTML) ? firstKb : 0) + (answers ? ANSWERS_KB : 0);
  hold(screen, 'script, kB', size(scripts), scriptKb);
  hold(screen, 'style, kB', size(styles), styleKb);
  hold(screen, 'requests', scripts.length + styles.length, requests);
  hold(screen, 'seconds', (kb * KB) / BYTES_A_SECOND + roundTrips * ROUND_TRIP_S, seconds);
}

// The counted round trips are right only while the page itself names everything that the start needs and preloads.
const named = filesOf([HTML, ...BUDGETS.flatMap(({ there = [] }) => there)]);
for (const file of [...filesOf([HTML]).scripts, ...named.scripts, ...named.styles]) {
  if (page.includes(`/${file}"`)) continue;
  failed = true;
  process.stdout.write(`${HTML} does not name ${file}: it would be asked for a round trip later\n`);
}
process.exit(failed ? 1 : 0);
