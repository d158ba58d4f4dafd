import { randomUUID } from 'node:crypto';
import { inScript } from '@pimis/domain/text/transliterate';
import type { Written } from '@pimis/domain/text/wording';
import type { Context } from '../../platform/context.ts';
import { type CurrentUser, loadCurrentUser } from '../../platform/access/current-user.ts';
import { ApiError } from '../../platform/errors.ts';
import { fileWord } from '../../platform/storage/file-names.ts';
import { partsToLog, zipStream } from '../../platform/documents/zip.ts';
import { rightsOf, startOnce } from '../operations/service.ts';
import { ResultFile, type Work } from '../operations/work.ts';
import { approvedListEntries, listEntries } from './papers.ts';

/** Larger than any list; limits the damage of an error to the disk. */
const MAX_BYTES = 2 * 1024 * 1024 * 1024;
const ALL = 100;

const PAPERS = {
  list: { entries: listEntries, file: 'list' },
  approved: { entries: approvedListEntries, file: 'approvedList' },
} as const;

interface ListArchive {
  paper: keyof typeof PAPERS;
  type: number;
  name: string;
  written: Written;
}

/** The input that queueListArchive writes and runListArchive takes. */
interface QueuedArchive extends Omit<ListArchive, 'written'> {
  /** Jobs queued by an earlier version do not have it. */
  written?: Written;
  key: string;
  userId: number;
  sessionId: string;
}

/**
 * Queues the archive of a list and returns where its progress and file are found. A repeated call before its end gets
 * the same. Errors at once: NotFound, ListNotApproved.
 */
export async function queueListArchive(context: Context, user: CurrentUser, list: ListArchive): Promise<string> {
  const { entries, file } = PAPERS[list.paper];
  await entries(context, user, list);
  const operation = {
    userId: user.id,
    kind: 'listArchive' as const,
    rights: rightsOf(user),
    long: true,
    fileName: `${fileWord(file, list.written)}-${list.type}-${inScript(list.name, list.written.script)}.zip`,
  };
  const input: QueuedArchive = { ...list, key: `archives/${randomUUID()}`, userId: user.id, sessionId: user.sessionId };
  return context.db.transaction().execute((tx) => startOnce(context, tx, { ...operation, input }));
}

/** Makes a queued archive, with the data that its user may see at that time. */
export function runListArchive(context: Context): Work<QueuedArchive> {
  const remove = ({ key }: QueuedArchive) => context.files.remove(key);
  return {
    async run(input, onProgress) {
      const { paper, key, userId, sessionId, type, name, written = {} } = input;
      const user = await loadCurrentUser(context.db, userId, sessionId);
      if (!user) throw new ApiError('Forbidden');
      const entries = await PAPERS[paper].entries(context, user, { type, name, written });
      const { failed } = partsToLog(context, { list: `${type} ${name}` });
      let missing = 0;
      const archive = zipStream(entries, written, {
        failed: (part, error) => {
          missing += 1;
          failed(part, error);
        },
        progress: (done) => onProgress(Math.floor((done * ALL) / (entries.length + 1))),
      });
      try {
        const { size } = await context.files.put(key, archive, MAX_BYTES);
        await onProgress(ALL);
        return new ResultFile(key, size, 'application/zip', missing);
      } catch (error) {
        await remove(input);
        throw error;
      }
    },
    giveUp: remove,
    repeatable: true,
  };
}
