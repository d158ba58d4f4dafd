import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LAYERS } from './import-rules.ts';

const ROOT = join(import.meta.dirname, '..');

/** A file and the one name that it imports. */
const REFUSED = [
  ['packages/domain/src/a/b.ts', 'node:fs'],
  ['packages/domain/src/a/b.ts', 'vitest'],
  ['packages/domain/src/a/b.ts', '@pimis/contract/b'],
  ['packages/domain/src/a/b.ts', '../../test/b.ts'],
  ['packages/domain/src/a/b.ts', '../../../contract/src/b.ts'],
  ['packages/domain/src/a.test.ts', '@pimis/contract/b'],
  ['packages/domain/test/a.ts', '@pimis/contract/b'],
  ['packages/contract/src/a.ts', 'fastify'],
  ['packages/contract/src/a.ts', 'marked'],
  ['packages/markdown/src/a.ts', '@pimis/contract/b'],
  ['packages/examples/src/a.ts', '@pimis/contract/b'],
  ['apps/server/src/a.ts', '@pimis/examples/b'],
  ['apps/server/src/a.ts', '../../web/src/b.ts'],
  ['apps/server/src/a.ts', './b.test.ts'],
  ['apps/server/src/platform/a.ts', '../modules/forms/save.ts'],
  ['apps/server/src/platform/a.test.ts', '../modules/forms/save.ts'],
  ['apps/server/src/modules/forms/a.ts', '@pimis/examples/b'],
  ['apps/server/src/modules/forms/a.ts', '../projects/queries.ts'],
  ['apps/server/src/modules/forms/a.test.ts', '../projects/queries.ts'],
  ['apps/server/src/modules/forms/a.ts', '../documents/upload-queries.ts'],
  ['apps/server/src/modules/dashboard/a.ts', '../reports/board/queries.ts'],
  ['apps/server/src/modules/projects/a.ts', '../forms/b.ts'],
  ['apps/server/src/modules/projects/a.ts', '../identity/b.ts'],
  ['apps/server/src/modules/projects/a.ts', '../../job-handlers.ts'],
  ['apps/server/src/modules/projects/a.ts', '../../testing/life.ts'],
  ['apps/server/src/platform/a.ts', '../listeners.ts'],
  ['apps/server/src/platform/a.ts', '../backup/b.ts'],
  ['apps/server/src/settings/a.ts', '../backup/b.ts'],
  ['apps/server/src/settings/a.ts', '../run-server.ts'],
  ['apps/server/src/modules/system/a.ts', '../../archive/b.ts'],
  ['apps/server/src/modules/system/a.ts', '../../seed/b.ts'],
  ['apps/web/src/a.ts', 'pg'],
  ['apps/web/src/a.ts', 'node:fs'],
  ['apps/web/src/a.ts', '../../server/src/config.ts'],
  ['apps/web/src/forms/a.tsx', '../../../packages/domain/test/b.ts'],
  ['apps/web/src/ui/a.tsx', '../features/daily/b.tsx'],
  ['apps/web/src/features/daily/a.tsx', '../projects/b.tsx'],
  ['apps/web/src/features/projects/options/a.tsx', '../../../shell/b.tsx'],
] as const;

const LET_PASS = [
  ['packages/domain/src/a/b.ts', '../c/d.ts'],
  ['packages/domain/src/a.test.ts', 'vitest'],
  ['packages/domain/src/a.test.ts', 'node:fs/promises'],
  ['packages/domain/src/a.test.ts', '../test/b.ts'],
  ['packages/domain/src/a.test.ts', '@pimis/examples/idea'],
  ['packages/contract/src/a.ts', 'typebox/value'],
  ['packages/contract/src/a.ts', '@pimis/domain/money/amounts'],
  ['apps/server/src/seed/a.ts', '@pimis/examples/idea'],
  ['apps/server/src/modules/forms/a.ts', './queries.ts'],
  ['apps/server/src/cli/a.ts', '../backup/b.ts'],
  ['apps/server/src/modules/forms/a.ts', './more/queries.ts'],
  ['apps/server/src/modules/forms/more/a.ts', '../queries.ts'],
  ['apps/server/src/modules/forms/a.ts', '../projects/history.ts'],
  ['apps/server/src/modules/forms/a.ts', '../../platform/errors.ts'],
  ['apps/server/src/modules/forms/a.ts', '../../config.ts'],
  ['apps/server/src/settings/a.ts', './backup.ts'],
  ['apps/server/src/settings/a.ts', '../platform/errors.ts'],
  ['apps/server/src/modules/forms/a.ts', './listeners.ts'],
  ['apps/server/src/modules/projects/a.test.ts', '../forms/save.ts'],
  ['apps/server/src/modules/projects/a.test.ts', '@pimis/examples/idea'],
  ['apps/web/src/a.test.ts', '@pimis/examples/idea'],
  ['apps/web/src/a.test.ts', 'node:fs'],
  ['apps/web/src/features/projects/a.tsx', '../daily/b.tsx'],
  ['apps/web/src/shell/a.tsx', '../features/daily/b.tsx'],
] as const;

