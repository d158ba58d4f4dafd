import { createReadStream } from 'node:fs';
import { linesOf } from '../backup/parts.ts';
import { checkOlderProject, type OlderProject, takeOver } from '../modules/project-page/take-over/take-over.ts';
import { Refused } from '../platform/process/refused.ts';
import { openInstallation } from './command-context.ts';
import type { Call } from './command.ts';
import { counted } from '../platform/process/counted.ts';

async function readProjects(path: string): Promise<OlderProject[]> {
  const projects: OlderProject[] = [];
  let line = 0;
  // Node's own line reader does not report that the file cannot be read.
  for await (const text of linesOf(createReadStream(path) as AsyncIterable<Buffer>)) {
    line += 1;
    if (text.trim() === '') continue;
    try {
      projects.push(checkOlderProject(JSON.parse(text)));
    } catch (error) {
      throw new Refused(`Line ${line}: ${(error as Error).message}`, { cause: error });
    }
  }
  return projects;
}

/** `pimis take-over projects.ndjson`: takes over projects of the earlier system, one JSON object per line. */
export async function run({ words: [path = ''] }: Call): Promise<void> {
  const projects = await readProjects(path);
  const { context, close } = await openInstallation();
  try {
    await takeOver(context, projects, { user: null });
    process.stdout.write(`${counted(projects.length, 'project')} taken over\n`);
  } finally {
    await close();
  }
}
