import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https from 'node:https';
import { outcomeOfStatus, WEBHOOK_ANSWER_BYTES, type WebhookOutcome } from '@pimis/domain/webhooks/retries';
import { guarded } from '../../../platform/streams.ts';
import { AddressRefused, hostOf, lookupFor, readTarget, type Resolvers } from './target.ts';

export interface Attempt {
  outcome: WebhookOutcome;
  httpStatus: number | null;
  /** The error code of the connection, never a text from the receiver. */
  reason: string | null;
}

export interface Posting {
  internalHosts: readonly string[];
  resolvers: Resolvers;
  /** The limit for everything together: resolving, connecting, and the whole answer. */
  timeoutMs: number;
}

const MOST_INTERIM = 10;
const REASON = /^[A-Z0-9_]{1,60}$/;

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return REASON.test(code) ? code : 'ERROR';
}

const failed = (outcome: WebhookOutcome, reason: string | null = null): Attempt => ({
  outcome,
  httpStatus: null,
  reason,
});

/**
 * Sends a body by POST. A redirect is an answer like any other and is not followed. At most 64 kB of the answer are
 * read, and none of it is stored. A failure is returned as an outcome, not thrown.
 */
export async function post(
  url: string,
  { headers, body }: { headers: Readonly<Record<string, string>>; body: string },
  { internalHosts, resolvers, timeoutMs }: Posting,
): Promise<Attempt> {
  // The setting may have changed since the address was stored. Names are checked by the lookup, addresses here.
  const target = readTarget(url, internalHosts);
  if (target === null) return failed('refused');
  const signal = AbortSignal.timeout(timeoutMs);
  const request = (target.protocol === 'https:' ? https : http).request(target, {
    method: 'POST',
    headers: { ...headers, 'content-length': Buffer.byteLength(body) },
    // Connections are not reused: each is made to an address that was checked for it.
    agent: false,
    minVersion: 'TLSv1.2',
    lookup: lookupFor(internalHosts.includes(hostOf(target)), resolvers),
    signal,
  });
  boundInformation(request);
  guarded(request).end(body);
  try {
    const response = await responseOf(request);
    await readSome(guarded(response));
    const httpStatus = response.statusCode ?? 0;
    return { outcome: outcomeOfStatus(httpStatus), httpStatus, reason: null };
  } catch (error) {
    if (error instanceof AddressRefused) return failed('refused');
    return signal.aborted ? failed('timeout') : failed('unreachable', reasonOf(error));
  } finally {
    request.destroy();
  }
}

/**
 * Errors: that of the connection; ECONNRESET if it closes without one, for example when a receiver switches protocols.
 */
function responseOf(request: ClientRequest): Promise<IncomingMessage> {
  const response = Promise.withResolvers<IncomingMessage>();
  request.on('response', response.resolve);
  request.on('error', response.reject);
  request.on('close', () => response.reject(Object.assign(new Error('no answer'), { code: 'ECONNRESET' })));
  return response.promise;
}

/** Interim answers (1xx) could go on without end; usual receivers send only a few. */
function boundInformation(request: ClientRequest): void {
  let count = 0;
  request.on('information', () => {
    count += 1;
    if (count > MOST_INTERIM)
      request.destroy(Object.assign(new Error('too many interim answers'), { code: 'INTERIM' }));
  });
}

/** Reads the answer to its end or to the limit. Error: that of the connection. */
async function readSome(response: IncomingMessage): Promise<void> {
  let bytes = 0;
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes >= WEBHOOK_ANSWER_BYTES) return;
  }
}
