import type { ProviderLink } from '@pimis/contract/providers';
import type { Proof } from '@pimis/contract/security';
import type { CurrentUser } from '../../../platform/access/current-user.ts';
import { hashToken } from '../../../platform/access/tokens.ts';
import type { OidcProvider } from '../../../platform/access/oidc-settings.ts';
import { type AuditOrigin, audit } from '../../../platform/audit/audit.ts';
import type { Context } from '../../../platform/context.ts';
import { ApiError } from '../../../platform/errors.ts';
import { readLinkToken } from '../queries.ts';
import { mailAccessChange } from '../sign-in/access-mails.ts';
import { proved } from '../second-factor/second-factor.ts';
import { endSessionsBy, linksOf, removeLink } from './link-queries.ts';
import { beginSignIn, HOME } from './start.ts';

export const PROFILE = '/administration/user/profile';

/** The providers of the settings, with the day on which the user linked an account of theirs. */
export async function listLinks(context: Context, user: CurrentUser): Promise<ProviderLink[]> {
  const since = new Map((await linksOf(context.db, user.id)).map(({ issuer, createdAt }) => [issuer, createdAt]));
  return context.config.oidcProviders.map(({ id, label, issuer }) => ({
    id,
    label,
    linkedDate: since.get(issuer)?.toISOString() ?? null,
  }));
}

/** Begins to link the user's own account at a provider, after a new proof of identity. Error: ProviderUnavailable. */
export async function beginLink(
  context: Context,
  user: CurrentUser,
  provider: OidcProvider,
  proof: Proof,
): Promise<{ address: string; token: string }> {
  await proved(context, user, proof, async () => undefined);
  const link = { userId: user.id, sessionId: user.sessionId };
  return beginSignIn(context, provider, { redirect: `${PROFILE}?linked=${provider.id}`, link });
}

/**
 * Begins to activate an invited account by the token of its mail: the person's account at the provider replaces a
 * password. Errors: InvalidActivationToken, ProviderUnavailable.
 */
export async function beginActivation(
  context: Context,
  provider: OidcProvider,
  token: string,
): Promise<{ address: string; token: string }> {
  const invitation = hashToken(token);
  const invited = await readLinkToken(context.db, invitation, 'activation', context.now());
  if (!invited) throw new ApiError('InvalidActivationToken');
  return beginSignIn(context, provider, { redirect: HOME, invitation });
}

/** Removes the user's own link with a provider after a new proof of identity; sessions opened through it end. */
export async function endLink(
  context: Context,
  user: CurrentUser,
  { provider, proof }: { provider: OidcProvider; proof: Proof },
  origin: AuditOrigin,
): Promise<void> {
  await proved(context, user, proof, async (tx) => {
    const { issuer, id } = provider;
    if ((await removeLink(tx, user.id, issuer)) === null) throw new ApiError('NotFound');
    await endSessionsBy(tx, { userId: user.id, issuer, except: user.sessionId }, context.now());
    await audit(tx, origin, {
      operation: 'user.providerUnlink',
      subjectType: 'user',
      subjectId: user.id,
      detail: { before: { provider: id }, after: null },
    });
    await mailAccessChange(tx, user.id, { kind: 'unlinked', provider: provider.label }, context.now());
  });
}
