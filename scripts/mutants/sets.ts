import { existsSync, globSync, readFileSync } from 'node:fs';

/** A part of the code whose changes have to fail its tests. */
export interface MutantSet {
  /** Files that are changed. */
  files: readonly string[];
  /** Tests that have to notice. */
  tests: readonly string[];
  /** The tests run in a real browser, as those of components in vitest.config.ts. */
  inBrowser?: true;
  /** Whether the tests ask a PostgreSQL. */
  database: boolean;
  /** The least share of mutants that fail a test, in per cent. */
  least: number;
}

const DOMAIN = 'packages/domain/src';

/**
 * Files of data without decisions: tables of texts, fields, statuses, rights and transitions. Tests would only repeat
 * them (the important tables are written out: transitions.test.ts, policies.test.ts).
 */
const CATALOGUES = [
  'constants.ts',
  'access/{claims,policy-texts,roles,screens}.ts',
  'forms/{catalogue,form-actions,labels,messages,field-examples,marking,reference-data}.ts',
  'indicators/figure-words.ts',
  'manual/pages.ts',
  'notifications/kinds.ts',
  'registries/{bodies,catalogue,columns,districts,money}.ts',
  'reports/{board-reports,columns,project-table}.ts',
  'workflow/{activities,commission-transitions,realization-transitions,statuses,transitions,phases}.ts',
  'documents/{content,files}.ts',
  'text/user-agent.ts',
];

/** Files of a definition that compute and validate; the other files list fields. */
const LOGIC_OF_DEFINITIONS = '{*-compute,*-rules,*-schedule,*-table,rule-kit,follow}.ts';

const NOT_JUDGED_OF_WEB = [
  '!apps/web/src/**/*.test.ts',
  '!apps/web/src/{i18n,testing}/**',
  '!apps/web/src/**/*.d.ts',
  // The look: colours and sizes, which pictures of the screens show.
  '!apps/web/src/ui/theme.ts',
  // A table of columns, without decisions.
  '!apps/web/src/features/indicators/columns.ts',
];

const isBeside = (file: string, test: string) => existsSync(file.replace(/\.ts$/, test));
const says = (file: string, words: RegExp) => words.test(readFileSync(file, 'utf8'));

const NEEDS_A_PAGE =
  /\bfrom '(?:react|@tanstack\/react-[\w-]+|@tiptap\/[\w-]+)'|\bdocument\.|\bnew (?:DOMParser|CSSStyleSheet)\b|^export (?:function|const) use[A-Z]/m;
/**
 * Hooks, and functions that read, measure or change a page, without a unit test: only tests of components reach them.
 */
const OF_A_PAGE = globSync('apps/web/src/**/*.ts').filter(
  (file) => !isBeside(file, '.test.ts') && (isBeside(file, '.component.test.tsx') || says(file, NEEDS_A_PAGE)),
);

const OF_THE_SERVER = [
  'apps/server/src/modules/{portal,open-data,registry,scenarios,earned-value}/**/*.ts',
  'apps/server/src/platform/{limits,lists}/**/*.ts',
];
const NEEDS_A_SERVER =
  /\bfrom '(?:kysely|fastify|react-dom\/server)'|\/database\/database\.ts'|: Context\b|^import \{ h\b/m;
/** A process of its own does not know which mutant is active. */
const IS_A_PROCESS = /\bfrom 'node:child_process'|\bprocess\.(?:argv|send)\b|\bspawnParser\b/;
/**
 * Code that reads or writes the database, answers a call, or writes a page of the portal, without a unit test: only
 * tests of the calls reach it.
 */
const OF_CALLS = globSync(OF_THE_SERVER).filter(
  (file) => says(file, IS_A_PROCESS) || (!isBeside(file, '.unit.test.ts') && says(file, NEEDS_A_SERVER)),
);

export const SETS: Readonly<Record<string, MutantSet>> = {
  domain: {
    files: [
      `${DOMAIN}/**/*.ts`,
      `!${DOMAIN}/**/*.test.ts`,
      `!${DOMAIN}/forms/definitions/*.ts`,
      ...CATALOGUES.map((file) => `!${DOMAIN}/${file}`),
      `${DOMAIN}/forms/definitions/${LOGIC_OF_DEFINITIONS}`,
    ],
    tests: [`${DOMAIN}/**/*.test.ts`],
    database: false,
    least: 95,
  },
  server: {
    files: [
      ...OF_THE_SERVER,
      '!apps/server/src/**/*.test.ts',
      '!apps/server/src/modules/portal/messages/*.ts',
      ...OF_CALLS.map((file) => `!${file}`),
    ],
    tests: ['apps/server/src/**/!(*.mocks|*-process).unit.test.ts'],
    database: false,
    least: 85,
  },
  /** Each mutant takes seconds. */
  calls: {
    files: [...OF_CALLS, '!apps/server/src/**/*.test.ts'],
    tests: ['apps/server/src/**/!(*.unit).test.ts'],
    database: true,
    least: 85,
  },
  projections: {
    files: ['apps/server/src/modules/projections/*.ts', '!apps/server/src/**/*.test.ts'],
    tests: ['apps/server/src/modules/projections/*.test.ts'],
    database: true,
    least: 90,
  },
  web: {
    files: ['apps/web/src/**/*.ts', ...NOT_JUDGED_OF_WEB, ...OF_A_PAGE.map((file) => `!${file}`)],
    tests: ['apps/web/src/**/*.test.ts'],
    database: false,
    least: 85,
  },
  /** Each mutant takes seconds. */
  components: {
    files: [...OF_A_PAGE, ...NOT_JUDGED_OF_WEB],
    tests: ['apps/web/src/**/*.component.test.tsx'],
    inBrowser: true,
    database: false,
    least: 85,
  },
};
