import type { LocationLink } from '@pimis/contract/identity';
import { describeUserAgent } from '@pimis/domain/text/user-agent';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { countHit } from '../../../platform/limits/rate-limits.ts';
import { hashToken } from '../../../platform/access/tokens.ts';
import { endLocationLinks, readLinkToken, takeLinkToken } from '../queries.ts';
import { makeLink } from './links.ts';

const HOUR_SECONDS = 3600;
const LINKS_PER_HOUR = 5;

/** The data of the link: place, address and device of the blocked sign-in. */
const detailOf = (location: string, address: string, agent: string) =>
  [location, address, describeUserAgent(agent)].join(' ');
/** Links of former versions carry the place alone. */
function readDetail(detail: string | null): { location: string; address: string | null; device: string | null } {
  const [location = '', address = '', ...device] = (detail ?? '').split(' ');
  return { location, address: address || null, device: device.join(' ') || null };
}

export async function sendLocationLink(
  context: Context,
  user: { id: number },
  location: string,
  { address, agent }: { address: string; agent: string },
): Promise<void> {
  if ((await countHit(context.db, `link:location:${user.id}`, HOUR_SECONDS, context.now())) > LINKS_PER_HOUR) return;
  const detail = detailOf(location, address, agent);
  await context.db.transaction().execute((tx) => makeLink(context, tx, user.id, 'location', { detail }));
}

/**
 * The blocked sign-in of a link, which stays unused: programs that look through mails open links, and only a person may
 * confirm. Error: InvalidLocationToken if the link is used, expired or unknown.
 */
export async function blockedSignIn(context: Context, token: string): Promise<LocationLink> {
  const link = await readLinkToken(context.db, hashToken(token), 'location', context.now());
  if (!link?.detail) throw new ApiError('InvalidLocationToken');
  const { address, device } = readDetail(link.detail);
  return { login: link.login, address, device, at: link.createdAt.toISOString() };
}

/** Confirms the place of a blocked sign-in. Error: InvalidLocationToken. */
export async function confirmLocation(context: Context, token: string, origin: AuditOrigin): Promise<void> {
  const now = context.now();
  await context.db.transaction().execute(async (tx) => {
    const hash = hashToken(token);
    const link = await takeLinkToken(tx, hash, 'location', now);
    if (!link?.detail) throw new ApiError('InvalidLocationToken');
    await tx.updateTable('user_tokens').set({ used_at: now }).where('token_hash', '=', hash).execute();
    const { known_locations: locations } = await tx
      .selectFrom('users')
      .select('known_locations')
      .where('id', '=', link.userId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const after = [...locations, readDetail(link.detail).location];
    await tx.updateTable('users').set({ known_locations: after }).where('id', '=', link.userId).execute();
    await audit(tx, origin, {
      operation: 'user.location',
      subjectType: 'user',
      subjectId: link.userId,
      detail: { before: { locations }, after: { locations: after } },
    });
  });
}

/**
 * Somebody else tried to sign in, so every link that would confirm a place of the account ends. Error:
 * InvalidLocationToken.
 */
export async function refuseLocation(context: Context, token: string, origin: AuditOrigin): Promise<void> {
  const now = context.now();
  await context.db.transaction().execute(async (tx) => {
    const link = await takeLinkToken(tx, hashToken(token), 'location', now);
    if (!link) throw new ApiError('InvalidLocationToken');
    await endLocationLinks(tx, link.userId, now);
    await audit(tx, origin, {
      operation: 'user.locationRefused',
      subjectType: 'user',
      subjectId: link.userId,
      detail: { before: { asked: readDetail(link.detail) }, after: { asked: null } },
    });
  });
}
