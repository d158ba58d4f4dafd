import type { FastifyReply, FastifyRequest } from 'fastify';
import { etagOf, namesTag } from '../../platform/http/entity-tag.ts';

/** How long caches may reuse an answer; after that time a withheld project is gone from all of them. */
const CACHE_CONTROL = 'public, max-age=60';
const NO_CONTENT = 204;
const NOT_MODIFIED = 304;
const SECOND_MS = 1000;

/** The version of an answer, which caches ask about. */
export interface Version {
  /** In quotes. */
  etag: string;
  changedAt: Date | null;
}

/**
 * Sets the headers by which the answer may be kept, and returns whether the caller has it already. Only answers of open
 * data may be kept: no other call uses this.
 */
export function isKnown(request: FastifyRequest, reply: FastifyReply, { etag, changedAt }: Version): boolean {
  reply.header('cache-control', CACHE_CONTROL).header('etag', etag).header('vary', 'accept-encoding');
  if (changedAt) reply.header('last-modified', changedAt.toUTCString());
  const { 'if-none-match': tags, 'if-modified-since': since } = request.headers;
  const known =
    tags === undefined
      ? since !== undefined &&
        changedAt !== null &&
        Math.floor(changedAt.getTime() / SECOND_MS) * SECOND_MS <= Date.parse(since)
      : namesTag(tags, etag);
  if (known) reply.status(NOT_MODIFIED);
  return known;
}

/** Sends an empty response, which may be cached too; its ETag is computed from `of`, which would have been sent. */
export function sendNothing<Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  of: Answer,
  changedAt: Date | null,
): Answer {
  const known = isKnown(request, reply, { etag: etagOf(JSON.stringify(of)), changedAt });
  // As in sendCached.
  return reply.status(known ? NOT_MODIFIED : NO_CONTENT).send() as Answer;
}

/**
 * Sends JSON that may be cached. The return type is that of the response, so that it is checked against the contract.
 */
export function sendCached<Answer>(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Answer,
  changedAt: Date | null,
): Answer {
  const body = JSON.stringify(answer);
  const sent = isKnown(request, reply, { etag: etagOf(body), changedAt })
    ? reply.send()
    : reply.type('application/json; charset=utf-8').send(body);
  // The cast is sound: Fastify accepts a sent reply as the response, and nothing else reads it.
  return sent as Answer;
}
