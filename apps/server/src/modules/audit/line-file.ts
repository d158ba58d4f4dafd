import { type FileHandle, open } from 'node:fs/promises';

const OWNER_ALONE = 0o600;
const LINE_END = '\n'.charCodeAt(0);

/**
 * Adds lines to the end of a file and waits until the disk has them. The file is opened at each call, so one that was
 * renamed is left alone and a new one begun. A failure leaves no part of the lines. Errors: those of the file system.
 */
export async function appendLines(path: string, lines: readonly string[]): Promise<void> {
  const file = await open(path, 'a+', OWNER_ALONE);
  try {
    const { size } = await file.stat();
    // A process killed while writing has left half a line.
    const begin = (await endsInLine(file, size)) ? '' : '\n';
    try {
      await file.appendFile(`${begin}${lines.map((line) => `${line}\n`).join('')}`);
      await file.datasync();
    } catch (error) {
      await file.truncate(size).catch(() => undefined);
      throw error;
    }
  } finally {
    await file.close();
  }
}

async function endsInLine(file: FileHandle, size: number): Promise<boolean> {
  if (size === 0) return true;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] === LINE_END;
}
