import type { Readable } from 'node:stream';
import yazl from 'yazl';

/** A file of an archive: its content is made only when its turn comes. */
export interface ZipEntry {
  name: string;
  modified: Date;
  open: () => Promise<Readable | Buffer>;
}

const FORBIDDEN_IN_NAMES = /[\\/:*?"<>|\p{Cc}]+/gu;
const MAX_NAME = 120;

/** A name that every file system takes. */
export function safeFileName(name: string): string {
  return (
    name
      .replaceAll(FORBIDDEN_IN_NAMES, '_')
      .replace(/^[. ]+|[. ]+$/g, '')
      .slice(0, MAX_NAME) || '_'
  );
}

/** The same names in the same order, those that came before with a number in front of the extension. */
export function distinctNames(names: readonly string[]): string[] {
  const used = new Set<string>();
  return names.map((name) => {
    const [, stem = name, extension = ''] = /^(.*?)(\.[^./]+)?$/s.exec(name) ?? [];
    let candidate = name;
    for (let n = 2; used.has(candidate.toLowerCase()); n++) candidate = `${stem} (${n})${extension}`;
    used.add(candidate.toLowerCase());
    return candidate;
  });
}

/** An archive as a stream. An entry that cannot be read breaks the stream off, so that no half archive looks whole. */
export function zipStream(entries: readonly ZipEntry[]): Readable {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  (async () => {
    for (const entry of entries) {
      if (output.destroyed) return;
      const content = await entry.open();
      if (Buffer.isBuffer(content)) {
        zip.addBuffer(content, entry.name, { mtime: entry.modified });
        continue;
      }
      // One source at a time: an archive of many documents holds one of them open.
      await new Promise<void>((resolve, reject) => {
        content.once('end', resolve);
        content.once('error', reject);
        output.once('close', () => {
          content.destroy();
          resolve();
        });
        zip.addReadStream(content, entry.name, { mtime: entry.modified });
      });
    }
    zip.end();
  })().catch((error: Error) => output.destroy(error));
  return output;
}
