import type { FastifyReply, FastifyRequest } from 'fastify';
import type { LoginPayload } from '@pimis/contract/identity';
import type { Context } from '../../../platform/context.ts';
import { BROWSER_DAYS } from './known-browsers.ts';
import type { SignedIn } from './sign-in.ts';

/* The cookies of a sign-in; scripts cannot read them. */

export const REFRESH_COOKIE = 'pimis_refresh';
const BROWSER_COOKIE = 'pimis_browser';
export const COOKIE_PATH = '/api/login';
const MAX_AGENT = 300;

export function agentOf(request: FastifyRequest): string {
  return (request.headers['user-agent'] ?? '').slice(0, MAX_AGENT);
}

/** The known browser (known-browsers.ts). */
export const browserOf = (request: FastifyRequest): string | undefined => request.cookies[BROWSER_COOKIE];

const isSecure = ({ config }: Context): boolean => config.publicUrl.startsWith('https:');

export function setRefreshCookie(context: Context, reply: FastifyReply, token: string): void {
  reply.setCookie(REFRESH_COOKIE, token, {
    path: COOKIE_PATH,
    httpOnly: true,
    sameSite: 'strict',
    secure: isSecure(context),
    maxAge: context.config.refreshTotalHours * 3600,
  });
}

/** Sets the cookies of a session that was opened. Returns what the answer contains. */
export function giveSession(context: Context, reply: FastifyReply, signedIn: SignedIn): LoginPayload {
  const { cookieToken, browserToken, accessToken, refreshToken } = signedIn;
  if (cookieToken) setRefreshCookie(context, reply, cookieToken);
  if (browserToken) {
    reply.setCookie(BROWSER_COOKIE, browserToken, {
      path: COOKIE_PATH,
      httpOnly: true,
      // A provider's page leads back here; "strict" would hide the browser from its own sign-in. It grants nothing.
      sameSite: 'lax',
      secure: isSecure(context),
      maxAge: BROWSER_DAYS * 24 * 3600,
    });
  }
  return { accessToken, refreshToken };
}
