import { isIP } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from 'ldapts';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { isLoopback } from '../../../platform/is-loopback.ts';

/** So long nobody waits for a directory that has not answered: it is asked again after it. */
const REST_MS = 10_000;
/** Whose directory rests until when; by its address. */
const resting = new Map<string, number>();

/** What speaks with directories, where there is one: it takes 10 MB of memory. */
const library = () => import('ldapts');

/** Escapes a value for a distinguished name (RFC 4514), so that a login can never change the name around it. */
export function escapeDn(value: string): string {
  return value
    .replace(/[\\,+"<>;=#\0]/g, (mark) => `\\${mark.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replace(/^ | $/g, '\\20');
}

/** May passwords go to this directory without TLS? To one on the same machine alone. */
export function allowsPlainLdap(url: string): boolean {
  return isLoopback(new URL(url).hostname);
}

/** Makes an ldap:// connection one of TLS; a directory on the same machine may have none. */
async function secure(client: Client, url: string): Promise<void> {
  if (!url.startsWith('ldap:')) return;
  try {
    const { hostname: host } = new URL(url);
    await client.startTLS({ host, ...(isIP(host) ? {} : { servername: host }) });
  } catch (error) {
    const { ResultCodeError } = await library();
    // It has answered that it knows no TLS; one whose certificate is wrong has not.
    if (!(error instanceof ResultCodeError && allowsPlainLdap(url))) throw error;
  }
}

/** The library bounds its answers, not the handshake of TLS: nothing takes longer than these two together. */
async function within<Result>(ms: number, work: Promise<Result>): Promise<Result> {
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
 * True when the directory service accepts the password (a simple bind). An empty one would be an anonymous bind, which
 * every directory accepts: it is refused before. Errors: DirectoryUnavailable, at once while the directory rests.
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
