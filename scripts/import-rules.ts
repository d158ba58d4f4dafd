import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { OxlintOverride } from 'oxlint';

/**
 * The import rules of ARCHITECTURE.md as settings of the linter: which imports files of a folder may not have
 * (docs/decisions/0007-import-rules.md).
 */

const SOURCES = join(import.meta.dirname, '..', 'apps');

/** A forbidden import: a name that matches the expression or, with `group`, every name except those after "!". */
type Pattern = { regex: string; message: string } | { group: string[]; message: string };

const never = (message: string, regex: string): Pattern => ({ regex, message });

/**
 * Allows only files of the package and packages of these names. The linter applies the last group: an import that it
 * allows is not checked further.
 */
const only = (message: string, ...names: readonly string[]): Pattern => ({
  group: ['*', '**/*', '!./**', '!../**', ...names.flatMap((name) => [`!${name}`, `!${name}/**`])],
  message,
});

const NO_TEST = never('Nothing imports a test.', '\\.test\\.tsx?$');
const BY_NAME = never(
  'Other packages are called by their names.',
  '\\.\\./(charts|domain|contract|markdown|examples|server|web)/',
);
const NO_EXAMPLES = never('Filled examples are for tests and the demo.', '^@pimis/examples(/|$)|/domain/test/');
const NO_WEB = never('The server does not know the web.', '^@pimis/web|/web/src/');
const NO_SERVER = never('The web does not know the server.', '^@pimis/server|^pg$|^kysely|^@?fastify|/server/src/');
const NO_NODE = never('The web runs in a browser.', '^node:');
const NO_MODULES = never('The platform is below the modules.', '(^|/)modules/');
const NO_START = never(
  'What starts the server knows its modules, not the other way round.',
  '^(\\.\\./)+(app|serve|run-server|listeners|job-handlers)\\.ts$|^(\\.\\./)+(testing|cli)/',
);
const NO_DATA_OR_BACKUP = never(
  'Demo data, backups and the archive know modules and platform, not the other way round.',
  '^(\\.\\./)+(seed|backup|archive)/',
);
const ABOVE_SETTINGS = never(
  'The settings are below all but the platform.',
  '^\\.\\.?/((archive|backup|cli|migrations|modules|seed|testing)/|app|listeners|job-handlers|run-server|serve)',
);
const NO_QUERIES = never(
  'Modules meet through services, not through queries.',
  '^(\\.\\./)+[^.].*/([\\w-]+-)?queries\\.ts$',
);

/** The same for a folder within a module: its neighbours belong to the module. */
const NO_QUERIES_FROM_WITHIN = never(
  'Modules meet through services, not through queries.',
  '^(\\.\\./){2,}[^.].*/([\\w-]+-)?queries\\.ts$',
);

const TESTS = ['**/*.test.ts', '**/*.test.tsx'];

/** Rules of a folder's files. The linter uses only the last entry that matches a file, so each entry has all rules. */
function folder(files: string[], patterns: readonly Pattern[], excludeFiles: string[] = []): OxlintOverride {
  return { files, excludeFiles, rules: { 'no-restricted-imports': ['error', { patterns: [...patterns] }] } };
}

/**
 * The layers of the server's modules, the lowest first (ARCHITECTURE.md): a module imports only from lower layers.
 * Tests may import from higher ones.
 */
export const LAYERS: readonly (readonly string[])[] = [
  ['audit', 'identity', 'system', 'notices', 'operations', 'projects', 'form-store', 'table-views'],
  ['projections'],
  ['organizations', 'registry', 'notifications', 'documents', 'following', 'workflow'],
  ['comments', 'indicators', 'webhooks'],
  ['forms'],
  ['lists', 'project-list'],
  ['project-page', 'portfolio'],
  ['earned-value', 'fiscal-calendar'],
  ['reports', 'dashboard', 'personal-data', 'open-data', 'health', 'scenarios'],
  ['portal'],
];

/** The layers of the web application; files beside these folders (router, main) may import all of them. */
const WEB_LAYERS: readonly (readonly string[])[] = [
  ['browser'],
  ['api', 'i18n'],
  ['ui'],
  ['features/editing'],
  ['features/registries', 'features/indicators', 'features/daily', 'features/publicity'],
  ['features/projects', 'features/login', 'features/dashboard', 'features/administration', 'features/reports'],
  ['features/lists', 'features/portfolio', 'features/connections'],
  ['shell'],
  ['forms'],
  ['routes'],
  // Only tests import it.
  ['testing'],
];

/**
 * Forbids imports of a folder from its own or a higher layer. Error: Error for a folder without a layer, or a layer
 * without its folder.
 */
