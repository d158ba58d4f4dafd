import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { brokenRules, climbing, cycles, roomGraph } from './import-rules.ts';

const ROOT = join(import.meta.dirname, '..');
// Types are erased before anything runs, so an import of types alone closes no circle; it still has a direction.
const STATEMENT = /(?:^|\n)\s*(?:import|export)\s+(?<type>type\s+)?(?:[^'";]*?\sfrom\s+)?'(?<name>[^']+)'/g;
const DYNAMIC = /import\('(?<name>[^']+)'\)/g;
const PACKAGE = /^@pimis\/(domain|contract|examples|markdown)\/(.+)$/;

function sources(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return ['node_modules', 'dist', 'data'].includes(entry.name) ? [] : sources(path);
    return /\.tsx?$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [path] : [];
  });
}

function resolved(file: string, name: string): string {
  const own = PACKAGE.exec(name);
  if (own) return `packages/${own[1]}/src/${own[2]}.ts`;
  if (!name.startsWith('.')) return name;
  return relative(ROOT, join(ROOT, dirname(file), name))
    .split(sep)
    .join('/');
}

/** Reads the imports of every source file; `values` leaves out those of types alone. */
function graphOf(files: readonly string[], values: boolean): Map<string, string[]> {
  return new Map(
    files.map((file) => {
      const text = readFileSync(join(ROOT, file), 'utf8');
      const named = [...text.matchAll(STATEMENT), ...(values ? [] : text.matchAll(DYNAMIC))];
      return [
        file,
        named
          .filter((match) => !(values && match.groups?.type))
          .map((match) => resolved(file, match.groups?.name ?? ''))
          // Styles and tests of the platform itself are no modules.
          .filter((name) => !name.endsWith('.css')),
      ];
    }),
  );
}

const files = [...sources('packages'), ...sources('apps')];
const all = graphOf(files, false);
const violations = [...brokenRules(all), ...climbing(all)];
// Between rooms types count too: who needs the other's words depends on it.
const circles = [...cycles(graphOf(files, true)), ...cycles(roomGraph(all))];
for (const { rule, from, to } of violations) process.stderr.write(`${rule}: ${from} → ${to}\n`);
for (const circle of circles) process.stderr.write(`circle: ${circle.join(' → ')}\n`);
process.stdout.write(`${files.length} files, ${violations.length + circles.length} broken import rules\n`);
process.exit(violations.length + circles.length > 0 || files.length === 0 ? 1 : 0);
