/** The browser cannot read a chosen file any more: it was moved, changed or removed, or is only in a cloud. */
export class UnreadableFile extends Error {
  readonly fileName: string;

  constructor(fileName: string) {
    super(`${fileName} cannot be read`);
    this.fileName = fileName;
  }
}

/** Whether the browser can read a file from its first byte to its last. */
export async function isReadable(file: Blob): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    await file.slice(-1).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

/** The first file of a form that cannot be read; undefined if all can. */
export async function unreadableIn(form: FormData): Promise<File | undefined> {
  for (const [, value] of form) {
    if (value instanceof File && !(await isReadable(value))) return value;
  }
  return undefined;
}
