import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { sql } from 'kysely';
import type { Context } from '../context.ts';
import { ApiError, invalidFields } from '../errors.ts';

/**
 * Idempotency-Key of clients: a POST that is sent again with the same key gets the first answer, and acts once
 * (docs/decisions/0301-idempotency-keys.md). The key is taken before the work begins, so that of two calls at the same
 * time one acts. A refusal changes nothing and is not kept.
 */

const KEPT_HOURS = 24;
const HOUR_MS = 3_600_000;
const RETRY_AFTER_SECONDS = 2;
export const KEY = /^[\x21-\x7e]{1,200}$/;
const HEADER = 'idempotency-key';
const SUCCESS = 2;
const FAILED = 500;

declare module 'fastify' {
  interface FastifyRequest {
    /** The key under which the answer to this call is kept. */
    answerKey: { clientId: number; key: string } | null;
  }
}

/** Uploads are streams: their address and size are compared. */
function hashOf(request: FastifyRequest): string {
  const { body, headers, method, url } = request;
  const content = body === undefined ? `${headers['content-length'] ?? ''} bytes` : JSON.stringify(body);
  return createHash('sha256').update(`${method} ${url}\n${content}`).digest('hex');
}

/** Takes the key for a call; returns false if an earlier one has it. */
async function takeKey({ db, now }: Context, clientId: number, key: string, hash: string): Promise<boolean> {
  const at = now();
  const expired = new Date(at.getTime() - KEPT_HOURS * HOUR_MS);
  const taken = await db
    .insertInto('client_requests')
    .values({ client_id: clientId, key, request_hash: hash, created_at: at })
    .onConflict((conflict) =>
      conflict
        .columns(['client_id', 'key'])
        .doUpdateSet({ request_hash: hash, created_at: at, http_status: null, answer: null, location: null })
        .where('client_requests.created_at', '<=', expired),
    )
    .returning('key')
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Answers a repeated call. Errors: IdempotencyKeyReused for another call, IdempotencyKeyInUse while the first call
 * runs, or if it failed in a way that leaves its outcome unknown.
 */
async function answerAgain(context: Context, reply: FastifyReply, of: { clientId: number; key: string; hash: string }) {
  const first = await context.db
    .selectFrom('client_requests')
    .select(['request_hash', 'http_status', 'answer', 'location'])
    .where('client_id', '=', of.clientId)
    .where('key', '=', of.key)
    .executeTakeFirst();
  if (first && first.request_hash !== of.hash) throw new ApiError('IdempotencyKeyReused');
  if (!first || first.http_status === null) {
    throw new ApiError('IdempotencyKeyInUse', { retryAfter: RETRY_AFTER_SECONDS });
  }
  if (first.location !== null) reply.header('location', first.location);
  return reply
    .status(first.http_status)
    .header('idempotent-replayed', 'true')
    .type('application/json; charset=utf-8')
    .send(first.answer);
}

function forget({ db }: Context, { clientId, key }: { clientId: number; key: string }): Promise<unknown> {
  return db.deleteFrom('client_requests').where('client_id', '=', clientId).where('key', '=', key).execute();
}

/** Keeps a successful answer. After a failure of the server the key stays taken, because the call may have acted. */
async function keepAnswer(context: Context, request: FastifyRequest, reply: FastifyReply, payload: unknown) {
  const taken = request.answerKey;
  if (!taken || reply.statusCode === FAILED) return;
  if (typeof payload !== 'string' || Math.floor(reply.statusCode / 100) !== SUCCESS) {
    await forget(context, taken);
    return;
  }
  const location = reply.getHeader('location');
  await context.db
    .updateTable('client_requests')
    .set({ http_status: reply.statusCode, answer: payload, location: typeof location === 'string' ? location : null })
    .where('client_id', '=', taken.clientId)
    .where('key', '=', taken.key)
    .execute();
}

/** Lets clients repeat a POST. It is added before the answers are compressed. */
export function answerOnce(app: FastifyInstance, context: Context): void {
  app.decorateRequest('answerKey', null);
  app.addHook('preHandler', async (request, reply) => {
    const { currentUser, headers, method } = request;
    const key = headers[HEADER];
    if (!currentUser?.client || method !== 'POST' || key === undefined) return;
    if (typeof key !== 'string' || !KEY.test(key)) throw invalidFields({ 'Idempotency-Key': 'InvalidField' });
    const clientId = currentUser.id;
    const hash = hashOf(request);
    if (!(await takeKey(context, clientId, key, hash))) return answerAgain(context, reply, { clientId, key, hash });
    request.answerKey = { clientId, key };
  });
  app.addHook('onSend', async (request, reply, payload: unknown) => {
    await keepAnswer(context, request, reply, payload).catch((error: unknown) => {
      // The call has acted, so its answer goes out; the key stays taken.
      request.log.error({ err: error }, 'the answer to a client was not kept');
    });
    request.answerKey = null;
    return payload;
  });
  app.addHook('onResponse', async (request) => {
    // The library of uploads answers by itself; it can be resumed without a key.
    if (request.answerKey) await forget(context, request.answerKey);
  });
}

/** Removes keys after their time. */
export async function removeOldKeys({ db, now }: Pick<Context, 'db' | 'now'>): Promise<void> {
  const before = new Date(now().getTime() - KEPT_HOURS * HOUR_MS);
  await db.deleteFrom('client_requests').where(sql<boolean>`created_at <= ${before}`).execute();
}
