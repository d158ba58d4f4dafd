import type { EventBus } from '../../platform/event-bus.ts';
import '../identity/stand-ins/events.ts';
import '../projects/events.ts';
import {
  insertAbsenceNotifications,
  insertInfectedNotifications,
  insertMarksNotifications,
  insertStepNotifications,
} from './recipient-queries.ts';
import { withMailJob } from './service.ts';

/** Notifies people of events in projects, and of absences. */
export function listen(events: EventBus): void {
  events.on('projectsMoved', withMailJob(insertStepNotifications));
  events.on('marksMoved', withMailJob(insertMarksNotifications));
  events.on('documentInfected', withMailJob(insertInfectedNotifications));
  events.on('absenceChanged', insertAbsenceNotifications);
}
