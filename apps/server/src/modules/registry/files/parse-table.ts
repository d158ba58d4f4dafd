import type { ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ApiError } from '../../../platform/errors.ts';
import { readFrames } from '../../../platform/documents/message-framing.ts';
import { turnKey } from '../../../platform/limits/pool-quota.ts';
import { TurnRefused, Turns } from '../../../platform/limits/turns.ts';
import { yieldToEventLoop } from '../../../platform/process/yield-to-event-loop.ts';
import { spawnParser } from '../../../platform/documents/parser-process.ts';
import { readRows, readSize } from './files.ts';
import { type FileRow, type Reading } from './file-rows.ts';
import type { ParserMessage } from './table-parser-messages.ts';

/** Smaller files, packed and unpacked, are parsed here: starting a process would take longer. */
const SMALL_BYTES = 32 * 1024;
const SMALL_UNPACKED_BYTES = 512 * 1024;
/** Far more time than parsing any of our tables takes. */
const MAX_MS = 120_000;
const MAX_FRAME_BYTES = 4 * 1024 * 1024;

/**
 * At most one parser process per core for open calls, one of them for each caller, and as many for queued operations.
 * Others wait without a database connection.
 */
type Kind = 'now' | 'queued';
const LIMITS = { atOnce: availableParallelism(), ofOne: 1, waiting: 200, waitingOfOne: 100, waitMs: MAX_MS };
const readers: Readonly<Record<Kind, Turns>> = { now: new Turns(LIMITS), queued: new Turns(LIMITS) };
const RETRY_AFTER_SECONDS = 5;

const isSmall = async (bytes: Buffer) => bytes.length <= SMALL_BYTES && (await readSize(bytes)) <= SMALL_UNPACKED_BYTES;

async function enter(kind: Kind): Promise<() => void> {
  try {
    return await readers[kind].enter(turnKey());
  } catch (error) {
    throw error instanceof TurnRefused
      ? new ApiError('RequestLimitReached', { retryAfter: RETRY_AFTER_SECONDS, limit: 'fileReaders', cause: error })
      : error;
  }
}

async function* parseInProcess(content: Readable, reading: Reading, kind: Kind): AsyncGenerator<FileRow> {
  const leave = await enter(kind);
  let child: ChildProcess | undefined;
  try {
    const wanted = [reading.sheet ?? '', reading.encoding ?? ''];
    // A name with a NUL starts no process, nor does a system short of memory.
    const { process: parser, ended } = spawnParser(
      join(import.meta.dirname, 'table-parser-process.ts'),
      wanted,
      MAX_MS,
    );
    child = parser;
    // If the process reported no end, its exit is checked below.
    ended.catch(() => undefined);
    const given = pipeline(content, parser.stdin);
    // A process that has read enough takes no more input, which is not an error.
    given.catch(() => undefined);
    for await (const message of readFrames(parser.stdout, MAX_FRAME_BYTES)) {
      const { rows, ended: whole, refused, ...progress } = message as ParserMessage;
      if (refused) throw new ApiError(refused);
      Object.assign(reading, progress);
      yield* rows;
      if (whole) {
        // The process has taken the incomplete content for all of it.
        await given;
        return;
      }
      await yieldToEventLoop();
    }
    await ended;
    throw new Error('The table was not read to its end');
  } finally {
    child?.kill('SIGKILL');
    content.destroy();
    leave();
  }
}

/**
 * The rows of an uploaded table, parsed in a process of the lowest priority unless the file is small. A file that is
 * not a table, or has too many rows, is refused before its first row. Errors: InvalidImportFormat, also for a file that
 * takes too much time or memory; UnknownSheet; ReachedImportRowsLimit; RequestLimitReached; those of the file store.
 */
export async function* parseTable(content: Buffer | Readable, reading: Reading): AsyncGenerator<FileRow> {
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
    yield* parseInProcess(source, reading, source === content ? 'queued' : 'now');
  } catch (error) {
    // A failure of the store does not mean that the file is wrong.
    if (error instanceof ApiError || failure !== undefined) throw failure ?? error;
    throw new ApiError('InvalidImportFormat', { cause: error });
  }
}
