import type { EventBus } from '../../platform/event-bus.ts';
import '../projects/events.ts';
import { insertInfectedNotifications, insertStepNotifications } from './queries.ts';
import { telling } from './service.ts';

/** The people concerned are told of what happens to projects. */
export function listenToProjects(announcer: EventBus): void {
  announcer.on('projectsMoved', telling(insertStepNotifications));
  announcer.on('documentInfected', telling(insertInfectedNotifications));
}
