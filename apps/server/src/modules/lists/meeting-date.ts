import { sql } from 'kysely';
import type { SessionChange } from '@pimis/contract/lists';
import { can } from '@pimis/domain/access/policies';
import { isDay } from '@pimis/domain/dates/dates';
import { trimmed } from '@pimis/domain/text/blank';
import { sessionDays } from '@pimis/domain/workflow/list-limits';
import { type AuditOrigin, audit } from '../../platform/audit/audit.ts';
import { type Context, dayOf } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/access/current-user.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';

/**
 * Sets the day and number of the session for a list; null removes them. The day is not before the list was made, and
 * the list is not completely decided. Errors: Forbidden, NotFound, ValidationError, InvalidProjectAction,
 * RecordConflict.
 */
export async function setMeetingDate(
  context: Context,
  user: CurrentUser,
  list: { type: number; name: string },
  { day, number: wanted, expected }: SessionChange,
  origin: AuditOrigin,
): Promise<{ day: string | null; number: string | null }> {
  if (!can(user, 'list.manage')) throw new ApiError('Forbidden');
  return context.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('project_lists')
      .select([
        'id',
        'created_at',
        sql<string | null>`session_on::text`.as('sessionDay'),
        'session_number',
        'pending_count as pendingCount',
      ])
      .where('type', '=', list.type)
      .where('name', '=', list.name)
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw new ApiError('NotFound');
    const { id, created_at: made, pendingCount } = found;
    const before = { sessionDay: found.sessionDay, sessionNumber: found.session_number };
    const number = wanted === undefined ? before.sessionNumber : trimmed(wanted ?? '') || null;
    const { first, last } = sessionDays(dayOf(made));
    if (day !== null && (!isDay(day) || day < first || day > last)) throw invalidFields({ day: 'InvalidField' });
    if (pendingCount === 0) throw new ApiError('InvalidProjectAction');
    if (expected && (expected.day !== before.sessionDay || expected.number !== before.sessionNumber)) {
      throw new ApiError('RecordConflict');
    }
    if (day === before.sessionDay && number === before.sessionNumber) return { day, number };
    await tx
      .updateTable('project_lists')
      .set({ session_on: day, session_number: number })
      .where('id', '=', id)
      .execute();
    await audit(tx, origin, {
      operation: 'list.session',
      subjectType: 'list',
      subjectId: id,
      detail: { type: list.type, name: list.name, before, after: { sessionDay: day, sessionNumber: number } },
    });
    return { day, number };
  });
}
