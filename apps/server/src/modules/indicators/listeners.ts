import type { EventBus } from '../../platform/event-bus.ts';
import '../workflow/events.ts';
import { dropRows, recordNewestQuarter } from './recording.ts';

/** Approving a quarter writes its indicators, reopening it removes them. */
export function listenToWorkflow(events: EventBus): void {
  events.on('effectApplied', async ({ step, effect, formIds }) => {
    const { tx, projects, context } = step;
    if (effect.kind === 'unlockForms' && formIds.length > 0) await dropRows(tx, [...formIds]);
    if (effect.kind !== 'recordIndicators') return;
    // One quarter is approved at a time.
    for (const { project, facts } of projects) {
      await recordNewestQuarter(tx, project.id, facts.projectPhaseId, context.now());
    }
  });
}
