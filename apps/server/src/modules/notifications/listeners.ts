import type { EventBus } from '../../platform/event-bus.ts';
import '../projects/events.ts';
import { notifyInfected, notifyStep } from './service.ts';

/** The people concerned are told of what happens to projects. */
export function listenToProjects(announcer: EventBus): void {
  announcer.on('projectsMoved', notifyStep);
  announcer.on('documentInfected', notifyInfected);
}
