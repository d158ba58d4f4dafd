import type { EventBus } from '../../platform/event-bus.ts';
import '../projects/events.ts';
import { insertInfectedNotifications, insertStepNotifications } from './queries.ts';
import { telling } from './service.ts';

/** Notifies people of events in projects. */
export function listenToProjects(events: EventBus): void {
  events.on('projectsMoved', telling(insertStepNotifications));
  events.on('documentInfected', telling(insertInfectedNotifications));
}
