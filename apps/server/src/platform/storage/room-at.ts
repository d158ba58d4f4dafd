import { statfs } from 'node:fs/promises';

/** Room of a disk for accounts other than root. */
export interface Room {
  /** Bytes that are free. */
  free: number;
  /** Their share of the disk, 0 to 1. */
  share: number;
}

/** The room of the disk of a folder. Errors: those of the file system. */
export async function roomAt(folder: string): Promise<Room> {
  const { bavail, blocks, bsize } = await statfs(folder);
  return { free: bavail * bsize, share: blocks === 0 ? 1 : bavail / blocks };
}
