import type { NewStandIn, StandInCandidate, StandIns } from '@pimis/contract/stand-ins';
import { can } from '@pimis/domain/access/policies';
import { USER_STATUS } from '@pimis/domain/constants';
import { days, formatDay, isDay } from '@pimis/domain/dates/dates';
import { ABSENCE_DAYS, ABSENCES_AHEAD, sharedClaims, workClaims } from '@pimis/domain/workflow/stand-ins';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import { type Context, today } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import type { Database, Tx } from '../../../platform/database/database.ts';
import { ApiError, invalidFields } from '../../../platform/errors.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { composeMail } from '../../../platform/mail/mail-page.ts';
import './events.ts';
import { changeRights } from '../roles/rights.ts';
import { findUser, lockUser } from '../users/user-queries.ts';
import { mayHandle } from '../users/users.ts';
import { findStandIns, isAway, lockStandIn, type Person, peopleOf, toStandIn } from './stand-in-queries.ts';

/** Refuses callers who may not enter absences of the user. Errors: NotFound if they may not even see the user. */
function requireRight(user: CurrentUser, found: { id: number; organizationId: string } | null | undefined): void {
  const own = found?.id === user.id;
  if (!found || (!own && !can(user, 'user.view', { organizationId: found.organizationId }))) {
    throw new ApiError('NotFound');
  }
  if (!can(user, 'user.standIn', { organizationId: found.organizationId, userId: found.id })) {
    throw new ApiError('InvalidUserPermission');
  }
}

/**
 * The same for entering and ending: for others, only if the caller may change their account. A stand-in of an
 * administrator gets rights for some days that an operator could not give. Errors: NotFound, InvalidUserPermission.
 */
async function requireHandling(
  tx: Tx,
  user: CurrentUser,
  found: { id: number; roleId: number; organizationId: string } | null | undefined,
): Promise<void> {
  requireRight(user, found);
  if (found && found.id !== user.id && !(await mayHandle(tx, user, found))) throw new ApiError('InvalidUserPermission');
}

async function readable(db: Database, user: CurrentUser, login: string) {
  const found = await findUser(db, login);
  requireRight(user, found);
  if (!found) throw new ApiError('NotFound');
  return found;
}

async function standInsOf(db: Database | Tx, userId: number, day: string): Promise<StandIns> {
  const absences = await findStandIns(db, 'user_id', userId, day);
  const actingFor = await findStandIns(db, 'acting_user_id', userId, day);
  return {
    absences: absences.map((row) => toStandIn(row, day)),
    actingFor: actingFor.map((row) => toStandIn(row, day)),
  };
}

/** Present and future absences of a user, and those in which they act for others. */
export async function readStandIns(context: Context, user: CurrentUser, login: string): Promise<StandIns> {
  const found = await readable(context.db, user, login);
  return standInsOf(context.db, found.id, today(context));
}

/** People of the body who have a claim that steps of the user need. */
export async function listCandidates(
  context: Context,
  user: CurrentUser,
  login: string,
): Promise<{ rows: StandInCandidate[]; claims: string[] }> {
  const found = await readable(context.db, user, login);
  const people = await peopleOf(context.db, found.organizationId);
  const absent = people.find(({ id }) => id === found.id);
  if (!absent) return { rows: [], claims: [] };
  const rows = people.flatMap((person) => {
    const claims = sharedClaims(absent, person);
    return claims.length > 0 ? [{ login: person.login, name: person.name, claims }] : [];
  });
  return { rows, claims: workClaims(absent) };
}

function requireDays({ firstDay, lastDay }: NewStandIn, day: string): void {
  const wrong: Record<string, 'InvalidField'> = {};
  if (!isDay(firstDay) || firstDay < day || days(day, firstDay) > ABSENCE_DAYS) wrong.firstDay = 'InvalidField';
  if (!isDay(lastDay) || lastDay < firstDay || days(firstDay, lastDay) >= ABSENCE_DAYS) wrong.lastDay = 'InvalidField';
  if (Object.keys(wrong).length > 0) throw invalidFields(wrong);
}

const periodOf = ({ firstDay, lastDay }: { firstDay: string; lastDay: string }) =>
  firstDay === lastDay ? formatDay(firstDay) : `${formatDay(firstDay)} – ${formatDay(lastDay)}`;

/** Notifies the people concerned in the bell, except the one who made the change. */
function notify(
  context: Context,
  tx: Tx,
  caller: CurrentUser,
  people: readonly ({ id: number } | null)[],
  change: { standInId: number; ended: boolean },
): Promise<void> {
  const userIds = people.flatMap((person) => (person && person.id !== caller.id ? [person.id] : []));
  return context.events.publish('absenceChanged', {
    tx,
    ...change,
    userIds,
    changedBy: caller.id,
    at: context.now(),
  });
}

