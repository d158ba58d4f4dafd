import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { PassThrough, type Readable } from 'node:stream';
import { inScript } from '@pimis/domain/text/transliterate';
import { wordingOf, type Written } from '@pimis/domain/text/wording';
import yazl from 'yazl';
import type { Context } from './context.ts';
import { fileWord } from './file-names.ts';

/** A file of an archive: read from where it lies when its turn comes, or made, some of them ahead of their turn. */
export type ZipEntry = { name: string; modified: Date } & (
  | { open: () => Promise<Readable> }
  | { make: () => Promise<Buffer> }
);

/** What whoever wants an archive hears of its making. */
export interface ZipListener {
  /** A part that could not be read or made; the archive says so in its place. */
  failed: (name: string, error: unknown) => void;
  /** So many entries are in. */
  progress?: (done: number) => Promise<void>;
}

/** A part that is missing from an archive is ours to look into. */
export function partsToLog(context: Context, archive: Record<string, string>): ZipListener {
  return { failed: (part, error) => context.log.error({ err: error, ...archive, part }, 'part of an archive failed') };
}

/** As many parts are made at once. */
const AT_ONCE = Math.max(1, availableParallelism());
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

type Made = { content: Buffer } | { error: unknown };

async function made(make: () => Promise<Buffer>): Promise<Made> {
  try {
    return { content: await make() };
  } catch (error) {
    return { error };
  }
}

/** Adds what a stream gives; answers the error that ended it early, and adds nothing when it had not begun. */
async function addStream(zip: yazl.ZipFile, output: Readable, entry: ZipEntry, source: Readable): Promise<unknown> {
  try {
    await once(source, 'readable');
  } catch (error) {
    return error;
  }
  const content = new PassThrough();
  zip.addReadStream(content, entry.name, { mtime: entry.modified });
  output.once('close', () => {
    source.destroy();
    content.destroy(new Error('Nobody reads the archive any more'));
  });
  try {
    for await (const chunk of source) if (!content.write(chunk)) await once(content, 'drain');
    return null;
  } catch (error) {
    return error;
  } finally {
    content.end();
  }
}

/** Stands in an archive beside, or in place of, a part that could not be had whole. */
function addNotice(zip: yazl.ZipFile, { name, modified }: ZipEntry, written: Written): void {
  const text = wordingOf(written.language).say({
    sr: `Део архиве „${name}“ недостаје или није цео: није могао да се направи. Преузмите га засебно или се обратите подршци.`,
    en: `The part “${name}” of the archive is missing or incomplete: it could not be made. Download it by itself or ask the support.`,
  });
  const title = `${fileWord('missing', written)} - ${name.replaceAll('/', ' - ')}.txt`;
  zip.addBuffer(Buffer.from(`${inScript(text, written.script)}\n`), title, { mtime: modified });
}

async function fill(
  zip: yazl.ZipFile,
  entries: readonly ZipEntry[],
  written: Written,
  listener: ZipListener,
): Promise<void> {
  const output = zip.outputStream as Readable;
  const ahead = new Map<ZipEntry, Promise<Made>>();
  for (const [index, entry] of entries.entries()) {
    for (const soon of entries.slice(index, index + AT_ONCE)) {
      if ('make' in soon && !ahead.has(soon)) ahead.set(soon, made(soon.make));
    }
    if (output.destroyed) return;
    let error: unknown = null;
    if ('make' in entry) {
      const result = await (ahead.get(entry) ?? made(entry.make));
      ahead.delete(entry);
      if ('error' in result) error = result.error;
      else zip.addBuffer(result.content, entry.name, { mtime: entry.modified });
    } else {
      // One source at a time: an archive of many documents holds one of them open.
      try {
        error = await addStream(zip, output, entry, await entry.open());
      } catch (cause) {
        error = cause;
      }
    }
    if (error !== null && !output.destroyed) {
      listener.failed(entry.name, error);
      addNotice(zip, entry, written);
    }
    await listener.progress?.(index + 1);
  }
  zip.end();
}

/**
 * An archive as a stream, whole whatever becomes of its parts: one that cannot be had is named in its place, in the
 * language asked for.
 */
export function zipStream(entries: readonly ZipEntry[], written: Written, listener: ZipListener): Readable {
  const zip = new yazl.ZipFile();
  const output = zip.outputStream as Readable;
  zip.on('error', (error: Error) => output.destroy(error));
  fill(zip, entries, written, listener).catch((error: Error) => output.destroy(error));
  return output;
}
