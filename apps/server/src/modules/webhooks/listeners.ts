import type { EventBus } from '../../platform/event-bus.ts';
import '../projections/events.ts';
import '../projects/events.ts';
import '../workflow/events.ts';
import { writeApprovedForms, writeDocument, writePublicity, writeSteps } from './outbox.ts';

/** Writes events for the webhooks that subscribe to them. */
export function listen(events: EventBus): void {
  events.on('projectsMoved', writeSteps);
  events.on('effectApplied', writeApprovedForms);
  events.on('documentAdded', writeDocument);
  events.on('publicityChanged', writePublicity);
}
