import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import type { ImportResult } from '@pimis/contract/registries';
import { registryOf, isRegistryCode } from '@pimis/domain/registries/catalogue';
import type { Encoding } from '@pimis/domain/text/encoding';
import { cutText } from '@pimis/domain/text/cut';
import type { Context } from '../../../platform/context.ts';
import { type CurrentUser, loadCurrentUser } from '../../../platform/access/current-user.ts';
import { ApiError } from '../../../platform/errors.ts';
import { type ReceivedFile, receiveLargeFile } from '../../../platform/http/upload.ts';
import { namesFile, startOperation } from '../../operations/service.ts';
import type { Work } from '../../operations/work.ts';
import { readSize } from '../files/files.ts';
import { mayWrite } from '../write.ts';
import { type ImportCall, importRows } from './import.ts';

/** A worker process reads files above this size, packed or unpacked. */
const LARGE_BYTES = 256 * 1024;
const LARGE_UNPACKED_BYTES = 4 * 1024 * 1024;
const MAX_BYTES = 64 * 1024 * 1024;
/** Bytes of a multipart call besides the file. */
export const MAX_BODY_BYTES = MAX_BYTES + 1024 * 1024;

/** The uploaded file: in memory, or in the store if it is large. Errors: those of receiveFile. */
export async function receiveTable(context: Context, request: FastifyRequest): Promise<ReceivedFile> {
  const keep = (content: Readable) => keepFile(context, content);
  const drop = (key: string) => context.files.remove(key);
  const file = await receiveLargeFile(request, { maxBytes: MAX_BYTES, heldBytes: LARGE_BYTES, keep, drop });
  if (!('bytes' in file) || (await readSize(file.bytes)) <= LARGE_UNPACKED_BYTES) return file;
  return { name: file.name, key: await keep(Readable.from([file.bytes])) };
}

async function keepFile(context: Context, content: Readable): Promise<string> {
  const key = `imports/${randomUUID()}`;
  await context.files.put(key, content, MAX_BYTES);
  return key;
}

/** Imports immediately. With errors nothing is written, and the answer is InvalidRegistryImport with the rows. */
export async function importNow(context: Context, call: ImportCall): Promise<ImportResult> {
  const result = await importRows(context, call);
  if (result.errorCount > 0 && !call.dryRun) throw new ApiError('InvalidRegistryImport', { payload: result });
  return result;
}

/** The input that queueImport writes and importWork takes. */
interface QueuedImport {
  registry: string;
  dryRun: boolean;
  sheet: string | null;
  zeros: boolean;
  /** Missing, like `isConfirmed`, in jobs queued by an earlier version. */
  encoding?: Encoding | null;
  isConfirmed?: boolean;
  key: string;
  origin: ImportCall['origin'];
  userId: number;
  /** Missing in jobs queued by an earlier version. */
  sessionId?: string;
}

/** Queues the import of a stored file; returns the location of its progress. */
export async function queueImport(
  context: Context,
  user: CurrentUser,
  { registry, dryRun, sheet, zeros, encoding, isConfirmed, origin }: Omit<ImportCall, 'content'>,
  { key, name }: { key: string; name: string },
): Promise<string> {
  const input: QueuedImport = {
    registry: registry.code,
    dryRun,
    sheet: sheet ?? null,
    zeros: zeros === true,
    encoding: encoding ?? null,
    isConfirmed: isConfirmed === true,
    key,
    origin: { user: { id: user.id, login: user.login }, requestId: origin.requestId, address: origin.address },
    userId: user.id,
    sessionId: user.sessionId,
  };
  try {
    return await context.db.transaction().execute((tx) =>
      startOperation(context, tx, {
        userId: user.id,
        kind: 'registryImport',
        long: true,
        // A check writes nothing: it does not wait behind an import, which may take minutes.
        ...(dryRun ? { lane: 'registryCheck' } : {}),
        fileName: cutText(name, 200),
        input,
      }),
    );
  } catch (error) {
    await removeUnused(context, key);
    throw error;
  }
}

/** Removes a stored file that no operation names. The answer to a commit may be lost, so the rows decide. */
async function removeUnused(context: Context, key: string): Promise<void> {
  try {
    if (!(await namesFile(context.db, key))) await context.files.remove(key);
  } catch (error) {
    context.log.warn({ err: error, key }, 'the file of a failed import stays');
  }
}

/** Runs a queued import, as long as its user may write the registry, and removes its file, also after a failure. */
export function importWork(context: Context): Work<QueuedImport> {
  const remove = ({ key }: QueuedImport) => context.files.remove(key);
  return {
    async run(input, onProgress, onEnd) {
      const { registry: code, key, userId, sessionId, ...call } = input;
      if (!isRegistryCode(code)) throw new Error(`No registry ${code}`);
      const registry = registryOf(code);
      const requireWriter = async () => {
        if (sessionId === undefined) return;
        const user = await loadCurrentUser(context.db, userId, sessionId);
        if (!user) throw new ApiError('OperationInterrupted');
        if (!mayWrite(user, registry)) throw new ApiError('Forbidden');
      };
      // The user's rights are checked again at each progress, the last time after the rows are written and before they
      // are committed.
      const checkedProgress = async (percent: number) => {
        await requireWriter();
        await onProgress(percent);
      };
      // If the server stops at this point, the cancelling code removes the file.
      try {
        await requireWriter();
        const content = await context.files.get(key);
        return await importRows(context, {
          ...call,
          registry,
          content,
          inBackground: true,
          onProgress: checkedProgress,
          onEnd,
        });
      } finally {
        await remove(input);
      }
    },
    giveUp: remove,
  };
}
