import type { Config } from './config.ts';
import { listenToWorkflow as formsListen } from './modules/forms/listeners.ts';
import { listenToWorkflow as indicatorsListen } from './modules/indicators/listeners.ts';
import { listenToWorkflow as listsListen } from './modules/lists/listeners.ts';
import { listen as notificationsListen } from './modules/notifications/listeners.ts';
import { computeMarked } from './modules/projections/compute.ts';
import { listen as webhooksListen } from './modules/webhooks/listeners.ts';
import type { Tx } from './platform/database/database.ts';
import { EventBus } from './platform/event-bus.ts';

/** Registers the listeners of events; they run in this order. */
export function productEvents(): EventBus {
  const events = new EventBus();
  listsListen(events);
  formsListen(events);
  indicatorsListen(events);
  notificationsListen(events);
  webhooksListen(events);
  return events;
}

/** The events of projections; undefined without open data, because then nothing becomes public. */
export const projectionEvents = ({ openDataPrefix }: Pick<Config, 'openDataPrefix'>): EventBus | undefined =>
  openDataPrefix === undefined ? undefined : productEvents();

/** Computes projections at the end of each transaction (platform/database/before-commit.ts), with their events. */
export function computeBeforeCommit(config: Pick<Config, 'openDataPrefix'>): (tx: Tx) => Promise<void> {
  const events = projectionEvents(config);
  return (tx) => computeMarked(tx, events);
}
