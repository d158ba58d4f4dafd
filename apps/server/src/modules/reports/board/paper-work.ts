import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Written } from '@pimis/domain/text/wording';
import { can } from '@pimis/domain/access/policies';
import type { Context } from '../../../platform/context.ts';
import { type CurrentUser, loadCurrentUser } from '../../../platform/current-user.ts';
import { ApiError } from '../../../platform/errors.ts';
import { renderPdf } from '../../../platform/pdf/render.ts';
import { ResultFile, startOnce, type Work } from '../../operations/service.ts';
import type { Asked } from './as-of-date-rows.ts';
import { readReport } from './report-rows.ts';
import { askedOf, boardReport, reportDocument, type Scope } from './service.ts';

const MAX_BYTES = 256 * 1024 * 1024;
/** The sheets have been read; drawing them is one piece of work. */
const READ = 40;
const ALL = 100;

/** Written by queuePaper in this shape. */
interface QueuedPaper {
  type: string;
  scope: Scope;
  /** Not in what an earlier version of the server has queued. */
  written?: Written;
  key: string;
  userId: number;
  sessionId: string;
}

/** Queues a report on paper; answers where its progress and then its file are found. */
export function queuePaper(
  context: Context,
  user: CurrentUser,
  paper: { type: string; asked: Asked; written: Written; fileName: string },
): Promise<string> {
  const { day, organizationId, phase, sector } = paper.asked;
  const input: QueuedPaper = {
    type: paper.type,
    scope: { atDay: day, organizationId, phase, sector },
    written: paper.written,
    key: `archives/${randomUUID()}`,
    userId: user.id,
    sessionId: user.sessionId,
  };
  const operation = { userId: user.id, kind: 'boardReport' as const, fileName: paper.fileName, input: { ...input } };
  return context.db.transaction().execute((tx) => startOnce(context, tx, operation));
}

/** The work of a queued report: what its user may see at the time when it is made. */
export function boardReportWork(context: Context): Work {
  const remove = (input: Record<string, unknown>) => context.files.remove((input as unknown as QueuedPaper).key);
  return {
    async run(input, onProgress) {
      const { type, scope, written = {}, key, userId, sessionId } = input as unknown as QueuedPaper;
      const user = await loadCurrentUser(context.db, userId, sessionId);
      if (!user || !can(user, 'report.board')) throw new ApiError('Forbidden');
      const made = await readReport(context, boardReport(type), askedOf(context, user, scope));
      const document = await reportDocument(context, made, written);
      await onProgress(READ);
      const bytes = await renderPdf(document);
      try {
        const { size } = await context.files.put(key, Readable.from([bytes]), MAX_BYTES);
        await onProgress(ALL);
        return new ResultFile(key, size, 'application/pdf');
      } catch (error) {
        await remove(input);
        throw error;
      }
    },
    giveUp: remove,
    repeatable: true,
  };
}
