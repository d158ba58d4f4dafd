import type { EventBus } from '../../platform/event-bus.ts';
import '../projections/events.ts';
import '../projects/events.ts';
import '../workflow/events.ts';
import { writeApprovedForms, writeDocument, writePublicity, writeSteps } from './outbox.ts';

/** Writes what has happened for the webhooks that ask for it. */
export function listen(events: EventBus): void {
  events.on('projectsMoved', writeSteps);
  events.on('effectApplied', writeApprovedForms);
  events.on('documentAdded', writeDocument);
  events.on('publicityChanged', writePublicity);
}