/** Sends a mail to the people concerned, except the one who made the change and people without an address. */
async function sendMails(
  tx: Tx,
  caller: CurrentUser,
  people: readonly ({ id: number; email: string | null } | null)[],
  mail: { subject: string; paragraphs: string[] },
): Promise<void> {
  for (const person of people) {
    if (person?.email && person.id !== caller.id)
      await addJob(tx, 'sendMail', composeMail({ to: person.email, ...mail }));
  }
}

async function findActing(
  tx: Tx,
  absent: Person,
  people: readonly Person[],
  input: NewStandIn,
): Promise<Person | null> {
  const login = input.actingUser?.trim().toLowerCase();
  if (login === undefined) return null;
  const acting = people.find((person) => person.login.toLowerCase() === login);
  const refusal = (code: 'StandInNotEligible' | 'StandInAway') =>
    new ApiError(code, { fieldErrors: [{ field: 'actingUser', code }] });
  if (!acting || sharedClaims(absent, acting).length === 0) throw refusal('StandInNotEligible');
  if (await isAway(tx, acting.id, input.firstDay, input.lastDay)) throw refusal('StandInAway');
  return acting;
}

/**
 * Enters an absence, with or without a stand-in. Errors: ValidationError for days, StandInOverlap, StandInNotEligible
 * for a user of another body or without a claim of the absent one, StandInAway, StandInLimit.
 */
export async function addStandIn(
  context: Context,
  user: CurrentUser,
  login: string,
  input: NewStandIn,
  origin: AuditOrigin,
): Promise<StandIns> {
  const day = today(context);
  return changeRights(context, user, async (tx, caller) => {
    const found = await lockUser(tx, login);
    await requireHandling(tx, caller, found);
    requireDays(input, day);
    if (found?.status !== USER_STATUS.active) throw new ApiError('InactiveUser');
    const people = await peopleOf(tx, found.organizationId);
    const absent = people.find(({ id }) => id === found.id);
    if (!absent) throw new Error(`User ${found.id} is not among the active users`);
    const ahead = await findStandIns(tx, 'user_id', found.id, day);
    if (ahead.some((one) => one.firstDay <= input.lastDay && one.lastDay >= input.firstDay)) {
      throw new ApiError('StandInOverlap', { fieldErrors: [{ field: 'firstDay', code: 'StandInOverlap' }] });
    }
    if (ahead.length >= ABSENCES_AHEAD) throw new ApiError('StandInLimit');
    const acting = await findActing(tx, absent, people, input);
    const { firstDay, lastDay } = input;
    const { id } = await tx
      .insertInto('stand_ins')
      .values({
        user_id: found.id,
        acting_user_id: acting?.id ?? null,
        first_day: firstDay,
        last_day: lastDay,
        created_by: caller.id,
        created_at: context.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await audit(tx, origin, {
      operation: 'user.standIn',
      subjectType: 'user',
      subjectId: found.id,
      organizationId: found.organizationId,
      detail: { before: null, after: { firstDay, lastDay, standIn: acting?.name ?? null } },
    });
    await notify(context, tx, caller, [found, acting], { standInId: id, ended: false });
    await sendMails(tx, caller, [found, acting], {
      subject: 'ПИМИС: одсуство и замена',
      paragraphs: [
        acting
          ? `Одсуство: ${found.name}, ${periodOf(input)}. Замењује: ${acting.name}.`
          : `Одсуство: ${found.name}, ${periodOf(input)}. Замена није одређена.`,
        'Обавештења одсутног тих дана добија и замена. Одсуства и замене видите на страници „Мој налог“.',
      ],
    });
    return standInsOf(tx, found.id, day);
  });
}

/** Ends an absence at once, or withdraws one that has not begun. Error: NotFound if it is over or ended. */
export async function endStandIn(
  context: Context,
  user: CurrentUser,
  login: string,
  standInId: number,
  origin: AuditOrigin,
): Promise<void> {
  await changeRights(context, user, async (tx, caller) => {
    const found = await lockUser(tx, login);
    await requireHandling(tx, caller, found);
    const row = found && (await lockStandIn(tx, standInId, found.id, today(context)));
    if (!row) throw new ApiError('NotFound');
    await tx
      .updateTable('stand_ins')
      .set({ ended_at: context.now(), ended_by: caller.id })
      .where('id', '=', row.id)
      .execute();
    const { firstDay, lastDay, actingName } = row;
    await audit(tx, origin, {
      operation: 'user.standInEnd',
      subjectType: 'user',
      subjectId: found.id,
      organizationId: found.organizationId,
      detail: { before: { firstDay, lastDay, standIn: actingName }, after: null },
    });
    const acting = row.actingUserId === null ? null : { id: row.actingUserId, email: row.actingEmail };
    await notify(context, tx, caller, [found, acting], { standInId: row.id, ended: true });
    await sendMails(tx, caller, [found, acting], {
      subject: 'ПИМИС: одсуство је завршено',
      paragraphs: [`Више не важи одсуство: ${row.name}, ${periodOf(row)}. Замена је престала.`],
    });
  });
}
