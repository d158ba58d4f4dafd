import { sql } from 'kysely';
import { can } from '@pimis/domain/access/policies';
import { isDay } from '@pimis/domain/dates/dates';
import { type AuditOrigin, audit } from '../../platform/audit.ts';
import { type Context, dayOf } from '../../platform/context.ts';
import type { CurrentUser } from '../../platform/current-user.ts';
import { ApiError, invalidFields } from '../../platform/errors.ts';

/** Sessions are held within so many days after their list was made. */
const WITHIN_DAYS = 366;
const DAY_MS = 86_400_000;

/**
 * Keeps the day of the session before which a list comes; null takes it back. It is not before the list was made, and
 * not of a list that was decided whole. Errors: Forbidden, NotFound, ValidationError, InvalidProjectAction.
 */
export async function setMeetingDate(
  context: Context,
  user: CurrentUser,
  list: { type: number; name: string },
  day: string | null,
  origin: AuditOrigin,
): Promise<string | null> {
  if (!can(user, 'list.manage')) throw new ApiError('Forbidden');
  return context.db.transaction().execute(async (tx) => {
    const found = await tx
      .selectFrom('project_lists')
      .select(['id', 'created_at', sql<string | null>`session_on::text`.as('before'), 'pending_count as pendingCount'])
      .where('type', '=', list.type)
      .where('name', '=', list.name)
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw new ApiError('NotFound');
    const { id, created_at: made, before, pendingCount } = found;
    const last = dayOf(new Date(made.getTime() + WITHIN_DAYS * DAY_MS));
    if (day !== null && (!isDay(day) || day < dayOf(made) || day > last)) throw invalidFields({ day: 'InvalidField' });
    if (pendingCount === 0) throw new ApiError('InvalidProjectAction');
    if (day === before) return day;
    await tx.updateTable('project_lists').set({ session_on: day }).where('id', '=', id).execute();
    await audit(tx, origin, {
      operation: 'list.session',
      subjectType: 'list',
      subjectId: id,
      detail: { type: list.type, name: list.name, before: { sessionDay: before }, after: { sessionDay: day } },
    });
    return day;
  });
}
