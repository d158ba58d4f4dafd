import { join } from 'node:path';
import { runBeside } from './run.ts';

const bin = (name: string) => join(import.meta.dirname, '..', 'node_modules', '.bin', name);

const script = (name: string) => join(import.meta.dirname, name);

/** Both are written in Go, which would look for garbage far more often than it pays in a process that soon ends. */
const ENDS_SOON = { GOGC: '400' };

// Two rows, about as long as each other: one for each core of a small machine. So whoever checks types does it in one
// thread: each further one resolves the types of what it meets anew, and the whole takes twice the work.
await runBeside([
  [
    { name: 'types', command: bin('tsc'), args: ['-b', '--checkers', '1', '--builders', '1'], env: ENDS_SOON },
    { name: 'unused', command: bin('knip'), args: ['--no-progress', '--no-config-hints'] },
    { name: 'format', command: bin('biome'), args: ['format', '.'] },
    { name: 'owners', command: process.execPath, args: [script('owners.ts')] },
    { name: 'tables', command: process.execPath, args: [script('tables.ts'), '--compare'] },
  ],
  [
    {
      name: 'lint',
      command: bin('oxlint'),
      args: ['--type-aware', '--deny-warnings', 'packages', 'apps', 'scripts', 'tests', 'bench'],
      env: { ...ENDS_SOON, GOMAXPROCS: '1' },
    },
    { name: 'web application', command: process.execPath, args: [script('start.ts'), '--build-only'] },
    { name: 'size of the first load', command: process.execPath, args: [script('first-load.ts')] },
  ],
]);
