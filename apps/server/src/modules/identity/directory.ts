import { Client, InvalidCredentialsError } from 'ldapts';
import type { Context } from '../../platform/context.ts';
import { ApiError } from '../../platform/errors.ts';

const TIMEOUT_MS = 5000;

/** Escapes a value for a distinguished name (RFC 4514), so that a login can never change the name around it. */
export function escapeDn(value: string): string {
  return value
    .replace(/[\\,+"<>;=#\0]/g, (mark) => `\\${mark.charCodeAt(0).toString(16).padStart(2, '0')}`)
    .replace(/^ | $/g, '\\20');
}

/** True when the directory service accepts the password (a simple bind). An empty one would be an anonymous bind. */
export async function checkDirectoryPassword(context: Context, login: string, password: string): Promise<boolean> {
  const { ldapUrl, ldapUserDn } = context.config;
  if (!ldapUrl || !ldapUserDn) throw new ApiError('ServiceUnavailable');
  if (password === '') return false;
  const client = new Client({ url: ldapUrl, timeout: TIMEOUT_MS, connectTimeout: TIMEOUT_MS });
  try {
    await client.bind(ldapUserDn.replaceAll('{login}', escapeDn(login)), password);
    return true;
  } catch (error) {
    if (error instanceof InvalidCredentialsError) return false;
    throw new ApiError('ServiceUnavailable', { cause: error });
  } finally {
    await client.unbind().catch((error: unknown) => context.log.debug({ err: error }, 'directory unbind failed'));
  }
}
