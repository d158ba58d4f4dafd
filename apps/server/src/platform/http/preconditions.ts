import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ApiError, invalidFields } from '../errors.ts';
import { etagOf, namesTag, sameAsTag } from './entity-tag.ts';

/**
 * ETag, If-None-Match and If-Match (RFC 9110, 13; docs/decisions/0308-preconditions.md). A read that is `tagged`
 * answers with a tag of its whole content. A change with `ifMatch` compares that tag before it begins, and the state
 * behind it again under its lock.
 */

const OK = 200;
const CONFLICT = 409;
const NOT_MODIFIED = 304;
const IF_MATCH = 'if-match';
const CHANGES: readonly string[] = ['POST', 'PUT', 'PATCH', 'DELETE'];

/** The state with which a change with If-Match is compared. */
export interface Seen<Body, Query> {
  /** The answer of the tagged read, for the same caller. */
  answer: object;
  /** Fields of the call that the change compares under its lock. */
  body?: Partial<Body>;
  query?: Partial<Query>;
}

interface Parts {
  body: unknown;
  query: unknown;
  request: FastifyRequest;
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
const together = (seen: object | undefined, sent: unknown): unknown =>
  seen === undefined ? sent : { ...seen, ...(isObject(sent) ? sent : {}) };

/**
 * Runs a change. With If-Match it does so only while the resource is as the tag says. Error: PreconditionFailed. States
 * that the caller sends in the body are compared, too.
 */
export async function underPrecondition<Call extends Parts, Result>(
  call: Call,
  look: ((call: Call) => Promise<Seen<unknown, unknown>>) | undefined,
  change: (call: Call) => Result | Promise<Result>,
): Promise<Result> {
  const tags = call.request.headers[IF_MATCH];
  if (tags === undefined || !look) return change(call);
  const isSame = ({ answer }: Seen<unknown, unknown>) => sameAsTag(tags, etagOf(JSON.stringify(answer)));
  const seen = await look(call);
  if (!isSame(seen)) throw new ApiError('PreconditionFailed');
  if (tags.trim() === '*') return change(call);
  try {
    return await change({ ...call, body: together(seen.body, call.body), query: together(seen.query, call.query) });
  } catch (error) {
    // Another change may have been faster than this one after the comparison.
    const isConflict = error instanceof ApiError && error.httpStatus === CONFLICT;
    if (!isConflict || isSame(await look(call))) throw error;
    throw new ApiError('PreconditionFailed', { cause: error });
  }
}

/** Answers 304 where the caller has the content already. */
function tagAnswer(request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown {
  if (request.routeOptions.config.tagged !== true || reply.statusCode !== OK || typeof payload !== 'string') {
    return payload;
  }
  const tag = etagOf(payload);
  reply.header('etag', tag);
  // A program may keep the answer if it asks each time. Browsers keep nothing.
  if (request.currentUser?.client) reply.header('cache-control', 'private, no-cache');
  const known = request.headers['if-none-match'];
  if (known === undefined || !namesTag(known, tag)) return payload;
  reply.status(NOT_MODIFIED).removeHeader('content-type').removeHeader('content-length');
  return '';
}

/** It is added before the answers are compressed. */
export function tagAnswers(app: FastifyInstance): void {
  app.addHook('preHandler', async ({ method, headers, routeOptions, currentUser }) => {
    const { config } = routeOptions;
    // A condition that nothing checks would be worse than none.
    if (currentUser && CHANGES.includes(method) && headers[IF_MATCH] !== undefined && config.ifMatch !== true) {
      throw invalidFields({ 'If-Match': 'UnknownField' });
    }
  });
  app.addHook('onSend', async (request, reply, payload: unknown) => tagAnswer(request, reply, payload));
}
