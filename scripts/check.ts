import { join } from 'node:path';
import { runBeside } from './run.ts';

const bin = (name: string) => join(import.meta.dirname, '..', 'node_modules', '.bin', name);

const script = (name: string) => join(import.meta.dirname, name);

// Two rows, about as long as each other: one for each core of a small machine.
await runBeside([
  [
    { name: 'types', command: bin('tsc'), args: ['-b'] },
    {
      name: 'lint',
      command: bin('oxlint'),
      args: ['--type-aware', '--deny-warnings', 'packages', 'apps', 'scripts', 'tests', 'bench'],
    },
  ],
  [
    { name: 'web application', command: process.execPath, args: [script('start.ts'), '--build-only'] },
    { name: 'size of the first load', command: process.execPath, args: [script('first-load.ts')] },
    { name: 'unused', command: bin('knip'), args: ['--no-progress', '--no-config-hints'] },
    { name: 'format', command: bin('biome'), args: ['format', '.'] },
    { name: 'owners', command: process.execPath, args: [script('owners.ts')] },
    { name: 'tables', command: process.execPath, args: [script('tables.ts'), '--compare'] },
  ],
]);
