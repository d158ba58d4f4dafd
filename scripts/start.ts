import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pimis } from '../apps/server/src/cli/pimis.ts';
import { listenAddress } from '../apps/server/src/settings/network.ts';
import { requireFreePort } from '../apps/server/src/platform/process/port-check.ts';
import { run } from './run.ts';

const ROOT = join(import.meta.dirname, '..');
const BUILT = join(ROOT, 'apps', 'web', 'dist', 'index.html');
const MANUAL = join(ROOT, 'manual', 'dist', 'sr', 'index.html');
const SOURCES = [
  'apps/web/src',
  'apps/web/build',
  'apps/web/index.html',
  'apps/web/vite.config.ts',
  'packages',
  'package-lock.json',
];

/** Sources of the manual: texts, pictures and the domain. */
const MANUAL_SOURCES = [
  'docs/help',
  'manual/_includes',
  'manual/assets',
  'manual/pictures',
  'packages/domain/src',
  'scripts/manual.ts',
  'scripts/manual-text.ts',
];
// Node removes the types of the search's modules.
const MANUAL_COMMAND = ['--disable-warning=ExperimentalWarning', join(ROOT, 'scripts', 'manual.ts')];

function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules')
    .reduce((latest, entry) => Math.max(latest, newest(join(path, entry.name))), 0);
}

const buildOnly = process.argv.includes('--build-only');
// A build would change the files that a running server serves.
if (!buildOnly) {
  const { host, port } = listenAddress(process.env);
  await requireFreePort(host, port).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}

/** Builds the web application if it is missing or outdated, then starts the server in this process. */
const olderThan = (built: string, sources: readonly string[]) =>
  !existsSync(built) || sources.some((source) => newest(join(ROOT, source)) > statSync(built).mtimeMs);
const stale = olderThan(BUILT, SOURCES);
if (stale) {
  const code = await run(process.execPath, [
    join(ROOT, 'node_modules', 'vite', 'bin', 'vite.js'),
    'build',
    '--logLevel',
    'warn',
    join(ROOT, 'apps', 'web'),
  ]);
  if (code !== 0) process.exit(code);
}
if (olderThan(MANUAL, MANUAL_SOURCES)) {
  const code = await run(process.execPath, MANUAL_COMMAND);
  if (code !== 0) process.exit(code);
}
if (!buildOnly) process.exitCode = await pimis(process.argv.slice(2), process.env);
