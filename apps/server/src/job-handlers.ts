import { removeOldSessions } from './modules/identity/sessions.ts';
import { openDueQuarters } from './modules/workflow/scheduler.ts';
import type { Context } from './platform/context.ts';
import type { JobHandlers } from './platform/jobs.ts';

/** What each job does. */
export function jobHandlers(context: Context): JobHandlers {
  return {
    sendMail: (mail) => context.mail.send(mail),
    openNextQuarters: () => openDueQuarters(context),
    cleanUp: () => removeOldSessions(context),
  };
}
