import type { FastifyInstance } from 'fastify';
import { type AuditOrigin, audit, originOf } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import { ok } from '../../../platform/http/envelope.ts';
import { ApiError } from '../../../platform/errors.ts';
import { userRoute } from '../../../platform/http/http.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { composeMail } from '../../../platform/mail/mail-page.ts';
import { liftLocks, locksOf } from '../sign-in/locks.ts';
import { changeRights } from '../roles/rights.ts';
import { lockForChange, requireHandling } from './users.ts';

/** Lifts the locks of a user and informs them by mail, because a stranger may have caused the lock. */
async function unlockUser(context: Context, user: CurrentUser, login: string, origin: AuditOrigin): Promise<void> {
  await changeRights(context, user, async (tx, caller) => {
    const found = await lockForChange(tx, caller, login);
    await requireHandling(tx, caller, 'user.unlock', found);
    const locks = await locksOf(tx, found, context.now());
    if (locks.length === 0) throw new ApiError('UserNotLocked');
    await liftLocks(tx, found);
    await audit(tx, origin, {
      operation: 'user.unlock',
      subjectType: 'user',
      subjectId: found.id,
      organizationId: found.organizationId,
      detail: { before: { locks: locks.map(({ reason }) => reason) }, after: { locks: [] } },
    });
    const mail = composeMail({
      to: found.email,
      subject: 'ПИМИС: налог је откључан',
      paragraphs: [
        'Ваш налог је био закључан због погрешних лозинки или кодова. Администратор га је откључао и поново можете да се пријавите.',
        'Ако погрешни покушаји нису били ваши, промените лозинку и јавите администратору.',
      ],
    });
    await addJob(tx, 'sendMail', mail);
  });
}

export function lockRoutes(app: FastifyInstance, context: Context): void {
  userRoute(
    app,
    'POST /security/users/:login/unlock',
    {
      permission: 'user.unlock',
      refusal: 'InvalidUserPermission',
      tag: 'users',
      summary: 'Lift the lock of a user after too many failures',
    },
    async ({ user, params, request }) => {
      await unlockUser(context, user, params.login, originOf(request));
      return ok({});
    },
  );
}
