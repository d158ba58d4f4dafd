import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import { ApiError } from '../../../platform/errors.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { removePasskeys } from './passkey-queries.ts';
import { composeMail } from '../../../platform/mail/mail-page.ts';
import { endOldAccess } from '../sign-in/ended-access.ts';
import { changeRights } from '../roles/rights.ts';
import { findSecondFactor, removeSecondFactor } from './second-factor-queries.ts';
import { lockForChange, requireHandling } from '../users/users.ts';

/**
 * Removes the second factor of a user who has lost it: the password alone suffices until the role requires a new one. A
 * mail informs the user, because somebody else may have asked for it.
 */
export async function resetSecondFactor(
  context: Context,
  user: CurrentUser,
  login: string,
  origin: AuditOrigin,
): Promise<void> {
  await changeRights(context, user, async (tx, caller) => {
    const found = await lockForChange(tx, caller, login);
    await requireHandling(tx, caller, 'user.resetSecondFactor', found);
    const { activeSince } = await findSecondFactor(tx, found.id);
    if (activeSince === null) throw new ApiError('SecondFactorInactive');
    await removeSecondFactor(tx, found.id);
    // The lost phone may have an open session.
    const passkeys = await removePasskeys(tx, found.id);
    await endOldAccess(tx, found.id, 'second factor reset', context.now());
    await audit(tx, origin, {
      operation: 'user.secondFactorReset',
      subjectType: 'user',
      subjectId: found.id,
      organizationId: found.organizationId,
      detail: { before: { secondFactor: true, passkeys }, after: { secondFactor: false, passkeys: 0 } },
    });
    const mail = composeMail({
      to: found.email,
      subject: 'ПИМИС: други корак пријаве је поништен',
      paragraphs: ['Администратор је поништио други корак ваше пријаве. Ако то нисте тражили, јавите му се одмах.'],
    });
    await addJob(tx, 'sendMail', mail);
  });
}
