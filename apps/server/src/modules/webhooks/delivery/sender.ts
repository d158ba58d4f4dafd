import { webhookBody } from '@pimis/domain/webhooks/kinds';
import {
  type AfterAttempt,
  afterAttempt,
  WEBHOOK_ANSWER_SECONDS,
  type WebhookOutcome,
} from '@pimis/domain/webhooks/retries';
import { tokenSecretsOf } from '../../../platform/access/token-secrets.ts';
import type { Context } from '../../../platform/context.ts';
import type { Tx } from '../../../platform/database/database.ts';
import { addJob } from '../../../platform/jobs/jobs.ts';
import { lockWebhook } from '../queries.ts';
import {
  freeLater,
  holdLater,
  noteDelivered,
  noteFailing,
  takeDue,
  type Taken,
  writeEnded,
} from './delivery-queries.ts';
import { type Attempt, post } from './post.ts';
import { keysOf, signedHeaders } from './signing.ts';
import { giveUp } from './switching-off.ts';
import { RESOLVERS, type Resolvers } from './target.ts';

/** The most concurrent attempts of a process; each is a socket that mostly waits. */
const AT_ONCE = 64;
const MS_PER_SECOND = 1_000;
/** The interval of the regular job; a delivery after a shorter pause gets its own job. */
const CLOCK_SECONDS = 60;

interface Options {
  resolvers?: Resolvers;
  timeoutMs?: number;
  /** Called with the outcome of each attempt. */
  ended?: (outcome: WebhookOutcome) => void;
}

/**
 * Delivers events to webhooks. An attempt outlasts the job that began it, so that slow receivers do not occupy workers;
 * if a process dies, its attempts are due again after a minute.
 */
export class WebhookSender {
  readonly #context: Context;
  readonly #options: Required<Options>;
  /** Running attempts, each including the search for the next one in its slot. */
  readonly #running = new Set<Promise<void>>();
  #attempts = 0;
  #isLeaving = false;
  #isBeginning = false;
  #isAsked = false;

  constructor(context: Context, options: Options = {}) {
    this.#context = context;
    const timeoutMs = WEBHOOK_ANSWER_SECONDS * MS_PER_SECOND;
    this.#options = { resolvers: RESOLVERS, timeoutMs, ended: () => undefined, ...options };
  }

  /**
   * Begins an attempt for each due delivery while slots are free. Only one search runs at a time; a call during a
   * search makes it run once more. Errors: those of the database.
   */
  async begin(): Promise<void> {
    this.#isAsked = true;
    if (this.#isBeginning) return;
    this.#isBeginning = true;
    try {
      while (this.#isAsked) {
        this.#isAsked = false;
        await this.#take();
      }
    } finally {
      this.#isBeginning = false;
    }
  }

  async #take(): Promise<void> {
    const { db, now, readOnly } = this.#context;
    const places = AT_ONCE - this.#attempts;
    // A copy of an installation sends nothing; a read-only installation could not record what was sent.
    const isSilent = (readOnly?.copiedAt() ?? null) !== null || (readOnly?.text() ?? null) !== null;
    if (this.#isLeaving || isSilent || places <= 0) return;
    for (const taken of await takeDue(db, places, now())) {
      const work = this.#work(taken);
      this.#running.add(work);
      void work.finally(() => this.#running.delete(work));
    }
  }

  /** Waits until no attempt is running. */
  async settled(): Promise<void> {
    while (this.#running.size > 0) await Promise.all(this.#running);
  }

  /** Stops beginning attempts, and waits for the running ones. */
  async stop(): Promise<void> {
    this.#isLeaving = true;
    await this.settled();
  }

  /** Makes an attempt, then looks for due deliveries for its slot. */
  async #work(taken: Taken): Promise<void> {
    this.#attempts += 1;
    await this.#attempt(taken);
    this.#attempts -= 1;
    try {
      await this.begin();
    } catch (error) {
      this.#context.log.warn({ err: error }, 'deliveries of webhooks wait for their next job');
    }
  }

  async #attempt(taken: Taken): Promise<void> {
    const { db, log } = this.#context;
    const begun = performance.now();
    try {
      const attempt = await this.#send(taken);
      this.#options.ended(attempt.outcome);
      const ms = Math.round(performance.now() - begun);
      await db.transaction().execute((tx) => this.#end(tx, taken, attempt, ms));
    } catch (error) {
      // The attempt counts as lost, and will be repeated.
      log.warn({ err: error, webhook: taken.webhookId }, 'an attempt of a webhook was not written');
    }
  }

  async #send({ url, eventId, kind, project, data, createdAt, sealed }: Taken): Promise<Attempt> {
    const { config, now } = this.#context;
    const { resolvers, timeoutMs } = this.#options;
    const keys = keysOf(tokenSecretsOf(config), sealed);
    if (keys.length === 0) return { outcome: 'unsigned', httpStatus: null, reason: null };
    const at = createdAt.toISOString();
    const body = webhookBody({ id: eventId, kind, at, project, data }, config.publicUrl);
    const headers = {
      'content-type': 'application/cloudevents+json; charset=utf-8',
      'user-agent': 'PIMIS',
      ...signedHeaders(keys, eventId, now(), body),
    };
    return post(url, { headers, body }, { internalHosts: config.webhookInternalHosts, resolvers, timeoutMs });
  }

  async #end(tx: Tx, taken: Taken, attempt: Attempt, ms: number): Promise<void> {
    const now = this.#context.now();
    const { webhookId } = taken;
    // Locks the webhook first, as other changes do, so that they cannot deadlock.
    const webhook = await lockWebhook(tx, webhookId);
    const deliveredAt = webhook?.deliveredAt ?? null;
    const accepted = deliveredAt !== null && deliveredAt > taken.createdAt;
    const after = afterAttempt(attempt.outcome, taken.attempts, { once: taken.once, accepted });
    const nextAt = dueAgain(after, now);
    const state = after.kind === 'again' || after.kind === 'off' ? 'waiting' : after.kind;
    const isOwn = await writeEnded(tx, taken, { state, attempt, ms, now, ...(nextAt ? { nextAt } : {}) });
    if (!isOwn) return;
    if (after.kind === 'delivered') {
      await noteDelivered(tx, webhookId, now);
      if (taken.attempts > 1) await freeLater(tx, taken, now);
      return;
    }
    if (taken.once) return;
    if (after.kind === 'failed') {
      await freeLater(tx, taken, now);
      return;
    }
    await noteFailing(tx, webhookId, now);
    if (after.kind === 'off')
      await giveUp(this.#context, tx, webhookId, attempt.outcome === 'gone' ? 'gone' : 'failures');
    if (after.kind !== 'again' || !nextAt) return;
    await holdLater(tx, taken, nextAt);
    if (after.seconds < CLOCK_SECONDS) await addJob(tx, 'deliverWebhooks', {}, { at: nextAt });
  }
}

/**
 * When a delivery is due again; undefined if it has ended. After switching off it is due when the webhook is on again.
 */
function dueAgain(after: AfterAttempt, now: Date): Date | undefined {
  if (after.kind === 'off') return now;
  return after.kind === 'again' ? new Date(now.getTime() + after.seconds * MS_PER_SECOND) : undefined;
}
