import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** How large what a browser loads before it shows a screen may be: brotli, as it is served. */

const WEB = join(import.meta.dirname, '..', 'apps', 'web');
const BUILT = join(WEB, 'dist');
const KB = 1000;

interface Chunk {
  file: string;
  css?: string[];
  imports?: string[];
}

interface Budget {
  screen: string;
  /** Sources whose chunks, with all that they import, are loaded first. */
  entries: readonly string[];
  scriptKb: number;
  styleKb: number;
  /** Scripts and styles that are asked for. */
  requests: number;
}

const BUDGETS: readonly Budget[] = [
  {
    screen: 'sign-in',
    entries: ['index.html'],
    scriptKb: 90,
    styleKb: 15,
    requests: 8,
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

const size = (files: readonly string[]) =>
  files.reduce((sum, file) => sum + brotliCompressSync(readFileSync(join(BUILT, file))).length, 0) / KB;

let failed = false;
for (const { screen, entries, scriptKb, styleKb, requests } of BUDGETS) {
  const chunks = closure(entries);
  const scripts = [...new Set(chunks.map(({ file }) => file))];
  const styles = [...new Set(chunks.flatMap(({ css }) => css ?? []))];
  const measured = [
    ['script, kB', size(scripts), scriptKb],
    ['style, kB', size(styles), styleKb],
    ['requests', scripts.length + styles.length, requests],
  ] as const;
  for (const [what, value, most] of measured) {
    failed ||= value > most;
    process.stdout.write(
      `${screen}: ${what} ${value.toFixed(1)} of ${most}${value > most ? ' – more than it may be' : ''}\n`,
    );
  }
}
process.exit(failed ? 1 : 0);
