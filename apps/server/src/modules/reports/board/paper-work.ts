import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Written } from '@pimis/domain/text/wording';
import { can } from '@pimis/domain/access/policies';
import type { Context } from '../../../platform/context.ts';
import { type CurrentUser, loadCurrentUser } from '../../../platform/access/current-user.ts';
import { ApiError } from '../../../platform/errors.ts';
import { renderPdf } from '../../../platform/documents/pdf/render.ts';
import { readingFor } from '../../../platform/database/read-replica.ts';
import { rightsOf, startOnce } from '../../operations/service.ts';
import { ResultFile, type Work } from '../../operations/work.ts';
import type { ReportRequest } from './as-of-date-rows.ts';
import { readReport } from './report-rows.ts';
import { reportRequest, boardReport, reportDocument, type Scope } from './service.ts';

const MAX_BYTES = 256 * 1024 * 1024;
/** The progress when the rows have been read; rendering is a single step. */
const READ = 40;
const ALL = 100;

/** The input that queuePaper writes and boardReportWork takes. */
interface QueuedPaper {
  type: string;
  scope: Scope;
  /** Missing in jobs queued by an earlier version. */
  written?: Written;
  key: string;
  userId: number;
  sessionId: string;
}

/** Queues a report as a paper; returns where its progress and file are found. */
export function queuePaper(
  context: Context,
  user: CurrentUser,
  paper: { type: string; request: ReportRequest; written: Written; fileName: string; long: boolean },
): Promise<string> {
  const { day, organizationId, phase, sector } = paper.request;
  const input: QueuedPaper = {
    type: paper.type,
    scope: { atDay: day, organizationId, phase, sector },
    written: paper.written,
    key: `archives/${randomUUID()}`,
    userId: user.id,
    sessionId: user.sessionId,
  };
  const { fileName, long } = paper;
  const operation = { userId: user.id, kind: 'boardReport' as const, rights: rightsOf(user), fileName, long, input };
  return context.db.transaction().execute((tx) => startOnce(context, tx, operation));
}

/** Makes a queued report, with the data that its user may see at that time. */
export function boardReportWork(context: Context): Work<QueuedPaper> {
  const remove = ({ key }: QueuedPaper) => context.files.remove(key);
  return {
    async run(input, onProgress) {
      const { type, scope, written = {}, key, userId, sessionId } = input;
      const user = await loadCurrentUser(context.db, userId, sessionId);
      if (!user || !can(user, 'report.board')) throw new ApiError('Forbidden');
      const reading = await readingFor(context, user);
      const made = await readReport(reading, boardReport(type), reportRequest(context, user, { ...scope, ...written }));
      const document = await reportDocument(reading, made, written);
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
