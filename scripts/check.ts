import { join } from 'node:path';
import { runBeside } from './run.ts';

const bin = (name: string) => join(import.meta.dirname, '..', 'node_modules', '.bin', name);

const script = (name: string) => join(import.meta.dirname, name);

/** Both are written in Go. A higher GOGC saves garbage collections in a process that soon ends. */
const ENDS_SOON = { GOGC: '400' };

// Two rows of about the same time, one for each of two cores. Types are checked in one thread, because each further
// thread resolves shared types again and doubles the work.
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
    { name: 'dependencies', command: process.execPath, args: [script('dependencies.ts')] },
    { name: 'size of the first load', command: process.execPath, args: [script('first-load.ts')] },
  ],
]);
