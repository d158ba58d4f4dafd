import { listenToWorkflow as formsListen } from './modules/forms/listeners.ts';
import { listenToWorkflow as indicatorsListen } from './modules/indicators/listeners.ts';
import { listenToWorkflow as listsListen } from './modules/lists/listeners.ts';
import { listen as notificationsListen } from './modules/notifications/listeners.ts';
import { EventBus } from './platform/event-bus.ts';

/** Registers the listeners of events; they run in this order. */
export function productEvents(): EventBus {
  const events = new EventBus();
  listsListen(events);
  formsListen(events);
  indicatorsListen(events);
  notificationsListen(events);
  return events;
}
