import type { Notice, NoticeInput, NoticeUpdate } from '@pimis/contract/notices';
import { noticeProblems, USUAL_PRIORITY } from '@pimis/domain/notices/notices';
import { trimmed } from '@pimis/domain/text/blank';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import { type Context, today } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { inTransaction } from '../../platform/database/in-transaction.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';
import { insertNotice, lockNotice, removeNotice, writeNotice } from './queries.ts';

/** The stored form of a notice; the error names every problem. */
function readInput(context: Context, input: NoticeInput, begunOn?: string): Omit<Notice, 'id'> {
  const notice = {
    title: trimmed(input.title),
    text: trimmed(input.text),
    titleEn: trimmed(input.titleEn ?? '') || null,
    textEn: trimmed(input.textEn ?? '') || null,
    startDate: input.startDate,
    endDate: input.endDate,
    timeFrom: input.timeFrom || null,
    timeTo: input.timeTo || null,
    priority: input.priority ?? USUAL_PRIORITY,
  };
  const problems = noticeProblems(notice, today(context), begunOn);
  if (Object.keys(problems).length > 0) throw invalidFields(problems);
  return notice;
}

/** Writes a notice. Only a notice with `begunOn` may have begun before today, on that day. Error: ValidationError. */
export async function createNotice(
  context: Context,
  user: Pick<CurrentUser, 'id'> | null,
  input: NoticeInput,
  origin: AuditOrigin,
  begunOn?: string,
): Promise<number> {
  const after = readInput(context, input, begunOn);
  return inTransaction(context.db, async (tx) => {
    const id = await insertNotice(tx, after, user?.id ?? null);
    const detail = { before: null, after };
    await audit(tx, origin, { operation: 'notice.create', subjectType: 'notice', subjectId: id, detail });
    return id;
  });
}

/** Changes a notice. With `revision` only if nobody else has changed it since. */
export async function updateNotice(context: Context, id: number, input: NoticeUpdate, origin: AuditOrigin) {
  await inTransaction(context.db, async (tx) => {
    const found = await lockNotice(tx, id);
    if (!found) throw new ApiError('NotFound');
    const { revision, ...before } = found;
    if (input.revision !== undefined && input.revision !== revision) throw new ApiError('RecordConflict');
    const after = readInput(context, input, before.startDate);
    await writeNotice(tx, id, after);
    const detail = { before, after };
    await audit(tx, origin, { operation: 'notice.update', subjectType: 'notice', subjectId: id, detail });
  });
}

export async function deleteNotice(context: Context, id: number, origin: AuditOrigin): Promise<void> {
  await inTransaction(context.db, async (tx) => {
    const found = await lockNotice(tx, id);
    if (!found) throw new ApiError('NotFound');
    const { revision: _, ...before } = found;
    await removeNotice(tx, id);
    const detail = { before, after: null };
    await audit(tx, origin, { operation: 'notice.delete', subjectType: 'notice', subjectId: id, detail });
  });
}
