import { join } from 'node:path';
import { runSteps } from './run.ts';

const ROOT = join(import.meta.dirname, '..');
const bin = (name: string) => join(ROOT, 'node_modules', '.bin', name);
const script = (name: string) => join(import.meta.dirname, name);

await runSteps([
  { name: 'checks', command: process.execPath, args: [script('check.ts')] },
  { name: 'unit and API tests', command: bin('vitest'), args: ['run'] },
  { name: 'browser tests', command: process.execPath, args: [script('e2e.ts')] },
]);
