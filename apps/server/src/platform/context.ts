import type { FastifyBaseLogger } from 'fastify';
import type { EventBus } from './event-bus.ts';
import type { Config } from '../config.ts';
import type { Database } from './database.ts';
import type { FileStore } from './file-store.ts';
import type { Mailer } from './mail.ts';

/** What every module stands on. One per running server; tests make their own. */
export interface Context {
  config: Config;
  db: Database;
  files: FileStore;
  mail: Mailer;
  log: FastifyBaseLogger;
  /** Tells modules of what happens in others, inside the transaction in which it happens. */
  announcer: EventBus;
  /** The clock: the only source of "now", so that tests and demo data can stand on another day. */
  now: () => Date;
}

/** Made once: making one costs a hundred times what asking it does. */
const DAY_IN_BELGRADE = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Belgrade' });

const CLOCK_IN_BELGRADE = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Europe/Belgrade',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** What a clock in Belgrade shows at an instant (HH:MM). */
export function timeOf(instant: Date): string {
  return CLOCK_IN_BELGRADE.format(instant);
}

/** The calendar day in Belgrade of an instant (YYYY-MM-DD). */
export function dayOf(instant: Date): string {
  return DAY_IN_BELGRADE.format(instant);
}

/** The calendar day in Belgrade (YYYY-MM-DD): deadlines and "today" are legal days there, wherever the server runs. */
export function today(context: Pick<Context, 'now'>): string {
  return dayOf(context.now());
}
