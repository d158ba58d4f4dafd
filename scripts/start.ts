import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { listenAddress } from '../apps/server/src/config.ts';
import { requireFreePort } from '../apps/server/src/platform/taken-port.ts';
import { run } from './run.ts';

const ROOT = join(import.meta.dirname, '..');
const BUILT = join(ROOT, 'apps', 'web', 'dist', 'index.html');
const SOURCES = ['apps/web/src', 'apps/web/index.html', 'apps/web/vite.config.ts', 'packages', 'package-lock.json'];

function newest(path: string): number {
  const stat = statSync(path);
  if (!stat.isDirectory()) return stat.mtimeMs;
  return readdirSync(path, { withFileTypes: true })
    .filter((entry) => entry.name !== 'node_modules')
    .reduce((latest, entry) => Math.max(latest, newest(join(path, entry.name))), 0);
}

// A build under a server that runs would change what it serves.
if (!process.argv.includes('--build-only')) {
  const { host, port } = listenAddress(process.env);
  await requireFreePort(host, port).catch((error: Error) => {
    process.stderr.write(`${error.message}\n`);
    process.exit(1);
  });
}

/** Builds the web application when it is missing or older than its sources, then starts the server in this process. */
const stale = !existsSync(BUILT) || SOURCES.some((source) => newest(join(ROOT, source)) > statSync(BUILT).mtimeMs);
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
if (!process.argv.includes('--build-only')) await import('../apps/server/src/main.ts');
