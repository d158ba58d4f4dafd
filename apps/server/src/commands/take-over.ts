import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { checkOlderProject, type OlderProject, takeOver } from '../modules/project-page/take-over.ts';
import { seedReferenceData } from '../seed/reference.ts';
import { openCommand } from './open.ts';

/** `npm run take-over -- projects.ndjson`: projects of the system before this one, one JSON object a line. */
const { positionals } = parseArgs({ allowPositionals: true });
const [path] = positionals;
if (!path) throw new Error('Name the file of projects, one JSON object a line.');

const projects: OlderProject[] = [];
let line = 0;
for await (const text of createInterface({ input: createReadStream(path) })) {
  line += 1;
  if (text.trim() === '') continue;
  try {
    projects.push(checkOlderProject(JSON.parse(text)));
  } catch (error) {
    throw new Error(`Line ${line}: ${(error as Error).message}`, { cause: error });
  }
}
const { context, close } = await openCommand();
try {
  await seedReferenceData(context);
  await takeOver(context, projects, { user: null });
  process.stdout.write(`${projects.length} projects taken over\n`);
} finally {
  await close();
}
