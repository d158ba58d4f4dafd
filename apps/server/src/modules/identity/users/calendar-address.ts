import { type CalendarEntry, type CalendarFact, publishEntries } from '@pimis/domain/calendar/entries';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import { type CurrentUser, loadActiveUser } from '../../../platform/access/current-user.ts';
import { hashToken, makeLinkToken } from '../../../platform/access/tokens.ts';
import { type Context, today } from '../../../platform/context.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { ApiError } from '../../../platform/errors.ts';
import { holdOwnAccount } from '../sign-in/own-password.ts';

/* The address of a person's own calendar (docs/decisions/0302-calendars.md). Whoever has it can read the calendar. */

/** When the user's address was made (ISO); null without one. */
export async function calendarSince(db: Database | Tx, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('calendar_addresses')
    .select('created_at')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row?.created_at.toISOString() ?? null;
}

export async function removeCalendar(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('calendar_addresses').where('user_id', '=', userId).execute();
}

/**
 * Makes the user's address, which only this answer contains. An earlier address is refused from now on; the entries
 * stay, so that a calendar with the new address continues their version numbers.
 */
export async function makeCalendarAddress(
  context: Context,
  user: CurrentUser,
  origin: AuditOrigin,
): Promise<{ address: string; createdDate: string }> {
  const { token, hash } = makeLinkToken();
  const now = context.now();
  await context.db.transaction().execute(async (tx) => {
    await holdOwnAccount(tx, user);
    const before = await calendarSince(tx, user.id);
    const values = { secret_hash: hash, created_at: now };
    await tx
      .insertInto('calendar_addresses')
      .values({ user_id: user.id, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute();
    await audit(tx, origin, {
      operation: 'calendar.create',
      subjectType: 'user',
      subjectId: user.id,
      detail: { before: before && { createdDate: before }, after: { createdDate: now.toISOString() } },
    });
  });
  return {
    address: new URL(`/api/calendar/${token}.ics`, context.config.publicUrl).href,
    createdDate: now.toISOString(),
  };
}

/** Revokes the user's address: the next call by it is refused. Error: NotFound without one. */
export async function revokeCalendarAddress(context: Context, user: CurrentUser, origin: AuditOrigin): Promise<void> {
  await context.db.transaction().execute(async (tx) => {
    await holdOwnAccount(tx, user);
    const before = await calendarSince(tx, user.id);
    if (before === null) throw new ApiError('NotFound');
    await removeCalendar(tx, user.id);
    await audit(tx, origin, {
      operation: 'calendar.revoke',
      subjectType: 'user',
      subjectId: user.id,
      detail: { before: { createdDate: before }, after: null },
    });
  });
}

function addressOf(db: Database | Tx, secret: string) {
  return db
    .selectFrom('calendar_addresses')
    .select(['user_id as userId', 'entries'])
    .where('secret_hash', '=', hashToken(secret));
}

/** The user whose calendar has this secret. Error: NotFound, also if the user is not active. */
export async function calendarOwner(context: Context, secret: string): Promise<CurrentUser> {
  const found = await addressOf(context.db, secret).executeTakeFirst();
  const user = found ? await loadActiveUser(context.db, found.userId) : null;
  if (!user) throw new ApiError('NotFound');
  return user;
}

/**
 * The present entries of a calendar, stored when they differ from the last ones. While the installation is read-only
 * nothing is stored, and the next reading finds the same changes. Error: NotFound when the address was revoked
 * meanwhile.
 */
export async function publishCalendar(
  context: Context,
  secret: string,
  facts: readonly CalendarFact[],
): Promise<CalendarEntry[]> {
  const moment = { today: today(context), now: context.now().toISOString() };
  // Only this function writes the column.
  const compare = (stored: unknown) => publishEntries(stored as CalendarEntry[], facts, moment);
  const found = await addressOf(context.db, secret).executeTakeFirst();
  if (!found) throw new ApiError('NotFound');
  const first = compare(found.entries);
  if (!first.changed || (context.readOnly && context.readOnly.text() !== null)) return first.entries;
  return context.db.transaction().execute(async (tx) => {
    // Two calendars may ask at once: the second one compares with what the first has stored.
    const held = await addressOf(tx, secret).forUpdate().executeTakeFirst();
    if (!held) throw new ApiError('NotFound');
    const { entries, changed } = compare(held.entries);
    if (changed) {
      await tx
        .updateTable('calendar_addresses')
        .set({ entries: JSON.stringify(entries) })
        .where('user_id', '=', held.userId)
        .execute();
    }
    return entries;
  });
}
