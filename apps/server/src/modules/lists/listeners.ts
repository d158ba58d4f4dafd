import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import type { Announcer } from '../../platform/announcements.ts';
import '../workflow/announcements.ts';
import { keepDecision } from './decisions.ts';

/** A decision of the commission is kept on the list that the project stands on. */
export function listenToWorkflow(announcer: Announcer): void {
  announcer.on('stepTaken', async ({ context, tx, project, facts, input, user }) => {
    if (facts.phaseStatus !== PHASE_STATUS.waitingCommission) return;
    await keepDecision(tx, project.id, {
      action: input.action,
      date: input.date ?? null,
      comment: input.comment?.trim() || null,
      postponedDate: input.postponedDate ?? null,
      userId: user?.id ?? null,
      at: context.now(),
    });
  });
}
