import type { EventBus } from '../../platform/event-bus.ts';
import { RETURN_KEYS } from '@pimis/domain/workflow/returns';
import '../projects/events.ts';
import '../workflow/events.ts';
import { fixedData } from './form-data.ts';
import { settleForeignFunds, writeMeiOpinion } from './carry-to-project.ts';
import { sendDrafts } from './remarks/queries.ts';

/** Effects of workflow steps on form contents. */
export function listenToWorkflow(events: EventBus): void {
  events.on('effectApplied', async ({ step, effect }) => {
    // Steps with these effects move one project at a time, so reading the form's values in a loop is cheap.
    for (const moved of step.projects) {
      if (effect.kind === 'settleForeignFunds') await settleForeignFunds({ ...step, ...moved });
      if (effect.kind === 'keepMeiOpinion') await writeMeiOpinion({ ...step, ...moved });
    }
  });
  events.on('projectsMoved', async ({ tx, projectIds, operation, userId }) => {
    if (RETURN_KEYS.has(operation) && userId !== null) await sendDrafts(tx, projectIds, userId);
  });
  events.on('formsOpening', async ({ context, tx, forms }) => {
    const fixed = await fixedData(
      context,
      tx,
      forms.map(({ project_id: projectId, code }) => ({ projectId, code })),
    );
    forms.forEach((form, index) => Object.assign(form.fixed, fixed[index]));
  });
}
