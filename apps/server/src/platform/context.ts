import type { FastifyBaseLogger } from 'fastify';
import type { EventBus } from './event-bus.ts';
import type { Config } from '../config.ts';
import type { Database } from './database/database.ts';
import type { FileStore } from './storage/file-store.ts';
import type { Mailer } from './mail/mail.ts';
import type { ReadOnlyMode } from './process/read-only.ts';
import type { Replica } from './database/replica-watch.ts';

/** Services that every module needs. Each running server has one; tests make their own. */
export interface Context {
  config: Config;
  db: Database;
  /** The replica for reads that may be some seconds old; only readingFor() uses it. */
  replica?: Replica | undefined;
  /** Whether the installation can only be read; unset: everything can be changed. */
  readOnly?: ReadOnlyMode | undefined;
  files: FileStore;
  mail: Mailer;
  log: FastifyBaseLogger;
  /** The event bus: listeners run in the transaction of the event. */
  events: EventBus;
  /** The only source of the current time, so that tests and demo data can use another day. */
  now: () => Date;
}

/** Made once: creating a formatter costs a hundred times as much as using it. */
const DAY_IN_BELGRADE = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Belgrade' });

const CLOCK_IN_BELGRADE = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Belgrade',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** The time in Belgrade at an instant (HH:MM). */
export function timeOf(instant: Date): string {
  return CLOCK_IN_BELGRADE.format(instant);
}

/** The calendar day in Belgrade of an instant (YYYY-MM-DD). */
export function dayOf(instant: Date): string {
  return DAY_IN_BELGRADE.format(instant);
}

/** Today in Belgrade (YYYY-MM-DD): deadlines are legal days there, wherever the server runs. */
export function today(context: Pick<Context, 'now'>): string {
  return dayOf(context.now());
}
