import { once } from 'node:events';
import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect, type TLSSocket } from 'node:tls';
import { guarded } from '../../platform/streams.ts';
import type { SealedRow } from './queries.ts';

/*
 * Rows of the audit log as syslog over TLS: messages of RFC 5424, each after its length in octets (RFC 5425). The
 * protocol confirms nothing, so the end of a connection is what confirms its rows (docs/decisions/
 * 0303-audit-to-a-log-store.md).
 */

/** Facility 13 (log audit), severity 6 (informational): 13 × 8 + 6. */
const PRIORITY = 110;
/** The longest attempt, whatever the receiver does. */
const LONGEST_MS = 30_000;
const MSGID_LENGTH = 32;
const HOSTNAME_LENGTH = 255;
/** RFC 5424 6.4: this mark says that a text is UTF-8. */
const BOM = '\uFEFF';

const NOT_PRINTED = /[^\x21-\x7e]/g;
/** Escaped, because some receivers split messages at line ends. */
// oxlint-disable-next-line no-control-regex -- these are the characters that are looked for
const CONTROL = /[\u0000-\u001f\u007f]/g;

const shown = (text: string) =>
  text.replace(CONTROL, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
const quoted = (text: string) => `"${shown(text).replace(/["\\\]]/g, String.raw`\$&`)}"`;
const header = (text: string, length: number) => text.replace(NOT_PRINTED, '').slice(0, length) || '-';

/** The message of a row: its fields as structured data, its details as JSON text. `host` is the sender. */
export function messageOf({ detail, at, ...row }: SealedRow, host: string): string {
  const fields = Object.entries(row).flatMap(([name, value]) => (value === null ? [] : [`${name}=${quoted(value)}`]));
  const data = `[audit@pimis ${fields.join(' ')}]`;
  const head = [header(host, HOSTNAME_LENGTH), 'pimis', '-', header(row.operation, MSGID_LENGTH)].join(' ');
  return `<${PRIORITY}>1 ${at} ${head} ${data} ${BOM}${JSON.stringify(detail)}`;
}

const frameOf = (message: string) => `${Buffer.byteLength(message)} ${message}`;

export interface SyslogTimes {
  /** How long the receiver may be silent while it is awaited. */
  timeoutMs: number;
  /** How long a connection stays open after its last row: a receiver that has gone meanwhile is noticed. */
  quietMs: number;
}

/**
 * Sends messages to `tls://host:port` and resolves when the receiver has closed the connection after all of them, in
 * answer to our closing; without messages it is a check. Errors: those of the connection; a receiver that is silent, or
 * closes before.
 */
export async function sendSyslog(
  url: string,
  messages: readonly string[],
  { timeoutMs, quietMs }: SyslogTimes,
): Promise<void> {
  const { hostname, port } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const name = isIP(host) ? {} : { servername: host };
  const socket = guarded(connect({ host, port: Number(port), minVersion: 'TLSv1.2', ...name }));
  const closing = new Closing(socket);
  // A receiver that takes or sends a byte now and then is never silent, but would keep the transaction open for ever.
  const limit = setTimeout(() => socket.destroy(new Error('the log store took too long')), LONGEST_MS);
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`the log store was silent for ${timeoutMs} ms`)));
  try {
    await closing.unless(once(socket, 'secureConnect'));
    // Data from the receiver is not read, but its end must be noticed.
    socket.resume();
    const written = Promise.withResolvers<void>();
    if (messages.length === 0) written.resolve();
    for (const [index, message] of messages.entries()) {
      const isLast = index === messages.length - 1;
      const goesOn = socket.write(frameOf(message), () => isLast && written.resolve());
      if (!goesOn && !isLast) await closing.unless(once(socket, 'drain'));
    }
    await closing.unless(written.promise);
    await closing.unless(delay(quietMs, undefined, { ref: false }));
    await closing.end();
  } finally {
    clearTimeout(limit);
    socket.destroy();
  }
}

/** The end of a connection: good only when the other side closes after we do. */
class Closing {
  readonly #socket: TLSSocket;
  readonly #closed = Promise.withResolvers<void>();
  #isOurs = false;
  #isTheirs = false;

  constructor(socket: TLSSocket) {
    this.#socket = socket;
    this.#closed.promise.catch(() => undefined);
    socket.on('error', this.#closed.reject);
    socket.on('end', () => {
      this.#isTheirs = true;
      if (!this.#isOurs) socket.destroy(new Error('the log store closed the connection before it had all rows'));
    });
    // A reset after the end is an error, too: the receiver has closed without reading everything.
    socket.on('close', (hadError: boolean) => {
      if (hadError || !this.#isTheirs) this.#closed.reject(new Error('the log store ended the connection'));
      else this.#closed.resolve();
    });
  }

  /** Waits for the work, unless the connection ends before. */
  async unless(work: Promise<unknown>): Promise<void> {
    await Promise.race([work, this.#closed.promise]);
  }

  /** Closes our side, and waits until the other side has closed. */
  async end(): Promise<void> {
    this.#isOurs = true;
    this.#socket.end();
    await this.#closed.promise;
  }
}
