import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Context } from '../context.ts';
import type { CurrentUser } from './current-user.ts';
import { requireSameOrigin } from './csrf-origin-check.ts';
import { tokenSecretsOf } from './token-secrets.ts';
import { readFileToken, signFileToken } from './tokens.ts';

const COOKIE = 'pimis_file';
/** The time in which a browser may resume a broken download. */
const MINUTES = 60;

const pathOf = (request: FastifyRequest) => request.url.split('?', 1)[0] ?? '';

/**
 * Lets the browser fetch the files below this call (`…/access`) by address alone, so that it can save and show them
 * while they arrive. It cannot send the access token, which lives in a script's memory. The cookie is sent to that path
 * only, is hidden from scripts, and is not sent with calls of other sites.
 */
export async function setDownloadCookie(
  context: Context,
  user: CurrentUser,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> {
  requireSameOrigin(request, context.config.publicUrl);
  const path = pathOf(request).replace(/\/access$/, '');
  const now = context.now();
  const until = new Date(now.getTime() + MINUTES * 60_000);
  const of = { userId: user.id, sessionId: user.sessionId, path, until };
  reply.setCookie(COOKIE, await signFileToken(context.config.tokenSecret, of, now), {
    path,
    httpOnly: true,
    sameSite: 'strict',
    secure: context.config.publicUrl.startsWith('https:'),
    maxAge: MINUTES * 60,
  });
}

/** Returns the user whose cookie opens the address of this call; null without one. */
export async function readDownloadCookie(
  context: Context,
  request: FastifyRequest,
): Promise<{ userId: number; sessionId: string } | null> {
  const token = request.cookies[COOKIE];
  const read = token ? await readFileToken(tokenSecretsOf(context.config), token, context.now()) : null;
  return read && `${pathOf(request)}/`.startsWith(`${read.path}/`) ? read : null;
}
