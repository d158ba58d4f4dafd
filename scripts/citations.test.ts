import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '..');
const FOLDERS = ['packages', 'apps', 'scripts', 'tests', 'bench', 'docs'];
const SOURCE = /\.(ts|tsx|css|sql|md)$/;
const SKIPPED = ['node_modules', 'dist', 'data', 'pages'];
/** A page of the docs, and the sections named after a comma. */
const CITATION = /docs\/(?<page>[\w/.-]+\.md)(?:, (?<sections>[^).;\n]*))?/g;
const LABEL = /"(?<title>[^"]+)"|\b(?<number>[A-DK]\d*(?:\.\d[a-z]?)?|SRC|FUND|\d+)(?![\w"])/g;

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return SKIPPED.includes(entry.name) ? [] : sources(path);
    return SOURCE.test(entry.name) ? [path] : [];
  });
}

const own = 'scripts/citations.test.ts';
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const files = [...FOLDERS.flatMap(sources), 'ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md'];

/** Whole headings of a page, and the numbers that they begin with. */
function headingsOf(page: string): Set<string> {
  const titles = [...read(page).matchAll(/^#+ (.+)$/gm)].map((match) => match[1] ?? '');
  return new Set(titles.flatMap((title) => [title, /^\S+/.exec(title)?.[0] ?? '']));
}

describe('pages that code and docs cite', () => {
  it('exist, with the sections that are named', () => {
    const missing: string[] = [];
    for (const file of files) {
      for (const { groups } of read(file).matchAll(CITATION)) {
        const page = `docs/${groups?.page ?? ''}`;
        if (!existsSync(join(ROOT, page))) {
          missing.push(`${file}: ${page}`);
          continue;
        }
        const headings = headingsOf(page);
        for (const label of (groups?.sections ?? '').matchAll(LABEL)) {
          const name = label.groups?.title ?? label.groups?.number ?? '';
          if (!headings.has(name)) missing.push(`${file}: ${page}, ${name}`);
        }
      }
    }
    expect(missing).toEqual([]);
  });

  it('are named by their path', () => {
    const vague = /\b(workflow|permissions|indicators|interface|look|forms|documents) page\b|form catalogue, [A-K]/i;
    expect(files.filter((file) => file !== own && vague.test(read(file)))).toEqual([]);
  });

  it('and every record has its four parts on a page, and is in the list of records', () => {
    const listed = read('docs/decisions/README.md');
    const records = readdirSync(join(ROOT, 'docs/decisions')).filter((name) => /^\d{4}-/.test(name));
    expect(records.filter((name) => !listed.includes(`](${name})`))).toEqual([]);
    const parts = /\nStatus: accepted.*\n## Context\n.*\n## Decision\n.*\n## Consequences\n/s;
    const words = 550;
    const strange = records.filter((name) => {
      const record = read(`docs/decisions/${name}`);
      return !parts.test(record) || record.split(/\s+/).length > words;
    });
    expect(strange).toEqual([]);
  });

  it('and the links between pages lead somewhere', () => {
    const broken = files
      .filter((file) => file.endsWith('.md'))
      .flatMap((file) =>
        [...read(file).matchAll(/\]\((?!https?:|#|mailto:|\/)(?<target>[^)#\s]+)/g)]
          .map((match) => join(dirname(file), match.groups?.target ?? ''))
          // Pages of the help link to each other without a file extension.
          .filter((target) => ![target, `${target}.md`].some((path) => existsSync(join(ROOT, path))))
          .map((target) => `${file}: ${target}`),
      );
    expect(broken).toEqual([]);
  });

  it('and the code that the recipes name exists', () => {
    const recipes = /^## Recipes$[^]*?^## Style$/m.exec(read('CONTRIBUTING.md'))?.[0] ?? '';
    const names = new Set([...recipes.matchAll(/`(?<name>[A-Za-z_]{4,})`/g)].map(({ groups }) => groups?.name ?? ''));
    expect(names.size).toBeGreaterThan(10);
    const code = files.filter((file) => /\.(ts|tsx|sql)$/.test(file) && file !== own).map(read);
    const missing = [...names].filter((name) => !code.some((text) => new RegExp(`\\b${name}\\b`).test(text)));
    expect(missing).toEqual([]);
  });

  it('and the files that the recipes and the glossary name exist', () => {
    const letters: Readonly<Record<string, string>> = {
      D: 'packages/domain/src',
      C: 'packages/contract/src',
      S: 'apps/server/src',
      W: 'apps/web/src',
    };
    const recipes = [...read('CONTRIBUTING.md').matchAll(/`(?<letter>[DCSW])\/(?<path>[\w/.-]+)`/g)].map(
      ({ groups }) => [`${letters[groups?.letter ?? ''] ?? ''}/${groups?.path ?? ''}`],
    );
    const words = [...read('docs/glossary.md').matchAll(/`(?<path>[\w-]+\/[\w/.-]*)`/g)].map(({ groups }) => {
      const path = groups?.path ?? '';
      return ['', 'packages/domain/src/', 'apps/server/src/', 'apps/server/src/modules/'].map((base) => base + path);
    });
    expect(recipes.length).toBeGreaterThan(20);
    expect(words.length).toBeGreaterThan(40);
    const missing = [...recipes, ...words].filter((places) => !places.some((path) => existsSync(join(ROOT, path))));
    expect(missing).toEqual([]);
  });

  it('and the files that decisions and the architecture name exist', () => {
    const named = files
      .filter((file) => file.startsWith('docs/decisions/') || file === 'ARCHITECTURE.md')
      .flatMap((file) =>
        [...read(file).matchAll(/`(?<name>[\w./-]+\.(?:tsx?|sql))`/g)].map(({ groups }) => [file, groups?.name]),
      );
    expect(named.length).toBeGreaterThan(100);
    const paths = [...files, 'oxlint.config.ts'].map((file) => `/${file}`);
    expect(named.filter(([, name]) => !paths.some((path) => path.endsWith(`/${name}`)))).toEqual([]);
  });
});
