import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '../../platform/errors.ts';
import { readFrames } from '../../platform/frames.ts';
import { KeyedSemaphore, SemaphoreFull } from '../../platform/keyed-semaphore.ts';
import { yieldToEventLoop } from '../../platform/yield-to-event-loop.ts';
import { startReader } from '../../platform/reader-process.ts';
import { type FileRow, readRows, type Reading, readSize } from './files.ts';
import type { Told } from './told.ts';

/** Smaller files, packed and unpacked, are read at once: a process of their own would take longer than they do. */
const SMALL_BYTES = 32 * 1024;
const SMALL_UNPACKED_BYTES = 512 * 1024;
/** Far more than any table of ours takes. */
const MAX_MS = 120_000;
const MAX_TOLD_BYTES = 4 * 1024 * 1024;

/**
 * A reader takes a processor: no more of them at once than there are, of those that somebody waits for with an open call,
 * and of those of long-running operations. Whoever comes later waits, and holds no connection meanwhile.
 */
type Kind = 'now' | 'queued';
const readers = new KeyedSemaphore(() => ({ atOnce: availableParallelism(), waiting: 100, waitMs: MAX_MS }));

const isSmall = async (bytes: Buffer) => bytes.length <= SMALL_BYTES && (await readSize(bytes)) <= SMALL_UNPACKED_BYTES;

async function enter(kind: Kind): Promise<() => void> {
  try {
    return await readers.enter(kind);
  } catch (error) {
    throw error instanceof SemaphoreFull ? new ApiError('RequestLimitReached', { cause: error }) : error;
  }
}

async function* readByProcess(content: Readable, reading: Reading, kind: Kind): AsyncGenerator<FileRow> {
  const leave = await enter(kind);
  const sheet = reading.sheet === null ? [] : [reading.sheet];
  const { process: child, ended } = startReader(join(import.meta.dirname, 'read-process.ts'), sheet, MAX_MS);
  // How it ended is asked below, when it has told no end of its own.
  ended.catch(() => undefined);
  try {
    const given = pipeline(content, child.stdin);
    // Asked below: a process that has seen enough takes no more.
    given.catch(() => undefined);
    for await (const message of readFrames(child.stdout, MAX_TOLD_BYTES)) {
      const { rows, ended: whole, refused, ...told } = message as Told;
      if (refused) throw new ApiError(refused);
      Object.assign(reading, told);
      yield* rows;
      if (whole) {
        // Of a content that broke off the process has seen a part, and taken it for the whole.
        await given;
        return;
      }
      await yieldToEventLoop();
    }
    await ended;
    throw new Error('The table was not read to its end');
  } finally {
    child.kill('SIGKILL');
    content.destroy();
    leave();
  }
}

/**
 * Rows of a file that somebody sent, read beside the calls of others: by a process of lower priority, unless the file is
 * small. What is no table, or too long a one, is refused before its first row. Errors: InvalidImportFormat, also for what
 * takes too long or too much memory; UnknownSheet; ReachedImportRowsLimit; RequestLimitReached; those of the content's store.
 */
export async function* readApart(content: Buffer | Readable, reading: Reading): AsyncGenerator<FileRow> {
  if (Buffer.isBuffer(content) && (await isSmall(content))) {
    yield* readRows(content, reading);
    return;
  }
  const source = Buffer.isBuffer(content) ? Readable.from([content]) : content;
  let failure: unknown;
  source.once('error', (error) => {
    failure = error;
  });
  try {
    yield* readByProcess(source, reading, source === content ? 'queued' : 'now');
  } catch (error) {
    // A file that could not be fetched is no wrong file.
    if (error instanceof ApiError || failure !== undefined) throw failure ?? error;
    throw new ApiError('InvalidImportFormat', { cause: error });
  }
}
