import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
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

/** The heads that are complete now. A server may be writing a line. */
export async function headLines(dataDir: string): Promise<string[]> {
  const lines: string[] = [];
  for (const name of await headFiles(dataDir)) {
    const text = await readFile(join(folderOf(dataDir), name), 'utf8');
    lines.push(`${JSON.stringify({ name, text: text.slice(0, text.lastIndexOf('\n') + 1) })}\n`);
  }
  return lines;
}

export const headStream = (lines: readonly string[]) => Readable.from(lines);

/** Writes a line of a backup into the folder. Error: Error for a strange name. */
export async function writeHead(dataDir: string, line: string): Promise<void> {
  const { name, text } = JSON.parse(line) as { name: string; text: string };
  if (!NAME.test(name)) throw new Error(`Not a file of audit heads: ${name}`);
  await mkdir(folderOf(dataDir), { recursive: true });
  await writeFile(join(folderOf(dataDir), name), text, { flag: 'wx' });
}
