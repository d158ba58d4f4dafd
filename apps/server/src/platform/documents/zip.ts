import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { PassThrough, type Readable } from 'node:stream';
import { cutText } from '@pimis/domain/text/cut';
import { inScript } from '@pimis/domain/text/transliterate';
import { wordingOf, type Written } from '@pimis/domain/text/wording';
import { CATALOGUE } from '@pimis/contract/errors';
import yazl from 'yazl';
import type { Context } from '../context.ts';
import { ApiError } from '../errors.ts';
import { fileWord } from '../storage/file-names.ts';
import { guarded } from '../streams.ts';

/**
 * A file of an archive: a stored file, which is read when its turn comes, or one that is generated, possibly ahead of
 * time.
 */
export type ZipEntry = { name: string; modified: Date } & (
  | { open: () => Promise<Readable> }
  | { make: () => Promise<Buffer> }
);

/** Progress and failures for the caller. */
export interface ZipListener {
  /**
   * Called for a part that could not be read or generated; the archive contains a note instead, as for a refused part.
   */
  failed: (name: string, error: unknown) => void;
  /** Reports the number of completed entries. */
  progress?: (done: number) => Promise<void>;
}

/** A part that is missing is our fault and belongs in the log. */
export function partsToLog(context: Context, archive: Record<string, string>): ZipListener {
  return { failed: (part, error) => context.log.error({ err: error, ...archive, part }, 'part of an archive failed') };
}

/** How many parts are made at once. */
const AT_ONCE = Math.max(1, availableParallelism());
/** The first HTTP status of a failure; those below it refuse. */
const HTTP_FAILURE = 500;
const FORBIDDEN_IN_NAMES = /[\\/:*?"<>|\p{Cc}]+/gu;
const MAX_NAME = 120;
const EXTENSION = /\.[^.\s]{1,10}$/;
/** Windows keeps these names for devices, whatever their extension. */
const DEVICE = /^(?=(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$))/i;

/** A name that every file system accepts, with its extension: without it a file is not opened. */
export function safeFileName(name: string): string {
  const safe = name
    .replaceAll(FORBIDDEN_IN_NAMES, '_')
    .replace(/^[. ]+|[. ]+$/g, '')
    .replace(DEVICE, '_');
  if (safe.length <= MAX_NAME) return safe || '_';
  const extension = EXTENSION.exec(safe)?.[0] ?? '';
  return cutText(safe, MAX_NAME - extension.length).replace(/[. ]+$/, '') + extension;
}

/** Makes names unique: a repeated one gets a number before the extension. The order stays. */
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

/** Adds a stream; returns the error that ended it early. A stream that fails before its first byte adds nothing. */
async function addStream(zip: yazl.ZipFile, output: Readable, entry: ZipEntry, source: Readable): Promise<unknown> {
  try {
    await once(source, 'readable');
  } catch (error) {
    return error;
  }
  // The reader may have left while the source was being opened; after a HEAD request it always has.
  if (output.destroyed) {
    source.destroy();
    return null;
  }
  // The archive listens to it when its turn comes.
  const content = guarded(new PassThrough());
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

/** The catalogue entry of the refusal that kept a part out of the archive; null if the part failed. */
function refusalOf(error: unknown) {
  return error instanceof ApiError && error.httpStatus < HTTP_FAILURE ? CATALOGUE[error.status] : null;
}

/** Adds a note for a part that could not be added completely. */
function addNotice(zip: yazl.ZipFile, { name, modified }: ZipEntry, written: Written, error: unknown): void {
  const refusal = refusalOf(error);
  const text = wordingOf(written.language).say(
    refusal
      ? {
          sr: `Део архиве „${name}“ недостаје. ${refusal.sr}`,
          en: `The part “${name}” of the archive is missing. ${refusal.en}`,
        }
      : {
          sr: `Део архиве „${name}“ недостаје или није цео: није могао да се направи. Преузмите га засебно или се обратите подршци.`,
          en: `The part “${name}” of the archive is missing or incomplete: it could not be made. Download it by itself or ask the support.`,
        },
  );
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
      // One source at a time: an archive of many documents has only one of them open.
      try {
        error = await addStream(zip, output, entry, await entry.open());
      } catch (cause) {
        error = cause;
      }
    }
    if (error !== null && !output.destroyed) {
      if (!refusalOf(error)) listener.failed(entry.name, error);
      addNotice(zip, entry, written, error);
    }
    await listener.progress?.(index + 1);
  }
  zip.end();
}

/**
 * Returns an archive as a stream. It is complete even if parts fail: a note names each of them, in the requested
 * language.
 */
export function zipStream(entries: readonly ZipEntry[], written: Written, listener: ZipListener): Readable {
  const zip = new yazl.ZipFile();
  const output = guarded(zip.outputStream as Readable);
  zip.on('error', (error: Error) => output.destroy(error));
  fill(zip, entries, written, listener).catch((error: Error) => output.destroy(error));
  return output;
}
