import { cruise, type ICruiseResult, type IConfiguration } from 'dependency-cruiser';
import { join } from 'node:path';

/**
 * The import rules of ARCHITECTURE.md: imports go down only, modules meet through services, nothing runs in a circle.
 */
const RULES: NonNullable<NonNullable<IConfiguration>['forbidden']> = [
  { name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'domain-stands-alone',
    severity: 'error',
    from: { path: '^packages/domain/src', pathNot: '\\.test\\.ts$' },
    to: { pathNot: ['^packages/domain/src', '^node_modules/big\\.js', 'node_modules/@types/big\\.js'] },
  },
  {
    name: 'contract-on-domain-only',
    severity: 'error',
    from: { path: '^packages/contract/src', pathNot: '\\.test\\.ts$' },
    to: { pathNot: ['^packages/(contract|domain)/src', 'node_modules/typebox'] },
  },
  {
    name: 'web-not-server',
    severity: 'error',
    from: { path: '^apps/web' },
    to: { path: ['^apps/server', '^node_modules/(pg|fastify|kysely)'] },
  },
  { name: 'server-not-web', severity: 'error', from: { path: '^apps/server' }, to: { path: '^apps/web' } },
  {
    name: 'platform-below-modules',
    severity: 'error',
    from: { path: '^apps/server/src/platform' },
    to: { path: '^apps/server/src/modules' },
  },
  {
    name: 'modules-meet-through-services',
    severity: 'error',
    comment: "A module's queries are its own.",
    from: { path: '^apps/server/src/modules/([^/]+)/', pathNot: '\\.test\\.ts$' },
    to: { path: '^apps/server/src/modules/([^/]+)/(.*queries)\\.ts$', pathNot: '^apps/server/src/modules/$1/' },
  },
  {
    name: 'tests-are-leaves',
    severity: 'error',
    from: { pathNot: '\\.test\\.tsx?$' },
    to: { path: '\\.test\\.tsx?$' },
  },
];

const ROOT = join(import.meta.dirname, '..');
process.chdir(ROOT);
const { output } = await cruise(['packages', 'apps'], {
  ruleSet: { forbidden: RULES },
  validate: true,
  doNotFollow: { path: 'node_modules' },
  exclude: { path: ['/dist/', '\\.d\\.ts$'] },
  tsPreCompilationDeps: true,
  combinedDependencies: true,
  enhancedResolveOptions: {
    exportsFields: ['exports'],
    conditionNames: ['import', 'default', 'types'],
    extensions: ['.ts', '.tsx', '.js', '.mjs', '.d.ts'],
  },
});
const { summary, modules } = output as ICruiseResult;
for (const violation of summary.violations) {
  process.stderr.write(`${violation.rule.name}: ${violation.from} → ${violation.to}\n`);
}
process.stdout.write(`${modules.length} modules, ${summary.violations.length} violations\n`);
process.exit(summary.error > 0 ? 1 : 0);
