import { PHASE_STATUS } from '@pimis/domain/workflow/statuses';
import { trimmed } from '@pimis/domain/text/blank';
import type { EventBus } from '../../platform/event-bus.ts';
import '../workflow/events.ts';
import { projectIdsOf } from '../workflow/step.ts';
import { keepDecision } from './decisions.ts';

/** Records decisions of the commission on the list of each project. */
export function listenToWorkflow(events: EventBus): void {
  events.on('stepTaken', async (step) => {
    const { context, tx, transition, input, user } = step;
    if (transition.status !== PHASE_STATUS.waitingCommission) return;
    await keepDecision(tx, projectIdsOf(step), {
      action: input.action,
      date: input.date ?? null,
      comment: trimmed(input.comment ?? '') || null,
      postponedDate: input.postponedDate ?? null,
      userId: user?.id ?? null,
      at: context.now(),
    });
  });
}