const CIRCLE = ['apps/web/src/ui/circle.ts', 'apps/web/src/ui/round.tsx'];

/** Each way in which a name can be imported. */
const WAYS: readonly ((name: string) => string)[] = [
  (name) => `import { one } from '${name}';\nexport const two = one;\n`,
  (name) => `import type { One } from '${name}';\nexport const two: One | null = null;\n`,
  (name) => `export { one } from '${name}';\n`,
  (name) => `export const one = () => import('${name}');\n`,
];

it('the layers are those of ARCHITECTURE.md', () => {
  const drawn = /^## Layers$[^]*?^```$(?<layers>[^]*?)^```$/m.exec(readFileSync(join(ROOT, 'ARCHITECTURE.md'), 'utf8'));
  const lines = drawn?.groups?.layers?.trim().split('\n') ?? [];
  // The rule of a layer follows those of its modules.
  const layers = lines.map((line) => (line.split(/ {3,}/)[0] ?? '').split(/ +/));
  const sorted = (list: readonly (readonly string[])[]) => list.map((layer) => layer.toSorted());
  expect(sorted(layers.toReversed())).toEqual(sorted(LAYERS));
});

describe('the import rules', () => {
  let folder = '';
  const told = new Set<string>();
  const circles = new Set<string>();
  const place = (path: string, name: string, way: number) =>
    join(dirname(path), `case${Buffer.from(name).toString('hex')}${way}${/(\.test)?\.tsx?$/.exec(path)?.[0] ?? ''}`);

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'pimis-import-rules-'));
    writeFileSync(join(folder, 'oxlint.config.ts'), `export { default } from '${join(ROOT, 'oxlint.config.ts')}';\n`);
    for (const [path, name] of [...REFUSED, ...LET_PASS]) {
      for (const [index, way] of WAYS.entries()) {
        const file = join(folder, place(path, name, index));
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, way(name));
      }
    }
    for (const [file, other] of [CIRCLE, CIRCLE.toReversed()]) {
      writeFileSync(
        join(folder, `${file}`),
        `import { two } from './${basename(`${other}`)}';\nexport const one = () => two;\n`,
      );
    }
    const linter = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
    const { stdout, stderr, status, signal } = spawnSync(process.execPath, [linter, '--format', 'json', '.'], {
      cwd: folder,
      encoding: 'utf8',
    });
    if (!stdout.startsWith('{')) throw new Error(`The linter ended with ${signal ?? status}: ${stdout}${stderr}`);
    const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
    for (const { code, filename } of diagnostics) {
      if (code === 'eslint(no-restricted-imports)') told.add(filename);
      if (code === 'import(no-cycle)') circles.add(filename);
    }
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  const refused = (path: string, name: string) => WAYS.map((_, index) => told.has(place(path, name, index)));

  it.each(REFUSED)('%s may not import %s, in any way', (path, name) => {
    expect(refused(path, name)).toEqual(WAYS.map(() => true));
  });

  it('refuse circles between files', () => {
    expect([...circles].toSorted()).toEqual(CIRCLE);
  });

  it.each(LET_PASS)('%s may import %s', (path, name) => {
    expect(refused(path, name)).toEqual(WAYS.map(() => false));
  });
});