function notUpwards(layers: readonly (readonly string[])[], existing: readonly string[], name: string): Pattern {
  const unmatched = [
    ...existing.filter((one) => !layers.flat().includes(one)),
    ...layers.flat().filter((one) => !existing.includes(one)),
  ];
  if (unmatched.length > 0) throw new Error(`No layer, or no folder: ${unmatched.join(', ')}`);
  const layer = layers.findIndex((one) => one.includes(name));
  const above = layers
    .slice(layer)
    .flat()
    .filter((one) => one !== name);
  // Features import each other without their common folder.
  const named = above.map((one) => one.replace('features/', '(features/)?'));
  return never('Imports go to layers below.', `^(\\.\\./)+(${named.join('|')})/`);
}

function folders(path: string): string[] {
  return readdirSync(join(SOURCES, path), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

const modules = folders('server/src/modules');
const features = folders('web/src/features').map((name) => `features/${name}`);
const webFolders = [...folders('web/src').filter((name) => name !== 'features'), ...features];

const domain = 'packages/domain/src/**';
const alone = 'The domain stands alone.';
const platform = [NO_TEST, NO_WEB, NO_MODULES];
const running = [...platform, NO_EXAMPLES, NO_START, NO_DATA_OR_BACKUP];
const web = [NO_TEST, NO_SERVER];

export const IMPORT_RULES = [
  folder([domain], [NO_TEST, BY_NAME, never(alone, '/test/'), only(alone)], TESTS),
  folder(
    [`${domain}/*.test.ts`],
    [
      NO_TEST,
      BY_NAME,
      only('Tests of the domain use the domain.', '@pimis/examples', 'vitest', 'fast-check', 'ical.js', 'node:*'),
    ],
  ),
  folder(
    ['packages/domain/test/**'],
    [NO_TEST, BY_NAME, only('Test helpers of the domain use it.', '@pimis/examples', 'node:*')],
  ),
  folder(
    ['packages/contract/src/**'],
    [NO_TEST, BY_NAME, only('The contract stands on the domain.', '@pimis/domain', 'typebox')],
  ),
  folder(
    ['packages/charts/src/**'],
    [
      NO_TEST,
      BY_NAME,
      only('Charts stand on the domain, React and d3.', '@pimis/domain', 'react', 'd3-geo', 'd3-scale', 'd3-shape'),
    ],
    [...TESTS, 'packages/charts/src/testing/**'],
  ),
  folder(
    ['packages/markdown/src/**'],
    [NO_TEST, BY_NAME, only('Markdown stands on the domain.', '@pimis/domain', 'marked')],
    TESTS,
  ),
  folder(
    ['packages/examples/src/**'],
    [NO_TEST, BY_NAME, only('Filled examples stand on the domain.', '@pimis/domain')],
  ),
  folder(['apps/server/src/**'], [NO_TEST, NO_WEB, NO_EXAMPLES]),
  folder(['apps/server/src/config.ts', 'apps/server/src/settings/**'], [NO_TEST, NO_WEB, NO_EXAMPLES, ABOVE_SETTINGS]),
  folder(['apps/server/src/seed/**', 'apps/server/src/testing/**', 'apps/server/src/**/*.test.ts'], [NO_TEST, NO_WEB]),
  folder(['apps/server/src/platform/**'], running, TESTS),
  folder(['apps/server/src/platform/**/*.test.ts'], platform),
  ...modules.map((module) =>
    folder(
      [`apps/server/src/modules/${module}/**`],
      [NO_TEST, NO_WEB, NO_EXAMPLES, NO_START, NO_DATA_OR_BACKUP, NO_QUERIES, notUpwards(LAYERS, modules, module)],
      TESTS,
    ),
  ),
  ...modules.map((module) =>
    folder(
      [`apps/server/src/modules/${module}/*/**`],
      [
        NO_TEST,
        NO_WEB,
        NO_EXAMPLES,
        NO_START,
        NO_DATA_OR_BACKUP,
        NO_QUERIES_FROM_WITHIN,
        notUpwards(LAYERS, modules, module),
      ],
      TESTS,
    ),
  ),
  folder(['apps/server/src/modules/**/*.test.ts'], [NO_TEST, NO_WEB, NO_QUERIES]),
  folder(['apps/web/**'], [...web, NO_NODE, NO_EXAMPLES], TESTS),
  ...webFolders.map((name) =>
    folder(
      [`apps/web/src/${name}/**`],
      [...web, NO_NODE, NO_EXAMPLES, notUpwards(WEB_LAYERS, webFolders, name)],
      TESTS,
    ),
  ),
  folder(['apps/web/**/*.test.ts', 'apps/web/**/*.test.tsx'], web),
  // Build scripts run in Node.
  folder(['apps/web/build/**', 'apps/web/vite.config.ts'], web),
];
