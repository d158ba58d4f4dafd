import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';

/** The signed ends of the audit chain (folder `audit-heads` of DATA_DIR), as lines of JSON: file name and text. */

const NAME = /^[0-9-]+\.jsonl$/;

const folderOf = (dataDir: string) => join(dataDir, 'audit-heads');

/** Returns the names of files; none without the folder. */
export async function headFiles(dataDir: string): Promise<string[]> {
  try {
    return (await readdir(folderOf(dataDir))).filter((name) => NAME.test(name)).toSorted();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}

/** The present sizes of the files: anything appended later does not belong to this backup. */
export async function headSizes(dataDir: string): Promise<{ name: string; size: number }[]> {
  const sizes: { name: string; size: number }[] = [];
  for (const name of await headFiles(dataDir)) {
    sizes.push({ name, size: (await stat(join(folderOf(dataDir), name))).size });
  }
  return sizes;
}

/** The heads of these sizes, one file (a day) at a time: years of them do not fit into memory. */
export function headStream(dataDir: string, sizes: readonly { name: string; size: number }[]): Readable {
  async function* lines() {
    for (const { name, size } of sizes) {
      const whole = (await readFile(join(folderOf(dataDir), name))).subarray(0, size).toString('utf8');
      // A server may have been writing the last line.
      yield `${JSON.stringify({ name, text: whole.slice(0, whole.lastIndexOf('\n') + 1) })}\n`;
    }
  }
  return Readable.from(lines());
}

/** Writes a line of a backup into the folder. Error: Error for a strange name. */
export async function writeHead(dataDir: string, line: string): Promise<void> {
  const { name, text } = JSON.parse(line) as { name: string; text: string };
  if (!NAME.test(name)) throw new Error(`Not a file of audit heads: ${name}`);
  await mkdir(folderOf(dataDir), { recursive: true });
  await writeFile(join(folderOf(dataDir), name), text, { flag: 'wx' });
}
