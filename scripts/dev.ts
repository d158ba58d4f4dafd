import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { exitWithNpm } from '../apps/server/src/platform/process/exit-with-parent.ts';

exitWithNpm();

/** Watch mode: the server restarts on a change, the web application reloads. The address is Vite's. */
const ROOT = join(import.meta.dirname, '..');
const children = [
  spawn(process.execPath, ['--watch', join(ROOT, 'apps/server/src/serve.ts'), '--demo'], { stdio: 'inherit' }),
  spawn(process.execPath, [join(ROOT, 'node_modules/vite/bin/vite.js'), join(ROOT, 'apps/web')], { stdio: 'inherit' }),
];
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => {
    for (const child of children) child.kill(signal);
  });
}
