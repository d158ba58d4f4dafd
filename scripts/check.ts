import { join } from 'node:path';
import { runSteps } from './run.ts';

const bin = (name: string) => join(import.meta.dirname, '..', 'node_modules', '.bin', name);

await runSteps([
  { name: 'types', command: bin('tsc'), args: ['-b'] },
  {
    name: 'lint',
    command: bin('oxlint'),
    args: ['--type-aware', '--deny-warnings', 'packages', 'apps', 'scripts', 'tests', 'bench'],
  },
  { name: 'unused', command: bin('knip'), args: ['--no-progress', '--no-config-hints'] },
  { name: 'format', command: bin('biome'), args: ['format', '.'] },
  { name: 'web application', command: process.execPath, args: [join(import.meta.dirname, 'start.ts'), '--build-only'] },
  { name: 'size of the first load', command: process.execPath, args: [join(import.meta.dirname, 'first-load.ts')] },
  { name: 'owners', command: process.execPath, args: [join(import.meta.dirname, 'owners.ts')] },
  { name: 'tables', command: process.execPath, args: [join(import.meta.dirname, 'tables.ts'), '--compare'] },
]);
