import type { OtherActivity } from '@pimis/domain/workflow/activities';
import { awaitedMarks } from '@pimis/domain/workflow/awaited-marks';
import '../projects/events.ts';
import { refreshOpenSteps } from '../workflow/open-steps.ts';
import type { FormChange } from './form-change.ts';

/**
 * Publishes changed open steps after a change of a form's status or evaluator: if the change ends an open step and
 * begins another, or if it begins or ends a request for marks. `facts`: the facts before the change.
 */
export async function publishTurns(
  { context, tx, project, facts, user }: Pick<FormChange, 'context' | 'tx' | 'project' | 'facts' | 'user'>,
  operation: OtherActivity,
): Promise<void> {
  const before = awaitedMarks(facts);
  for (const state of await refreshOpenSteps(context, tx, [project.id])) {
    const event = { tx, operation, userId: user.id, at: context.now() };
    if (state.changed) {
      await context.events.publish('projectsMoved', {
        ...event,
        projectIds: [project.id],
        states: [state],
        decided: false,
      });
    }
    const { bodies, holdUp } = state.marks;
    if (holdUp === before.holdUp && bodies.join() === before.bodies.join()) continue;
    const asked = bodies.filter((body) => !before.bodies.includes(body));
    await context.events.publish('marksMoved', { ...event, state, asked, isFreed: before.holdUp && !holdUp });
  }
}
