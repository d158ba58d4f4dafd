import { createHash, randomUUID } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type nodemailer from 'nodemailer';
import type { Config } from '../../config.ts';
import { isLoopback } from '../http/is-loopback.ts';

/** A mail as stored in the job queue. */
export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

export interface Mailer {
  /**
   * `job` names the job that sends the mail. A job that runs again, because its worker died, sends it under the same
   * Message-ID, and writes the same file.
   */
  send(mail: Mail, job?: JobKey): Promise<void>;
}

/** Numbers of jobs begin anew in a new database, so the moment belongs to the key. */
export interface JobKey {
  id: string;
  createdAt: Date;
}

const keyOf = (job: JobKey) =>
  createHash('sha256').update(`${job.id} ${job.createdAt.toISOString()}`).digest('hex').slice(0, 32);

/** The host in the sender's address, which the Message-ID names as its origin. */
const hostOf = (from: string) => /@([^\s<>@]+)>?$/.exec(from)?.[1] ?? 'localhost';

/** Marks a mail as written by a program: mailboxes do not answer it with a note of absence (RFC 3834, 5; Exchange). */
const AUTOMATIC = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** The limit for each answer of the server. */
const TIMEOUT_MS = 20_000;

/** The library takes 10 MB of memory, so it is loaded with the first mail; the transport is made once. */
function once<Made>(make: (library: typeof nodemailer) => Made): () => Promise<Made> {
  let made: Promise<Made> | undefined;
  return () => (made ??= import('nodemailer').then((loaded) => make(loaded.default)));
}

function smtpTransport({ createTransport }: typeof nodemailer, url: string, timeoutMs: number) {
  const { protocol, hostname } = new URL(url);
  return createTransport({
    url,
    requireTLS: protocol === 'smtp:' && !isLoopback(hostname),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
  });
}

/** Connects and signs in as a mail would. Error: the reason why it would not be taken. */
export async function checkSmtp(url: string, timeoutMs = TIMEOUT_MS): Promise<void> {
  const transport = smtpTransport((await import('nodemailer')).default, url, timeoutMs);
  try {
    await transport.verify();
  } finally {
    transport.close();
  }
}

/**
 * Sends by SMTP when SMTP_URL is set; otherwise writes each mail as an .eml file to DATA_DIR/outbox. `send` throws when
 * the server refuses or does not answer, and the job runs again later. TLS is required, from the first byte (smtps:) or
 * by STARTTLS (smtp:), except on the same machine.
 */
export function makeMailer(
  { smtpUrl, dataDir, mailFrom }: Pick<Config, 'smtpUrl' | 'dataDir' | 'mailFrom'>,
  timeoutMs = TIMEOUT_MS,
): Mailer {
  const idOf = (job: JobKey | undefined) => (job ? { messageId: `<${keyOf(job)}@${hostOf(mailFrom)}>` } : {});
  if (smtpUrl) {
    const transport = once((library) => smtpTransport(library, smtpUrl, timeoutMs));
    return {
      send: async (mail, job) => {
        await (await transport()).sendMail({ from: mailFrom, headers: AUTOMATIC, ...idOf(job), ...mail });
      },
    };
  }
  const outbox = join(dataDir, 'outbox');
  mkdirSync(outbox, { recursive: true });
  const transport = once(({ createTransport }) =>
    createTransport({ streamTransport: true, buffer: true, newline: 'unix' }),
  );
  return {
    send: async (mail, job) => {
      const { message } = await (await transport()).sendMail({
        from: mailFrom,
        headers: AUTOMATIC,
        ...idOf(job),
        ...mail,
      });
      const name = job ? `${job.createdAt.getTime()}-${keyOf(job)}` : `${Date.now()}-${randomUUID()}`;
      writeFileSync(join(outbox, `${name}.eml`), message as Buffer, { mode: 0o600 });
    },
  };
}
