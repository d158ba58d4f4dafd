import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'ldapts';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { isLoopback } from '../../../platform/http/is-loopback.ts';

/** How long a silent directory is not asked again. */
const REST_MS = 10_000;
/** Until when each directory is not asked, by its address. */
const resting = new Map<string, number>();

/** The library takes 10 MB of memory, so it is loaded only if there is a directory. */
export const library = () => import('ldapts');

/** Escapes a value for a distinguished name (RFC 4514), so that a login can never change the name around it. */
export function escapeDn(value: string): string {
  return value
    .replace(/[\\,+"<>;=#\0]/g, (mark) => `\\${mark.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replace(/^ | $/g, '\\20');
}

/** Passwords may go without TLS only to a directory on the same machine. */
export function allowsPlainLdap(url: string): boolean {
  return isLoopback(new URL(url).hostname);
}

/** Upgrades an ldap:// connection to TLS; a directory on the same machine may refuse. */
export async function secure(client: Client, url: string): Promise<void> {
  if (!url.startsWith('ldap:')) return;
  try {
    const { hostname: host } = new URL(url);
    await client.startTLS({ host, ...(isIP(host) ? {} : { servername: host }) });
  } catch (error) {
    const { ResultCodeError } = await library();
    // The directory answered that it has no TLS; a wrong certificate is a different error.
    if (!(error instanceof ResultCodeError && allowsPlainLdap(url))) throw error;
  }
}

/** Limits a whole call: the library limits the answers but not the TLS handshake. */
export async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
  const ended = new AbortController();
  const late = delay(ms, undefined, { signal: ended.signal }).then(() => {
    throw new Error('The directory has not answered in time');
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    ended.abort();
    late.catch(() => undefined);
  }
}

async function isRefusal(error: unknown): Promise<boolean> {
  const { InvalidCredentialsError, NoSuchObjectError, InvalidDNSyntaxError, InappropriateAuthError } = await library();
  return [InvalidCredentialsError, NoSuchObjectError, InvalidDNSyntaxError, InappropriateAuthError].some(
    (kind) => error instanceof kind,
  );
}

/**
 * Connects as a sign-in would, without a name. Error: the reason why the directory cannot be used. A refusal is an
 * answer too: many directories know no anonymous bind.
 */
export async function checkDirectory(url: string, timeoutMs: number): Promise<void> {
  const { Client: Directory, ResultCodeError } = await library();
  const client = new Directory({ url, timeout: timeoutMs, connectTimeout: timeoutMs });
  try {
    await within(2 * timeoutMs, secure(client, url));
    await within(timeoutMs, client.bind('', '')).catch((error: unknown) => {
      if (!(error instanceof ResultCodeError)) throw error;
    });
  } finally {
    // The connection may be closed already.
    await client.unbind().catch(() => undefined);
  }
}

/**
 * Returns whether the directory accepts the password (a simple bind). An empty password is refused before, because
 * every directory accepts an anonymous bind. Errors: DirectoryUnavailable, at once while the directory is not asked.
 */
export async function bindWithPassword(context: Context, login: string, password: string): Promise<boolean> {
  const { ldapUrl, ldapUserDn, ldapTimeoutMs } = context.config;
  if (!ldapUrl || !ldapUserDn) throw new ApiError('DirectoryUnavailable');
  if (password === '') return false;
  if ((resting.get(ldapUrl) ?? 0) > performance.now()) throw new ApiError('DirectoryUnavailable');
  const { Client: Directory } = await library();
  const client = new Directory({ url: ldapUrl, timeout: ldapTimeoutMs, connectTimeout: ldapTimeoutMs });
  try {
    const bind = async () => {
      await secure(client, ldapUrl);
      await client.bind(ldapUserDn.replaceAll('{login}', escapeDn(login)), password);
    };
    await within(2 * ldapTimeoutMs, bind());
    return true;
  } catch (error) {
    if (await isRefusal(error)) return false;
    resting.set(ldapUrl, performance.now() + REST_MS);
    context.log.error({ err: error }, 'the directory cannot be asked');
    throw new ApiError('DirectoryUnavailable', { cause: error });
  } finally {
    client.unbind().catch((error: unknown) => context.log.debug({ err: error }, 'directory unbind failed'));
  }
}
